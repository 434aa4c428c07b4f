import { expect, test } from 'vitest';
import { headingSections, type SectionEntry, SectionIndex } from './section-index';
import { markupOf } from '../../../tests/support/site/markup-of';

const markup = (sections: readonly SectionEntry[], lang?: string) =>
  markupOf(<SectionIndex sections={sections} lang={lang} />);

test('each entry leads to its heading, and says how many fields of it were refused', () => {
  const shown = markup([
    { id: 'what', label: 'What', errors: 0 },
    { id: 'when', label: 'When', errors: 1 },
    { id: 'where', label: 'Where', errors: 2 },
  ]);
  const entries = [...shown.matchAll(/<li>(.*?)<\/li>/g)].map(([, entry = '']) => entry);
  expect(entries[0]).toBe('<a href="#what">What</a>');
  expect(entries[1]).toMatch(/^<a href="#when">When<\/a> <strong .*>1 error</);
  expect(entries[2]).toMatch(/^<a href="#where">Where<\/a> <strong .*>2 errors</);
});

test('a text of two sections needs no index', () => {
  expect(markup(headingSections(['Scope', 'Rights']))).toBe('');
  expect(markup(headingSections(['Scope', 'Rights', 'Contact']))).toContain('href="#section-3"');
});

test('entries say the language of the text where it is not the page’s', () => {
  const headings = headingSections(['Portée', 'Droits', 'Contact']);
  expect(markup(headings, 'fr')).toContain('<a href="#section-1" lang="fr">Portée</a>');
  expect(markup(headings)).not.toContain('lang=');
});
