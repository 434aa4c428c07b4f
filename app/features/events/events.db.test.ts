import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, roles } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeEvent } from '~/db/factories.server';
import { actorWithRole } from '../../../tests/support/people/actors';
import {
  countPastEvents,
  getEvent,
  listPastEvents,
  listUpcomingEvents,
  pastPerPage,
} from './events.server';

const notFound = { code: 'error.not-found', status: 404 };
const members = ['USER', 'ADMIN', 'DEV'] as const;

/** Local wall time some hours from now. */
function wallTime(hours: number, zone = 'UTC'): string {
  const moment = new Date(Date.now() + hours * 3_600_000);
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
    .format(moment)
    .replace(' ', 'T');
}

const slugs = (events: { slug: string }[]) => events.map(({ slug }) => slug);

beforeEach(async () => {
  await db().delete(schema.events);
});

describe('what is not public', () => {
  test.each(['draft', 'scheduled', 'archived'] as const)(
    'an event that is %s is there for nobody',
    async (status) => {
      await makeEvent(db(), { slug: 'hidden', status });
      await makeEvent(db(), {
        slug: 'hidden-past',
        status,
        startsAt: wallTime(-4),
        endsAt: wallTime(-3),
      });
      for (const role of roles) {
        const actor = actorWithRole(role);
        expect(await listUpcomingEvents(actor)).toEqual([]);
        expect(await listPastEvents(actor)).toEqual([]);
        await expect(getEvent(actor, 'hidden')).rejects.toMatchObject(notFound);
      }
    },
  );

  test('an event for members is there for members', async () => {
    await makeEvent(db(), { slug: 'inside', visibility: 'members' });
    await makeEvent(db(), {
      slug: 'inside-past',
      visibility: 'members',
      startsAt: '2025-03-04T10:00',
      endsAt: '2025-03-04T11:00',
    });
    for (const role of members) {
      const actor = actorWithRole(role);
      expect(slugs(await listUpcomingEvents(actor))).toEqual(['inside']);
      expect(slugs(await listPastEvents(actor))).toEqual(['inside-past']);
      expect(await getEvent(actor, 'inside')).toMatchObject({ slug: 'inside' });
    }
    expect(await listUpcomingEvents(anonymous)).toEqual([]);
    expect(await listPastEvents(anonymous)).toEqual([]);
    for (const slug of ['inside', 'inside-past', 'never-was']) {
      await expect(getEvent(anonymous, slug)).rejects.toMatchObject(notFound);
    }
  });

  test('a cancelled event stays, with its reason', async () => {
    await makeEvent(db(), {
      slug: 'off',
      status: 'cancelled',
      cancelledReason: 'The hall is closed.',
    });
    expect(slugs(await listUpcomingEvents(anonymous))).toEqual(['off']);
    expect(await getEvent(anonymous, 'off')).toMatchObject({
      cancelledReason: 'The hall is closed.',
    });
  });
});

describe('upcoming and past', () => {
  test('are told apart by the end, and ordered towards today', async () => {
    await makeEvent(db(), {
      slug: 'next',
      zone: 'UTC',
      startsAt: wallTime(2),
      endsAt: wallTime(3),
    });
    await makeEvent(db(), {
      slug: 'later',
      zone: 'UTC',
      startsAt: wallTime(9),
      endsAt: wallTime(10),
    });
    await makeEvent(db(), {
      slug: 'now',
      zone: 'UTC',
      startsAt: wallTime(-1),
      endsAt: wallTime(1),
    });
    await makeEvent(db(), {
      slug: 'over',
      zone: 'UTC',
      startsAt: wallTime(-3),
      endsAt: wallTime(-2),
    });
    await makeEvent(db(), {
      slug: 'long-over',
      zone: 'UTC',
      startsAt: wallTime(-9),
      endsAt: wallTime(-8),
    });
    expect(slugs(await listUpcomingEvents(anonymous))).toEqual(['now', 'next', 'later']);
    expect(slugs(await listUpcomingEvents(anonymous, { limit: 1 }))).toEqual(['now']);
    expect(slugs(await listPastEvents(anonymous))).toEqual(['over', 'long-over']);
  });

  test('are all reached, page by page', async () => {
    const made = Array.from({ length: pastPerPage + 1 }, (_, day) => day + 2);
    for (const day of made) {
      const [startsAt, endsAt] = [wallTime(-day - 1), wallTime(-day)];
      await makeEvent(db(), { slug: `over-${day}`, startsAt, endsAt });
    }
    expect(await countPastEvents(anonymous)).toBe(made.length);
    const listed = [await listPastEvents(anonymous, 1), await listPastEvents(anonymous, 2)];
    expect(listed.map((page) => page.length)).toEqual([pastPerPage, 1]);
    expect(listed.flatMap((page) => slugs(page))).toEqual(made.map((day) => `over-${day}`));
  });

  test('go by the clock of the place, not by that of the server', async () => {
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
      const [ends, ended] = [wallTime(0.5, zone), wallTime(-0.5, zone)];
      await makeEvent(db(), {
        slug: `on ${zone}`,
        zone,
        startsAt: wallTime(-2, zone),
        endsAt: ends,
      });
      await makeEvent(db(), {
        slug: `off ${zone}`,
        zone,
        startsAt: wallTime(-2, zone),
        endsAt: ended,
      });
    }
    expect(slugs(await listUpcomingEvents(anonymous)).toSorted()).toEqual([
      'on America/Los_Angeles',
      'on Pacific/Kiritimati',
    ]);
    expect(await listPastEvents(anonymous)).toHaveLength(2);
  });

  test('keep the wall time as it was entered', async () => {
    await makeEvent(db(), {
      slug: 'summer',
      zone: 'Europe/Athens',
      startsAt: '2027-07-01T09:30',
      endsAt: '2027-07-01T17:00',
    });
    expect(await getEvent(anonymous, 'summer')).toMatchObject({
      startsAt: '2027-07-01 09:30:00',
      endsAt: '2027-07-01 17:00:00',
      zone: 'Europe/Athens',
      startsAtInstant: new Date('2027-07-01T06:30:00Z'),
      endsAtInstant: new Date('2027-07-01T14:00:00Z'),
    });
  });
});
