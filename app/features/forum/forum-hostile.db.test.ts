import { beforeAll, describe, expect, test } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { createRoutesStub } from 'react-router';
import { eq, sql } from 'drizzle-orm';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { exportAuditEntries } from '~/features/identity/audit/audit-log.server';
import { openArchive } from '~/features/compliance/own-data/archive.server';
import { exportOwnData } from '~/features/compliance/own-data/own-data.server';
import { saveFollow, saveMailSettings } from '~/features/forum/following/following.server';
import { notifyOf } from '~/features/forum/following/notify-followers.job.server';
import { newCommentSchema } from '~/features/forum/forum-schemas';
import { searchForum } from './search/search.server';
import { postComment } from '~/features/forum/comments/comment-posting.server';
import { markRead } from '~/features/forum/comments/posting.server';
import { getTopic } from '~/features/forum/topics/topics.server';
import { flagSchema } from '~/features/forum/flags/flag-schemas';
import { exportList } from '~/pages/list-exports/list-exports.server';
import { toCsv } from '~/lib/csv';
import { newId } from '~/lib/new-id';
import type { RichText } from '~/rich-text/rich-text';
import { plainText } from '~/rich-text/plain-text';
import { readRichText } from '~/rich-text/rich-text-input';
import { textToRichText } from '~/rich-text/plain-text-merge';
import { readZipEntry } from '~/platform/reader-sandbox/zip-archive.server';
import { RichTextView } from '~/ui/rich-text/rich-text';
import { commentsOf, makeCategory, openTopic } from '../../../tests/support/texts/forum-setup';
import { person } from '../../../tests/support/people/person';
import {
  brokenDocuments,
  hostileTexts,
  refusedDocuments,
} from '../../../tests/support/texts/hostile-payloads';
import { wordsOfHtml } from '../../../tests/support/texts/words-of-html';

const limits = { maximum: 20_000 };

test('the collection has at least 94 payloads', () => {
  expect(
    hostileTexts.length + refusedDocuments.length + brokenDocuments.length,
  ).toBeGreaterThanOrEqual(94);
});

/** What a browser would make of the text on a page. */
function markupOf(body: RichText): string {
  const Stub = createRoutesStub([
    { path: '/', Component: () => createElement(RichTextView, { text: body }) },
  ]);
  return renderToStaticMarkup(createElement(Stub));
}

describe('as plain text', () => {
  test.each(hostileTexts)('%j', (payload) => {
    const result = readRichText(payload, 'text', limits);
    const body = result.ok ? result.text : textToRichText('');
    expect(result.ok).toBe(true);
    expect(plainText(body)).toBe(payload.normalize('NFC'));
    const elements = [...markupOf(body).matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name);
    expect(elements.every((name) => name === 'div' || name === 'p')).toBe(true);
  });
});

describe('as the editor’s JSON', () => {
  test.each(
    refusedDocuments.map((payload) => [JSON.stringify(payload).slice(0, 80), payload] as const),
  )('%s', (_name, payload) => {
    expect(readRichText(JSON.stringify(payload), 'json', limits).ok).toBe(false);
  });
  test.each(brokenDocuments)('broken: %.40s', (payload) => {
    expect(readRichText(payload, 'json', limits).ok).toBe(false);
  });
});

