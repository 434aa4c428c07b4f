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
