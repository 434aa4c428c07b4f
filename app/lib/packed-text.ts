import { readingMinutes } from './reading-time';
import type { RichText } from './rich-text';
import { plainText, splitAtHeading } from './rich-text-words';
import { showOnce } from './shown-once';

/**
 * A rich text in the data of a page. As one string its encoding takes a tenth of the time that a
 * tree would.
 */
export type ShownText = {
  /** Another text has another name. */
  name: string;
  /** Null in the browser, as long as it is the text that stands in the page that came. */
  json: string | null;
};

/** What the texts that are sent without their words say. */
const written = new WeakMap<ShownText, string>();

/** The texts that were packed, by the trees they were made of: those of public pages are kept. */
const packed = new WeakMap<RichText, ShownText>();

export function packBody(text: RichText): ShownText {
  const known = packed.get(text);
  if (known) return known;
  const json = JSON.stringify(text);
  const name = nameOf(json);
  const [whole, sent] = [
    { name, json },
    { name, json: null },
  ];
  written.set(sent, json);
  showOnce(whole, sent);
  packed.set(text, whole);
  return whole;
}

/** What a text says, as JSON; null where only the page says it. */
export const bodyOf = (text: ShownText): string | null => text.json ?? written.get(text) ?? null;

/** A short name by all characters of a text (FNV-1a, twice 32 bits); it keeps no secret. */
function nameOf(json: string): string {
  let [first, second] = [0x811c9dc5, 0x01000193];
  for (let place = 0; place < json.length; place += 1) {
    const code = json.charCodeAt(place);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return [first, second].map((half) => (half >>> 0).toString(36)).join('-');
}

/** What a page says of its text: the longest part of its data. */
export type PackedText = {
  body: ShownText;
  /** To read it: whole ones, at least one. */
  minutes: number;
};

const minutes = new WeakMap<ShownText, number>();

/** The same facts, with the body as one string and how long it takes to read. */
export function packText<Text extends { body: RichText }>(
  text: Text,
): Omit<Text, 'body'> & PackedText {
  const body = packBody(text.body);
  const known = minutes.get(body) ?? readingMinutes(plainText(text.body));
  minutes.set(body, known);
  return { ...text, body, minutes: known };
}

/** What a page says that begins with the list of its sections. */
export type PackedSections = { body: ShownText; headings: string[] };

/** The same facts, with the body as one string and the titles of its sections. */
export function packSections<Page extends { body: RichText }>(
  page: Page,
): Omit<Page, 'body'> & PackedSections {
  const headings = page.body.content.filter(
    (block) => block.type === 'heading' && block.attrs.level === 2,
  );
  return { ...page, body: packBody(page.body), headings: headings.map(plainText) };
}

/** What a page says whose beginning stands apart. */
export type PackedPage = {
  /** What stands before the first heading. */
  lead: ShownText;
  /** What follows, if there is any. */
  rest: ShownText | null;
};

const halves = new WeakMap<RichText, PackedPage>();

/** The same facts, with the body in two strings instead. */
export function packPage<Page extends { body: RichText }>(
  page: Page,
): Omit<Page, 'body'> & PackedPage {
  const { body, ...facts } = page;
  const known = halves.get(body) ?? splitBody(body);
  halves.set(body, known);
  return { ...facts, ...known };
}

function splitBody(body: RichText): PackedPage {
  const { lead, rest } = splitAtHeading(body);
  return { lead: packBody(lead), rest: rest.content.length > 0 ? packBody(rest) : null };
}
