import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeRegistration } from '~/db/factories.server';
import { listExportSchema } from '~/features/events/registrations/registration-schemas';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { markupOf } from '../../../../tests/support/site/markup-of';
import { makeOpenEvent } from '../../../../tests/support/texts/registrations';
import { exportRegistrations } from './registration-export.server';
import { RegistrationForms } from './registration-forms';

const filter = { state: 'waitlisted', mode: 'online', search: 'ada' } as const;

test('the file holds who the filter of the list leaves', async () => {
  const { id: eventId } = await makeOpenEvent({ mode: 'hybrid' });
  const people = [
    ['Ada', 'waitlisted', 'online'],
    ['Ada Absent', 'declined', 'online'],
    ['Ada Onsite', 'waitlisted', 'on-site'],
    ['Bo', 'waitlisted', 'online'],
  ] as const;
  for (const [number, [guestName, status, mode]] of people.entries()) {
    const guestEmail = `g${number}@guest.example`;
    await makeRegistration(db(), { eventId, guestName, guestEmail, status, mode });
  }
  const form = listExportSchema.parse({ ...filter, reason: 'Badges' });
  const { csv } = await exportRegistrations(actorWithRole('ADMIN'), eventId, form);
  const [, ...lines] = csv.trim().split(/\r?\n/);
  expect(lines.map((line) => line.split(',')[1])).toEqual(['Ada']);
});

test('the form for the file sends the filter along', () => {
  const event = { id: 'e', isOpen: false, isOver: false };
  const rest = { modes: [], invitations: [], countries: [] };
  const markup = markupOf(<RegistrationForms event={event} filter={filter} {...rest} />, 'en');
  for (const [name, value] of Object.entries(filter)) {
    expect(markup).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
  }
});