describe('through the front door', () => {
  let actor: SignedInActor;
  let reader: SignedInActor;
  let topicId: string;
  const ids: string[] = [];
  const title = '<script>alert(1)</script>';

  beforeAll(async () => {
    actor = await person('ADMIN', { firstName: '\u202Eevil', lastName: '<b>x</b>' });
    reader = await person();
    const { slug } = await makeCategory(actor, { mailsMayQuote: true });
    topicId = await openTopic(actor, {
      category: slug,
      title,
      body: textToRichText('findme first'),
    });
    for (const payload of hostileTexts) {
      const form = { intent: 'reply', id: newId(), body: `findme ${payload}` };
      ids.push((await postComment(actor, topicId, newCommentSchema.parse(form))).id);
    }
  });

  test('each is stored and given back as the words it is', async () => {
    const topic = await getTopic(reader, topicId);
    const pages = Array.from({ length: topic.pages }, (_, number) => number + 1);
    const comments = await Promise.all(pages.map((page) => commentsOf(reader, topicId, page)));
    const said = comments
      .flat()
      .slice(1, 1 + ids.length)
      .map(({ html }) => html && wordsOfHtml(html));
    expect(said).toEqual(hostileTexts.map((payload) => `findme ${payload.normalize('NFC')}`));
  });

  test('a quotation of it says the same words', async () => {
    for (const [number, payload] of hostileTexts.entries()) {
      const quoted = ids[number] ?? '';
      const passage = payload.length <= 600 ? payload : '';
      const form = { intent: 'reply', id: newId(), body: 'As said', quoted, passage };
      const { id } = await postComment(reader, topicId, newCommentSchema.parse(form));
      const [stored] = await db()
        .select({ quote: schema.forumComments.quote })
        .from(schema.forumComments)
        .where(eq(schema.forumComments.id, id));
      const expected = passage ? payload : `findme ${payload}`;
      const plain = expected.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
      expect(stored?.quote?.text).toBe(plain.length > 600 ? `${plain.slice(0, 599)}…` : plain);
    }
  });

  test('the extract of a search is text in parts, and says the words', async () => {
    const { results } = await searchForum(reader, 'findme');
    expect(results.length).toBeGreaterThan(10);
    for (const { id, extract, title: shown } of results) {
      const words = extract.map(({ text }) => text).join('');
      const position = ids.indexOf(id);
      const whole = position === -1 ? 'findme first' : `findme ${hostileTexts[position]}`;
      // PostgreSQL leaves out what it takes for tags; what it gives was said.
      const said = new Set(wordsOf(whole));
      expect(wordsOf(words).filter((word) => !said.has(word))).toEqual([]);
      expect(shown).toBe(title);
    }
  });

  test('a mail that may quote has it as words, in both of its parts', async () => {
    await saveFollow(reader, {
      intent: 'follow',
      kind: 'topic',
      target: topicId,
      level: 'at-once',
    });
    await saveMailSettings(reader, {
      intent: 'mail-settings',
      wantsQuotes: true,
      wantsMentions: true,
      followsOwnTopics: true,
    });
    // Of an unread topic there is one e-mail only.
    await markRead(reader, topicId, 1000);
    for (const id of ids) {
      await notifyOf(id);
      // Of the forum one gets twenty e-mails an hour at most: each one is older than that.
      await db().execute(sql`update mails set created_at = created_at - interval '2 hours'`);
    }
    const mails = await db()
      .select()
      .from(schema.mails)
      .where(eq(schema.mails.userId, reader.id))
      .orderBy(schema.mails.createdAt, schema.mails.id);
    expect(mails).toHaveLength(hostileTexts.length);
    for (const [number, { html, text, subject }] of mails.entries()) {
      expect(strangeMarkup(html)).toEqual([]);
      expect(subject).not.toMatch(/[\r\n<]/);
      const payload = (hostileTexts[number] ?? '').normalize('NFC');
      if (payload.length < 60)
        expect(text.replaceAll(/[\s\p{Cf}]+/gu, '')).toContain(
          payload.replaceAll(/[\s\p{Cf}]+/gu, ''),
        );
    }
  });

  test('the export of one’s own data has it as words; its tables have no formula', async () => {
    const { parts: tables, release } = await exportOwnData(actor);
    const parts: unknown[] = await openArchive({
      parts: tables,
      files: [],
      name: '<script>alert(1)</script>',
      language: 'en',
      site: 'Example',
      madeAt: new Date(),
    }).toArray();
    await release();
    const file = Buffer.concat(parts.filter((part) => Buffer.isBuffer(part)));
    const page = (await readZipEntry(file, 'my-data.html')).toString();
    expect(page).toContain('&lt;script src=x');
    expect(strangeMarkup(page)).toEqual([]);
    const written = await readZipEntry(file, 'json/forum_comments.json');
    const comments: unknown = JSON.parse(written.toString());
    expect(JSON.stringify(comments)).toContain(JSON.stringify(hostileTexts[0]).slice(1, -1));
    const rows = toCsv(hostileTexts.map((payload) => [payload]))
      .slice(1)
      .split('\r\n');
    for (const row of rows) expect(row).not.toMatch(/^"?[=+@-]/);
  });

  test('the tables of members and of the log have no cell that is a formula', async () => {
    for (const payload of hostileTexts) {
      await makeUser(db(), { firstName: payload.slice(0, 100), lastName: payload.slice(0, 100) });
    }
    const members = await exportList(actor, 'users', { query: '', reason: '=1+1' });
    expect(members).toContain("'=HYPERLINK");
    const filter = { person: '', action: '', target: '', reason: '@SUM(A1)' };
    const pieces: string[] = [];
    for await (const piece of await exportAuditEntries(actor, filter)) pieces.push(piece);
    const log = pieces.join('');
    for (const reason of ["'=1+1", "'@SUM(A1)"]) expect(log).toContain(reason);
    for (const table of [members, log]) expect(table).not.toMatch(/(^|,|\r\n)"?[=+\-@\t\r]/);
  });

  test('the forms refuse what they do not know', () => {
    const form = { intent: 'reply', id: newId(), body: 'x' };
    expect(newCommentSchema.safeParse({ ...form, authorId: newId() }).success).toBe(false);
    expect(newCommentSchema.safeParse({ ...form, position: '1' }).success).toBe(false);
    expect(newCommentSchema.safeParse({ ...form, id: 'x' }).success).toBe(false);
    const flag = { reason: 'spam', explanation: '', passage: '' };
    expect(flagSchema.safeParse({ ...flag, reporterId: newId() }).success).toBe(false);
    expect(flagSchema.safeParse({ ...flag, explanation: 'a\u0000b' }).success).toBe(false);
    expect(flagSchema.safeParse({ ...flag, reason: 'illegal' }).success).toBe(false);
  });
});

const wordsOf = (text: string) => text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];

/** Elements and attributes that no mail and no exported page has of its own. */
function strangeMarkup(html: string): string[] {
  const own =
    /^\/?(html|head|meta|title|style|body|table|tbody|tr|td|h1|h2|p|a|hr|br|section|dl|dt|dd|div|span|!--.*|!doctype.*|link)$/i;
  return [...html.matchAll(/<([^\s>]+)([^>]*)>/g)].flatMap(([whole, tag = '', attributes = '']) =>
    !own.test(tag.replace(/\/$/, '')) || /\son\w+=|javascript:|data:/i.test(attributes)
      ? [whole]
      : [],
  );
}
