import { renderToString } from 'react-dom/server';
import type { Language } from '~/config.server';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { rowsAsText } from '~/lib/packed-rows';
import { RecentMemory } from '~/lib/recent-memory';
import type { MakePieces } from '~/ui/made-list';

/** Characters of markup, and of what it was made from, in each of the two halves of the memory. */
const pieces = new RecentMemory(4_000_000);

/**
 * Remembers the markup of pieces by everything it depends on, so nothing can be out of date and
 * nobody gets a piece that was made with other rights: with another right it is another piece.
 * @param language of the page
 */
export function pieceMaker(language: Language): MakePieces {
  return ({ name, items, from, children }) => {
    const one = (item: (typeof items)[number]) =>
      pieces.get(`${language} ${name} ${JSON.stringify(item)}`, () =>
        renderToString(
          <TranslationProvider language={language} translate={translateIn(language)}>
            {children(item)}
          </TranslationProvider>,
        ),
      );
    try {
      return pieces.get(`${language} ${name} list ${rowsAsText(from)}`, () =>
        items.map(one).join(''),
      );
    } catch {
      // Something in it asks for the page it stands in: then it is made there.
      return null;
    }
  };
}
