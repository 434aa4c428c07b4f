import { expect, test } from 'vitest';
import { pageOf } from '../../../../tests/support/site/page-of';

const event = {
  title: 'Seminar',
  summary: 'One day.',
  language: 'en',
  startsAt: '2027-03-04T09:00',
  endsAt: '2027-03-04T17:00',
  zone: 'UTC',
  allDay: false,
  cancelledReason: 'The hall is closed.',
};
const guest = { name: 'Gesa Gast', email: 'gesa@guest.example' };

test('who was invited reads that the event does not take place, and why', async () => {
  const pageFor = (status: string, offer: string) =>
    pageOf('/guest/:token', {
      loaderData: { event: { ...event, status }, guest, modes: [], offer },
    });
  const cancelled = await pageFor('cancelled', 'none');
  expect(cancelled).toContain('This event has been cancelled');
  expect(cancelled).toContain('The hall is closed.');
  const closed = await pageFor('published', 'closed');
  expect(closed).toContain('Registration is closed');
  expect(closed).not.toContain('The hall is closed.');
});
