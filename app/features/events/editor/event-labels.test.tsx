import { expect, test } from 'vitest';
import { useFieldLabel } from '~/features/content/editor/text-fields';
import { PlainErrorSummary } from '~/ui/form';
import { useEventFieldLabel } from './event-form-parts';
import { markupOf } from '../../../../tests/support/site/markup-of';

type Errors = Record<string, string>;

function EventSummary({ errors }: { errors: Errors }) {
  return <PlainErrorSummary errors={errors} labelOf={useEventFieldLabel()} />;
}

function NewsSummary({ errors }: { errors: Errors }) {
  return <PlainErrorSummary errors={errors} labelOf={useFieldLabel('news')} />;
}

function linesOf(Summary: typeof EventSummary, errors: Errors): string[] {
  const markup = markupOf(<Summary errors={errors} />);
  return [...markup.matchAll(/<a href="#(.*?)">(.*?)<\/a>/g)].map(
    ([, id = '', words = '']) => `${id}: ${words}`,
  );
}

test('without scripts each cell of the programme that is missing is named', () => {
  const errors = {
    sessions: 'form.required',
    'sessions.0.startsAt': 'form.required',
    'sessions.0.endsAt': 'form.required',
    'links.1.url': 'form.required',
    title: 'form.required',
  };
  expect(linesOf(EventSummary, errors)).toEqual([
    'field-sessions.0.startsAt: Fill in “Begins”.',
    'field-sessions.0.endsAt: Fill in “Ends”.',
    'field-links.1.url: Fill in “Address”.',
    'field-title: Fill in “Title”.',
  ]);
});

test('without scripts the reason of a withdrawal and the end of display are named', () => {
  const lines = linesOf(NewsSummary, {
    reason: 'form.too-short',
    expireAt: 'form.required',
    'authors.0.name': 'form.required',
  });
  expect(lines).toEqual([
    'field-reason: Write a little more in “Reason, shown to readers”.',
    'field-expireAt: Fill in “Shown until”.',
    'field-authors.0.name: Fill in “Name”.',
  ]);
});
