import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { xmlText } from '~/answers/xml';
import { replaceCitations } from '~/features/citations/cited-in-text';
import { tables } from '~/features/citations/recogniser/tables';
import { keyedHash } from '~/platform/keyed-hash.server';
import { secret } from '~/platform/secret.server';
import { type CheckedHtml, checkedHtml, type RenderedText } from '~/rich-text/rendered-text';
import { isWithinLimits, type RichText } from '~/rich-text/rich-text';
import { plainText, sectionTitles, splitAtHeading } from '~/rich-text/plain-text';
import { RichTextContent } from '~/ui/rich-text/rich-text';

/** Raised with each change of what is made of a text: all are rendered anew then. */
const renderer = 5;

const recognised = JSON.stringify(tables);

/**
 * What the texts are rendered by now: the renderer, the tables of the recogniser, and the secret that
 * seals what it makes.
 */
export const renderingVersion = (known = recognised): string =>
  `${renderer}-${keyedHash(secret(), 'rendered-text', known).slice(0, 16)}`;

/** Only who knows the secret of the site can write markup that is believed. */
const sealOf = (lead: unknown, rest: unknown): string =>
  keyedHash(secret(), 'rendered-text', JSON.stringify([renderer, lead, rest]));

type Look = {
  /** Whether the headings of a text are places that links lead to. */
  hasAnchors?: boolean;
  /** The secret of a preview: its pictures are asked for with it, so it is rendered for its request. */
  preview?: string;
};

/**
 * Renders a rich text. The only function whose result is put into the columns `rendered`.
 * @param text as it is stored or about to be: what the schema does not name is left out
 */
export function renderText(text: RichText, look: Look = {}): RenderedText {
  const parts = splitAtHeading(isWithinLimits(text) ? text : { type: 'doc', content: [] });
  const [lead, rest] = [parts.lead, parts.rest].map((part) =>
    markCitations(renderToStaticMarkup(createElement(RichTextContent, { text: part, ...look }))),
  );
  const made = { lead: lead ?? '', rest: rest ?? '' };
  return { version: renderingVersion(), ...made, seal: sealOf(made.lead, made.rest) };
}

/** Links, other tags, and the words between them. */
const tokens = /<a [^>]*>.*?<\/a>|<[^>]*>|[^<]+/gs;
const marked = /<data value="([^"]*)">([^<]*)<\/data>/g;

/** Marks what the words cite; whether it becomes a link depends on the reader (`withCitations`). */
const markCitations = (html: string): string =>
  html.replace(tokens, (token) =>
    token.startsWith('<')
      ? token
      : replaceCitations(
          plainWords(token),
          (words, key) => `<data value="${xmlText(key)}">${xmlText(words)}</data>`,
          xmlText,
        ),
  );

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&apos;': "'",
};

/** Words of the markup as they were written: "C-92/09 &amp; C-93/09" has an "&". */
const plainWords = (escaped: string): string =>
  escaped.replace(/&(?:amp|lt|gt|quot|apos|#x27);/g, (entity) => entities[entity] ?? entity);

/** The keys of what is cited in a text. */
export const citationsIn = (html: CheckedHtml): string[] =>
  Array.from(html.matchAll(marked), ([, key = '']) => plainWords(key));

/** Links that are put into one text. What cites more often is no text to read, and would make a page huge. */
const maxLinks = 500;

/**
 * A text with links in place of its citations; of those without one the words stay.
 * @param linkOf the attributes of the link of a key
 */
export function withCitations(
  html: CheckedHtml,
  linkOf: (key: string) => Readonly<Record<string, string>> | null,
): CheckedHtml {
  let left = maxLinks;
  const linked = html.replace(marked, (_all, key: string, words: string) => {
    const link = left > 0 ? linkOf(plainWords(key)) : null;
    if (!link) return words;
    left -= 1;
    const attributes = Object.entries(link).map(([name, value]) => ` ${name}="${xmlText(value)}"`);
    return `<a${attributes.join('')}>${words}</a>`;
  });
  return checkedHtml.parse(linked);
}

/** The columns of a rich text: what was written, and what readers are shown of it. */
export const renderedColumns = (body: RichText, look?: Look) => ({
  body,
  rendered: renderText(body, look),
});

/** A rich text as it was read from its row, or one that stands in no row. */
type Text = { body: RichText; rendered?: RenderedText | null };

/**
 * What was rendered when the text was written; rendered now where that has not happened, was done by
 * another renderer, or did not come from this site. Other tables of the recogniser change what it marks
 * and not what is safe to show: what was rendered with the old ones is shown until the job has been there.
 */
function partsOf({ body, rendered }: Text, look?: Look): { lead: CheckedHtml; rest: CheckedHtml } {
  const isOurs =
    !look?.preview && rendered && rendered.seal === sealOf(rendered.lead, rendered.rest);
  const { lead, rest } = isOurs ? rendered : renderText(body, look);
  return { lead: checkedHtml.parse(lead), rest: checkedHtml.parse(rest) };
}

/** The markup of a text. */
export function htmlOf(text: Text, look?: Look): CheckedHtml {
  const { lead, rest } = partsOf(text, look);
  return checkedHtml.parse(lead + rest);
}

/** A line of plain text as markup, with what it cites marked as in a rich text. */
export const htmlOfLine = (line: string): CheckedHtml =>
  checkedHtml.parse(markCitations(xmlText(line)));

/** A text as pages get it: its markup instead of the text that it was made from. */
export function withHtml<Row extends Text>(row: Row, look?: Look) {
  const { body: _body, rendered: _rendered, ...facts } = row;
  return { ...facts, html: htmlOf(row, look) };
}

/** Words read in a minute, for texts of this kind. */
const wordsPerMinute = 220;

/** @returns whole minutes, at least one */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(words / wordsPerMinute));
}

/** The same with how long it takes to read, in whole minutes. */
export function withMinutes<Row extends Text>(row: Row, look?: Look) {
  return { ...withHtml(row, look), minutes: readingMinutes(plainText(row.body)) };
}

/** The same with the titles of its sections, which links lead to. */
export function withHeadings<Row extends Text>(row: Row, look?: Look) {
  return { ...withHtml(row, { ...look, hasAnchors: true }), headings: sectionTitles(row.body) };
}

/** The same with what stands before the first heading apart from the rest, which is null without one. */
export function withLead<Row extends Text>(row: Row, look?: Look) {
  const { body: _body, rendered: _rendered, ...facts } = row;
  const { lead, rest } = partsOf(row, { ...look, hasAnchors: true });
  return { ...facts, lead, rest: rest === '' ? null : rest };
}
