import { expect, test } from 'vitest';
import { pageOf } from '../../../../tests/support/site/page-of';

const event = {
  slug: 'seminar',
  title: 'Seminar',
  language: 'en',
  status: 'published',
  startsAt: '2027-03-04T09:00',
  endsAt: '2027-03-04T17:00',
  zone: 'UTC',
  allDay: false,
  attendeeList: 'nobody',
  questions: [],
};
const registration = { mode: 'on-site', needs: null, photoConsent: false, answers: [] };

test.each([
  ['a guest who has withdrawn', { status: 'cancelled', userId: null }, true, true],
  ['a guest, after the deadline', { status: 'cancelled', userId: null }, false, false],
  ['a member who has withdrawn', { status: 'cancelled', userId: 'member' }, true, false],
  ['a guest who was declined', { status: 'declined', userId: null }, true, false],
])(
  '%s learns how to be invited again, or has no need to',
  async (_who, state, mayChange, learns) => {
    const own = { event, registration: { ...registration, ...state }, mayChange, waitingBefore: 0 };
    const answers = { loaderData: { own }, params: { token: 'secret' } };
    const page = await pageOf('/registration/:token', answers);
    expect(page.includes('ask the secretariat for a new invitation')).toBe(learns);
  },
);
