import heads from './judgment-heads.json';
import { wordsFor } from './recogniser/word-lists';

/** What the head of a decision says beside what names it (`proposalsIn`). */
type HeadProposals = {
  /** Of joined cases, without the first. */
  otherNumbers: string[];
  /** The parties, where the text says who they are. */
  name: string | null;
  formation: string | null;
  /** As the court has written them. */
  keywords: string[];
};

/** Parties and keywords come before the reasons. */
const headLength = 6_000;

/** @param caseNumber the first one, as `proposalsIn` has found it */
export function headProposalsIn(text: string, caseNumber: string): HeadProposals {
  const head = text.slice(0, headLength);
  return {
    otherNumbers: caseNumber ? numbersAfter(caseNumber, head) : [],
    name: partiesIn(head),
    formation: formationIn(head),
    keywords: keywordsIn(head),
  };
}

const numbers = heads.caseNumbers.map((pattern) => new RegExp(pattern, 'uy'));
const between = new RegExp(`[\\s,;-]{0,5}(?:${wordsFor('and')})?[\\s,;-]{1,5}`, 'uy');

/** The numbers of a list that begins with the first one: "C-293/12 and C-594/12". */
function numbersAfter(first: string, head: string): string[] {
  const plain = head.replace(/[‐‑–]/g, '-');
  const at = plain.indexOf(first);
  const found: string[] = [];
  let end = at === -1 ? plain.length : at + first.length;
  for (;;) {
    between.lastIndex = end;
    if (!between.test(plain)) break;
    const next = numbers.flatMap((pattern) => {
      pattern.lastIndex = between.lastIndex;
      return pattern.exec(plain)?.[0] ?? [];
    })[0];
    if (!next) break;
    end = between.lastIndex + next.length;
    found.push(next);
  }
  return [...new Set(found)].filter((number) => number !== first);
}

const parties = heads.parties.map((pattern) => new RegExp(pattern, 'mu'));

/** "Breyer v Bundesrepublik Deutschland", with the numbers of joined cases left out. */
function partiesIn(head: string): string | null {
  const groups = parties.map((pattern) => pattern.exec(head)?.groups).find(Boolean);
  const tidy = (party = '') =>
    party
      .replace(/\([CTF][‐‑–-]\d[^)]*\)/gu, '')
      .replace(/\s+/gu, ' ')
      .replace(/[\s,;]+$/u, '')
      .trim();
  const [one, other] = [tidy(groups?.one), tidy(groups?.other)];
  return one && other ? `${one} v ${other}` : null;
}

const formations = heads.formations.map((pattern) => new RegExp(pattern, 'mu'));

const formationIn = (head: string): string | null =>
  formations.flatMap((pattern) => pattern.exec(head)?.groups?.formation?.trim() ?? [])[0] ?? null;

const keywordLine = new RegExp(heads.keywords, 'imu');
/** The Court of Justice has them in brackets, with dashes between them. */
const inBrackets = /\((?:[^()]|\([^()]*\)){20,3000}?\)/gu;

function keywordsIn(head: string): string[] {
  const line = keywordLine.exec(head)?.groups?.keywords ?? '';
  const brackets = [...head.matchAll(inBrackets)].flatMap(([all]) => {
    const parts = all.slice(1, -1).split(/\s[–—]\s/u);
    return parts.length > 2 ? parts : [];
  });
  return [...line.split(/[,;]/u), ...brackets]
    .map((keyword) => keyword.replace(/\s+/gu, ' ').trim())
    .filter(Boolean);
}
