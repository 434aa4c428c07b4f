import { type Inlines, mapInlines } from '~/rich-text/map-inlines';
import type { RichText } from '~/rich-text/rich-text';
import { plainText } from '~/rich-text/plain-text';

/** Where a name ends: “Ann Lee” is not who is meant by “Ann Leemann” or “Ann Lee-Smith”. */
export const nameEnd = String.raw`(?!-?[\p{L}\p{M}\p{N}])`;

/** What takes the mentions of a name out of texts, whatever signs the name has. */
export function mentionRemover(name: string, label: string) {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const mention = new RegExp(`@${literal}${nameEnd}`, 'giu');

  /** A mention may begin in bold and end in plain words: it is replaced where it begins. */
  function fromInlines(inlines: Inlines): Inlines {
    const words = inlines.map((inline) => plainText(inline)).join('');
    const found = [...words.matchAll(mention)].map(({ 0: { length }, index }) => ({
      from: index,
      to: index + length,
    }));
    if (found.length === 0) return inlines;
    let end = 0;
    return inlines.flatMap((inline): Inlines => {
      const start = end;
      end += plainText(inline).length;
      if (inline.type !== 'text') return [inline];
      let text = '';
      for (let at = start; at < end; at += 1) {
        const around = found.find(({ from, to }) => from <= at && at < to);
        if (!around) text += words[at];
        else if (around.from === at) text += label;
      }
      return text === '' ? [] : [{ ...inline, text }];
    });
  }

  return {
    fromWords: (words: string): string => words.replaceAll(mention, () => label),
    fromText: (text: RichText): RichText => mapInlines(text, fromInlines),
  };
}
