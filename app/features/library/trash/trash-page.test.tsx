import { expect, test } from 'vitest';
import { markupOf } from '../../../../tests/support/site/markup-of';
import { TrashPage } from './trash-page';

test('a folder whose name is taken meanwhile says what can be done about it', () => {
  const page = { title: 'Trash', collection: 'userIntranet', days: 30 } as const;
  const answer = { ok: false, code: 'error.intranet-resource.name-taken' } as const;
  const markup = markupOf(
    <TrashPage page={{ ...page, things: [] }} address="/intranet" answer={answer} />,
  );
  expect(markup).toContain('Rename that folder first.');
  expect(markup).not.toContain('Choose another name.');
});
