import { expect, test } from 'vitest';
import { markupOf } from '../../../../tests/support/site/markup-of';
import { RegistrationForm } from './registration-form';

const event = { questions: [], approval: false, waitingList: false, photoPolicy: null };
const modes = [{ mode: 'on-site', capacity: null, free: null } as const];

test.each([
  ['nobody', 1, 'This is voluntary'],
  ['participants', 2, 'Both are voluntary'],
] as const)('where the list is for %s, it asks for %d consents', (attendeeList, count, words) => {
  const shown = { ...event, attendeeList };
  const form = markupOf(<RegistrationForm intent="register" event={shown} modes={modes} />, 'en');
  expect(form.match(/name="(list|photo)Consent"/g)).toHaveLength(count);
  expect(form).toContain(words);
});

test.each([
  ['confirmed', 'All places are taken.'],
  ['pending', 'you would be on the waiting list'],
])('who changes a %s registration reads what is true of the other way alone', (status, words) => {
  const shown = { ...event, waitingList: true, attendeeList: 'nobody' } as const;
  const full = (mode: 'on-site' | 'online') => ({ mode, capacity: 1, free: 0 });
  const form = markupOf(
    <RegistrationForm
      intent="change"
      version={1}
      event={shown}
      modes={[full('on-site'), full('online')]}
      values={{ mode: 'on-site' }}
      status={status}
    />,
    'en',
  );
  expect(form.match(/All places are taken/g)).toHaveLength(1);
  expect(form).toContain(words);
});
