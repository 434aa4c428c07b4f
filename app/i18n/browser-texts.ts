import { type TextPart, textPartOf } from './reading-page';
import { createTranslator, type Translate, type Translator } from './translate';

/** What this page has of the texts; there is one page in a tab. */
let known: { translator: Translator; part: TextPart; all: string } | undefined;
let underWay: Promise<void> | undefined;

type Fetched = { texts: Record<string, string>; part: TextPart };

/** Where the site was renewed since, its texts have other addresses; one of each language stays. */
async function fetchTexts(address: string): Promise<Fetched> {
  const lasting = address.replace(/(\/[\w-]+)\.[^/]*$/, '$1.json');
  let answer = await fetch(address);
  let part = partAt(address);
  if (answer.status === 404 && lasting !== address) {
    answer = await fetch(lasting);
    part = 'all';
  }
  if (!answer.ok) throw new TypeError(`fetch of the texts failed: ${answer.status}`);
  return { texts: await answer.json(), part };
}

function partAt(address: string): TextPart {
  if (address.includes('.reading.')) return 'reading';
  return address.includes('.application.') ? 'application' : 'all';
}

/**
 * Loads the texts that the page was made with.
 * @param address of these texts
 * @param all address of all texts of the language
 */
export async function loadTexts(
  language: string,
  { address, all }: { address: string; all: string },
): Promise<Translate> {
  const { texts, part } = await fetchTexts(address);
  const translator = createTranslator(language, texts);
  known = { translator, part, all };
  return translator.translate;
}

/**
 * Loads what a page says and is not known yet: all texts, once.
 * @throws TypeError when they cannot be had; then the next call tries again
 */
export async function loadTextsFor(pathname: string): Promise<void> {
  const part = textPartOf(pathname);
  // All parts have what is read.
  if (!known || known.part === 'all' || part === 'reading' || part === known.part) return;
  underWay ??= addAll(known);
  try {
    await underWay;
  } finally {
    underWay = undefined;
  }
}

async function addAll(page: NonNullable<typeof known>): Promise<void> {
  const { texts } = await fetchTexts(page.all);
  page.translator.add(texts);
  page.part = 'all';
}
