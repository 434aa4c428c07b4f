import { expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { makeDraft, nextYear } from '../../../../tests/support/texts/event-form';
import { findEventProblems } from './event-problems.server';

const admin = actorWithRole('ADMIN');

test('the rules of its times hold while other fields cannot be read', async () => {
  const taken = await makeDraft({ slug: 'taken' });
  const problems = {
    endsAt: 'form.ends-before',
    closesAt: 'form.closes-late',
    sessions: 'form.session-outside',
    'sessions.1': 'form.session-outside',
    'sessions.2.endsAt': 'form.ends-before',
    slug: 'error.event.slug-taken',
  };
  const [day, early] = [`${nextYear}-03-04T`, `${nextYear}-03-03T`];
  const values = {
    title: '',
    slug: 'taken',
    zone: 'Europe/Vienna',
    startsAt: `${day}09:00`,
    endsAt: `${day}08:00`,
    opensAt: 'whenever',
    closesAt: `${nextYear}-03-09T08:00`,
    sessions: JSON.stringify([
      { startsAt: '', endsAt: '' },
      { startsAt: `${early}10:00`, endsAt: `${early}11:00` },
      { startsAt: `${day}11:00`, endsAt: `${day}10:00` },
    ]),
  };
  expect(await findEventProblems(admin, undefined, values)).toEqual(problems);
  expect(await findEventProblems(admin, taken.id, { slug: 'taken' })).toEqual({});
  expect(await findEventProblems(admin, undefined, { endsAt: 'never', zone: 'Nowhere' })).toEqual({
    zone: 'form.zone',
  });
  await expect(findEventProblems(anonymous, undefined, values)).rejects.toMatchObject({
    code: 'error.not-found',
  });
});
