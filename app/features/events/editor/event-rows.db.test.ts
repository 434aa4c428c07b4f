import { expect, test } from 'vitest';
import { inputOf, nextYear, readEvent } from '../../../../tests/support/texts/event-form';

test('what is wrong with one speaker or with the choices is said at their fields', () => {
  const session = { startsAt: `${nextYear}-03-04T09:00`, endsAt: `${nextYear}-03-04T10:00` };
  const form = readEvent({
    sessions: JSON.stringify([
      { ...session, title: 'Opening', room: '', speakers: `Ada\n${'x'.repeat(201)}` },
    ]),
    questions: JSON.stringify([{ label: 'Meal?', kind: 'choice', options: 'Fish\n' }]),
  });
  expect(form).toMatchObject({
    fieldErrors: {
      'sessions.0.speakers.1': 'form.too-long',
      'questions.0.options': 'form.two-options',
    },
  });
});

test('speakers and choices of an earlier form, all in one field, are told apart', () => {
  const { sessions, questions } = inputOf({
    sessions: JSON.stringify([
      {
        startsAt: `${nextYear}-03-04T09:00`,
        endsAt: `${nextYear}-03-04T10:00`,
        title: 'Opening',
        room: '',
        speakers: 'Ada; Bo',
      },
    ]),
    questions: JSON.stringify([{ label: 'Meal?', kind: 'choice', options: 'Fish; None' }]),
  });
  expect(sessions).toMatchObject([{ speakers: ['Ada', 'Bo'] }]);
  expect(questions).toMatchObject([{ options: ['Fish', 'None'] }]);
});
