import { createTranslator, type Translate, type Translator } from './translate';

/** What this page has of the texts; there is one page in a tab. */
let known: { translator: Translator; address: string; all: string } | undefined;
let underWay: Promise<void> | undefined;

async function fetchTexts(address: string): Promise<Record<string, string>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(`fetch of the texts failed: ${answer.status}`);
  return answer.json();
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
  const translator = createTranslator(language, await fetchTexts(address));
  known = { translator, address, all };
  return translator.translate;
}

/**
 * Loads the texts that a page with a part of them does without, once.
 * @throws TypeError when there is no connection; then the next call tries again
 */
export async function loadAllTexts(): Promise<void> {
  if (!known || known.address === known.all) return;
  underWay ??= addAll(known);
  try {
    await underWay;
  } finally {
    underWay = undefined;
  }
}

async function addAll({ translator, all }: NonNullable<typeof known>): Promise<void> {
  translator.add(await fetchTexts(all));
  known = { translator, address: all, all };
}
