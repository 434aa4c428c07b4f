import { expect, test } from 'vitest';
import { Programme } from './event-programme';
import { markupOf } from '../../../../tests/support/site/markup-of';

test('the heading of a day begins with a capital in French too', () => {
  const session = {
    id: 'one',
    startsAt: '2026-12-15 09:00:00',
    endsAt: '2026-12-15 10:00:00',
    title: 'Ouverture',
    language: 'fr',
    speakers: [],
    room: '',
    roomLanguage: 'fr',
  };
  const page = markupOf(<Programme sessions={[session]} />, 'fr');
  expect(page).toContain('>Mardi 15 décembre 2026</h3>');
});
