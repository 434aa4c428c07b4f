import { type Inlines, mapInlines } from '~/rich-text/map-inlines';
import type { RichText } from '~/rich-text/rich-text';
import { plainText } from '~/rich-text/plain-text';

/** What takes a mention out of texts: `name` is as `namesMentioned` takes it. */
export function mentionRemover(name: string, label: string) {
  const mention = new RegExp(String.raw`@${name.replaceAll('.', String.raw`\.`)}(?!\p{L})`, 'giu');

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
    fromWords: (words: string): string => words.replaceAll(mention, label),
    fromText: (text: RichText): RichText => mapInlines(text, fromInlines),
  };
}
