import { expect, test } from 'vitest';
import { eventDates } from './event-dates';

const zone = 'Europe/Brussels';

test('a line begins with the dates of an event, and so with a capital', () => {
  const oneDay = { startsAt: '2026-12-15 09:00:00', endsAt: '2026-12-15 17:00:00', allDay: true };
  const days = { startsAt: '2019-10-01 09:00:00', endsAt: '2019-10-03 17:00:00', allDay: true };
  expect(eventDates({ ...oneDay, zone }, 'fr')).toBe('Mardi 15 décembre 2026');
  expect(eventDates({ ...days, zone }, 'fr')).toBe('Du 1er au 3 octobre 2019');
});
