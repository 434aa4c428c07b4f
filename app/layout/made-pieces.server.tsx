import { renderToString } from 'react-dom/server';
import type { Language } from '~/config.server';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import type { MakePieces } from '~/ui/made-list';

/**
 * Characters of markup, and of what it was made from, in each of the two halves of the memory:
 * when the newer one is full it becomes the older, and what was not used meanwhile goes.
 */
const mostKept = 4_000_000;

let newer = new Map<string, string>();
let older = new Map<string, string>();
let kept = 0;

/**
 * Remembers the markup of pieces by everything it depends on, so nothing can be out of date and
 * nobody gets a piece that was made with other rights: with another right it is another piece.
 * @param language of the page
 */
export function pieceMaker(language: Language): MakePieces {
  return ({ name, items, from, children }) => {
    const one = (item: (typeof items)[number]) =>
      remembered(`${language} ${name} ${JSON.stringify(item)}`, () =>
        renderToString(
          <TranslationProvider language={language} translate={translateIn(language)}>
            {children(item)}
          </TranslationProvider>,
        ),
      );
    try {
      return remembered(`${language} ${name} list ${from.rows}`, () => items.map(one).join(''));
    } catch {
      // Something in it asks for the page it stands in: then it is made there.
      return null;
    }
  };
}

function remembered(key: string, make: () => string): string {
  const known = newer.get(key);
  if (known !== undefined) return known;
  const made = older.get(key) ?? make();
  const size = key.length + made.length;
  if (size > mostKept / 4) return made;
  if (kept + size > mostKept) {
    older = newer;
    newer = new Map();
    kept = 0;
  }
  newer.set(key, made);
  kept += size;
  return made;
}
