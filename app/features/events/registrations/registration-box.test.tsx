import { expect, test } from 'vitest';
import { markupOf } from '../../../../tests/support/site/markup-of';
import { RegistrationBox } from './registration-box';

const event = {
  slug: 'seminar',
  status: 'published',
  registration: 'internal',
  externalUrl: null,
  zone: 'UTC',
  opensAtInstant: null,
  closesAtInstant: null,
  attendeeList: 'nobody',
} as const;

test.each([
  ['open', undefined, true],
  ['closed', undefined, false],
  ['closed', 'confirmed', true],
] as const)('leads to registration that is %s, for who is %s: %s', (state, status, leads) => {
  const now = { state, free: null, date: null };
  const box = { event, isMember: true, maySeeList: false, now, status };
  expect(markupOf(<RegistrationBox {...box} />, 'en').includes('/registration')).toBe(leads);
});
