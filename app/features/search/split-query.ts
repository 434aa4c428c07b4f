/**
 * Takes apart what is wanted and what is left out: `-word` and `-"exact phrase"`. A hyphen inside
 * a word is part of it.
 */
export function splitQuery(query: string): { wanted: string; unwanted: string } {
  const unwanted: string[] = [];
  const wanted = query.replace(/(?<=^|\s)-("[^"]*"|[^\s"]+)/g, (_whole, part: string) => {
    unwanted.push(part);
    return ' ';
  });
  return { wanted, unwanted: unwanted.join(' or ') };
}
