import { citationKeyOfQuery, findCitations } from '~/features/citations/citation-key';

/** A search query split into its parts. */
export type SearchQuery = {
  /** Words and "exact phrases" that have to be there. */
  wanted: string;
  /** What must not be there, joined by `or`. */
  unwanted: string;
  /** ECLI and case numbers that have to be cited, in one spelling. */
  citations: string[];
};

/**
 * Takes apart what is wanted, what is left out (`-word`, `-"exact phrase"`) and what is cited. A
 * hyphen inside a word is part of it.
 */
export function splitQuery(query: string): SearchQuery {
  const whole = citationKeyOfQuery(query);
  if (whole !== null) return { wanted: '', unwanted: '', citations: [whole] };
  const citations: string[] = [];
  const words = query.replace(/"[^"]*"|[^"]+/g, (part) => {
    if (part.startsWith('"')) return part;
    let rest = part;
    for (const found of findCitations(part)) {
      citations.push(found.key);
      rest = rest.replace(found.text, ' ');
    }
    return rest;
  });
  const unwanted: string[] = [];
  const wanted = words.replace(/(?<=^|\s)-("[^"]*"|[^\s"]+)/g, (_whole, part: string) => {
    unwanted.push(part);
    return ' ';
  });
  return { wanted: wanted.trim(), unwanted: unwanted.join(' or '), citations };
}
