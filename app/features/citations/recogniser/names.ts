import type { Found } from './numbers';
import acts from './tables/acts.json';
import { begins, endsHere, wordsFor } from './word-lists';

/** How the key of a name begins; what follows is the name as it is written. */
export const namePrefix = 'name:';

const word = String.raw`\p{Lu}\p{L}[\p{L}\p{N}&]*(?:-\p{L}[\p{L}\p{N}]*)*?`;
const joining = String.raw`(?:(?:and|et|und|y|e|i|du|of|de|des|della|v\.?|c\.|&) ){0,2}`;
const name = String.raw`(?<name>${word}(?: ${joining}${word}| \p{Lu}(?![\p{L}\p{N}.'-])| (?:I{1,3}|IV|V)(?![\p{L}\p{N}]))`;

const patterns = [
  // "Schrems II"
  String.raw`${begins}(?<![-'])(?<name>\p{Lu}\p{Ll}[\p{L}'-]{2,} (?:I{1,3}|IV|V))${endsHere}`,
  // "the judgment in Breyer", "arrêt Google Spain"
  String.raw`${begins}${wordsFor('judgmentBefore')} ["'„“«]? ?${name}{0,5})${endsHere}`,
  // "Volkszählungsurteil"
  String.raw`${begins}(?<name>\p{Lu}\p{Ll}{5,30}urteil)s?${endsHere}`,
  // "the SCHUFA judgment", "das SCHUFA-Urteil"
  String.raw`${begins}(?i:the|das|des|der|die|dem|im) ["'„“]?${name}{0,5}?)["'”“]?${wordsFor('judgmentAfter')}${endsHere}`,
].map((pattern) => new RegExp(pattern, 'gu'));

const notNames = new Set(acts.notNames);

/** Names of decisions: those with a Roman numeral, and what is said to be a judgment or a case. */
export function* findNames(text: string): Generator<Found> {
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const found = match.groups?.name ?? '';
      const first = found.split(' ', 1)[0] ?? '';
      if (notNames.has(first)) continue;
      const start = match.index + match[0].lastIndexOf(found);
      yield { start, end: start + found.length, key: `${namePrefix}${found}` };
    }
  }
}
