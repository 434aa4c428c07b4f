import { comparableText } from '~/rich-text/comparable-text';
import {
  type BoardMemberContent,
  type EventTranslationContent,
  isItemContent,
  isPictured,
  type TypedContent,
} from '~/features/content/publishing/content-schemas';
import { type CitedDetails, correctionLines, wordRows } from '~/features/content/rows/content-rows';

/** The fields of a text as the form shows them; the body is in the editor. */
export function formValues(content: TypedContent): Record<string, string> {
  if (content.kind === 'page') {
    const { title, description, effectiveOn } = content.fields;
    return { title, description, effectiveOn: effectiveOn ?? '' };
  }
  if (content.kind === 'event-translation') return translationValues(content.fields);
  if (content.kind === 'board-member') return entryValues(content.fields);
  const { fields } = content;
  const values = {
    slug: fields.slug,
    title: fields.title,
    teaser: fields.teaser,
    category: fields.category,
    pinned: fields.pinned ? 'on' : '',
    links: JSON.stringify(fields.links),
    corrections: JSON.stringify(fields.corrections),
    decisions: decisionRows(fields.decisions.map((ecli) => ({ ecli }))),
    coverAlt: fields.coverAlt,
    coverCredit: fields.coverCredit,
    coverFocus: fields.coverFocus,
  };
  if (content.kind === 'news') {
    const { authorName, relatedEvent, relatedArticle } = content.fields;
    return {
      ...values,
      authorName,
      relatedEvent: relatedEvent ?? '',
      relatedArticle: relatedArticle ?? '',
    };
  }
  const { subtitle, abstract, authors, topics, gdprArticles, footnotes } = content.fields;
  return {
    ...values,
    subtitle: subtitle ?? '',
    abstract,
    authors: JSON.stringify(
      authors.map(({ example, ...author }) => ({ ...author, example: example ? 'on' : '' })),
    ),
    topics: wordRows(topics),
    gdprArticles: wordRows(gdprArticles),
    footnotes: wordRows(footnotes),
  };
}

function translationValues(fields: EventTranslationContent): Record<string, string> {
  const { title, summary, coverAlt, corrections, sessions, questions } = fields;
  const { feeText, photoPolicy, cancelledReason } = fields;
  return {
    title,
    summary,
    coverAlt,
    corrections: JSON.stringify(corrections),
    sessions: JSON.stringify(sessions),
    questions: JSON.stringify(questions),
    feeText,
    photoPolicy,
    cancelledReason,
  };
}

function entryValues(fields: BoardMemberContent): Record<string, string> {
  const { title, role, function: judicial, court, country, coverAlt, isExample } = fields;
  const words = { title, role, function: judicial, court, country, coverAlt };
  return { ...words, isExample: isExample ? 'on' : '' };
}

/** All fields of a text as strings, for comparison: of rows, a line each. */
export function comparable(content: TypedContent): Record<string, string> {
  const { body } = content.fields;
  const words: Record<string, string> = { ...formValues(content), body: comparableText(body) };
  if (isPictured(content)) words.cover = content.fields.cover ?? '';
  if ('corrections' in content.fields) {
    words.corrections = correctionLines(content.fields.corrections);
  }
  if (isItemContent(content)) {
    const { attachments, decisions, links } = content.fields;
    words.attachments = attachments.join('\n');
    words.decisions = decisions.join('\n');
    words.links = links.map(({ label, url }) => wordsIn([label, url])).join('\n');
  }
  if (content.kind === 'article') {
    words.topics = content.fields.topics.join('\n');
    words.gdprArticles = content.fields.gdprArticles.join('\n');
    words.footnotes = content.fields.footnotes.join('\n');
    words.authors = content.fields.authors
      .map(({ name, function: title, country, example }) =>
        wordsIn([name, title, country, example ? 'example' : '']),
      )
      .join('\n');
  }
  if (content.kind !== 'event-translation') return words;
  const { sessions, questions } = content.fields;
  return {
    ...words,
    sessions: sessions.map(({ title, room }) => wordsIn([title, room])).join('\n'),
    questions: questions
      .map(({ label, options }) => wordsIn([label, ...options.map((option) => option.label)]))
      .join('\n'),
  };
}

const wordsIn = (parts: string[]) => parts.filter(Boolean).join(' · ');

/** Decisions as the rows of the form, with all that is known of them. */
export function decisionRows(decisions: readonly (Partial<CitedDetails> & { ecli: string })[]) {
  return JSON.stringify(decisions.map(({ ecli, ...known }) => ({ decision: ecli, ...known })));
}
