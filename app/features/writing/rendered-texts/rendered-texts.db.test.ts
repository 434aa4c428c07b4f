import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { makeArticle, makeEvent, makePage, makeUser, paragraphs } from '~/db/factories.server';
import { getNewsItem } from '~/features/content/news/news.server';
import { findSiteText, getPage } from '~/features/content/pages/pages.server';
import { readContent } from '~/features/content/publishing/content-schemas';
import { createText } from '~/features/content/publishing/new-texts.server';
import { writePublic } from '~/features/content/publishing/publication-rows.server';
import { getEvent } from '~/features/events/events.server';
import { newCommentSchema } from '~/features/forum/forum-schemas';
import { editComment } from '~/features/forum/comments/posting.server';
import { getArchived } from '~/features/newsletters/archive/archive.server';
import { saveNewsletter } from '~/features/newsletters/newsletters.server';
import { newId } from '~/lib/new-id';
import { anonymous, type SignedInActor } from '~/policy/actor';
import type { Block, RichText } from '~/rich-text/rich-text';
import { tableOf } from '~/rich-text/tables';
import { configure } from '../../../../tests/support/database/configure';
import { actorOf } from '../../../../tests/support/people/actors';
import { writeEntry } from '../../../../tests/support/texts/board-entries';
import { makeDraft, readEvent } from '../../../../tests/support/texts/event-form';
import { reply } from '../../../../tests/support/texts/forum-setup';
import { openOne, strayRows } from '../../../../tests/support/texts/rendered-rows';
import { writeNews } from '../../../../tests/support/texts/texts';
import { renderTexts } from './render-texts.job.server';
import {
  citationsIn,
  htmlOf,
  renderText,
  withCitations,
  withHeadings,
  withHtml,
} from './rendered-texts.server';

const { forumComments } = schema;
let admin: SignedInActor;

beforeAll(async () => {
  configure({ LANGUAGES: 'en,fr' });
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

// What earlier tests have put in by hand.
beforeEach(async () => {
  await renderTexts.run({});
});

describe('what is written', () => {
  test('is rendered with it, whatever kind of text it is', async () => {
    const { topicId, where } = await openOne(admin);
    await reply(admin, topicId, 'An answer');
    const [first] = await db().select().from(forumComments).where(where);
    const edited = { intent: 'edit', version: 1, body: paragraphs('Changed') } as const;
    await editComment(admin, first?.id ?? '', edited);
    await writeNews(admin, { body: paragraphs('News') }, { intent: 'publish' });
    await writeEntry(admin, { body: paragraphs('A life') });
    const { id, slug } = await makeDraft();
    await createText(admin, { kind: 'event-translation', language: 'fr', title: 'Un', of: id });
    await saveNewsletter(admin, null, {
      version: 1,
      subject: 'Letter',
      language: 'en',
      list: 'newsletter',
      onlyLanguage: false,
      inArchive: true,
      body: paragraphs('Dear members'),
      items: [],
    });
    const heading: Block = { type: 'heading', attrs: { level: 2 }, content: [] };
    const body: RichText = { type: 'doc', content: [...paragraphs('Lead').content, heading] };
    const article = await makeArticle(db());
    const page = await makePage(db(), { slug: `page-${newId()}` });
    await transaction(async (tx) => {
      const by = { slug, language: 'en', by: null };
      const fields = readContent('article', { ...article, body });
      await writePublic(tx, fields, { ...by, id: article.id });
      await writePublic(tx, readContent('page', { ...page, body }), { ...by, id: page?.id ?? '' });
    });
    const tables = Object.values<object>(schema).filter((table) => 'rendered' in table);
    expect(tables).toHaveLength(8);
    for (const table of [
      'articles',
      'board_members',
      'event_translations',
      'events',
      'forum_comments',
      'news_items',
      'newsletters',
      'pages',
    ]) {
      expect(await db().$count(sql`${sql.identifier(table)}`), table).toBeGreaterThan(0);
      expect(await strayRows(table), table).toEqual([]);
    }
  });

  test('brings no markup along: forms refuse the field', () => {
    const rendered = { version: '1', lead: '<b>', rest: '', seal: '' };
    const comment = { intent: 'reply', id: newId(), body: 'Words' };
    expect(newCommentSchema.safeParse(comment).success).toBe(true);
    expect(newCommentSchema.safeParse({ ...comment, rendered }).success).toBe(false);
    expect(readEvent().ok).toBe(true);
    expect(readEvent({ rendered: '<b>' }).ok).toBe(false);
    expect(readContent('news', { ...news, rendered }).fields).not.toHaveProperty('rendered');
  });
});

const news = {
  slug: 'a',
  title: 'A',
  teaser: '',
  body: paragraphs('A'),
  category: 'eu',
  pinned: false,
  links: [],
  corrections: [],
  decisions: [],
  cover: null,
  coverAlt: '',
  coverCredit: '',
  coverFocus: 'centre' as const,
  attachments: [],
  authorName: 'A',
  relatedEvent: null,
  relatedArticle: null,
};

/** As someone might put it into the database by hand. */
const hostile = JSON.stringify({
  type: 'doc',
  content: [
    null,
    { type: 'script', content: [{ type: 'text', text: 'alert(1)' }] },
    {
      type: 'paragraph',
      attrs: { indent: '1" onclick="x', onclick: 'alert(1)', style: 'color: red' },
      content: [
        {
          type: 'text',
          text: 'a',
          marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }],
        },
        { type: 'image', attrs: { src: 'x', onerror: 'alert(1)' } },
        { type: 'text', text: '<img src=x onerror=alert(1)>' },
      ],
    },
    { type: 'orderedList', attrs: { start: '1" onload="x', type: 'a' }, content: [] },
  ],
});
const harmless = '<p>a&lt;img src=x onerror=alert(1)&gt;</p><ol></ol>';

describe('what stands in the database', () => {
  const putIn = (table: string) =>
    db().execute(sql`update ${sql.identifier(table)} set body = ${hostile}::jsonb`);

  test('shows nothing but what the schema names, in place of what was rendered', async () => {
    const { read } = await openOne(admin);
    await writeNews(admin, { slug: 'put-in' }, { intent: 'publish' });
    await makePage(db(), { slug: 'put-in' });
    await makePage(db(), { slug: 'text-news' });
    const event = await makeEvent(db());
    for (const table of ['forum_comments', 'news_items', 'pages', 'events']) await putIn(table);
    expect(await read()).toBe(harmless);
    expect(withHtml(await getNewsItem(anonymous, 'put-in', 'en')).html).toBe(harmless);
    expect(withHeadings(await getPage(anonymous, 'put-in', 'en'))).toMatchObject({
      html: harmless,
      headings: [],
    });
    expect((await findSiteText(anonymous, 'text-news', 'en'))?.html).toBe(harmless);
    expect(withHtml(await getEvent(anonymous, event.slug)).html).toBe(harmless);
    // And the same once the job has been there.
    await renderTexts.run({});
    expect(await strayRows('forum_comments')).toEqual([]);
    expect(await read()).toBe(harmless);
  });

  test('a newsletter in the archive too', async () => {
    const { id } = await sentNewsletter();
    await putIn('newsletters');
    expect((await getArchived(anonymous, id)).html).toBe(harmless);
  });

  const evil = '<img src=x onerror=alert(1)>';
  test.each([
    ['markup without seal', { version: '1', lead: evil, rest: '' }],
    ['markup with a seal of another', { version: '1', lead: evil, rest: '', seal: 'copied' }],
    ['no markup at all', 'words'],
    ['a list', [evil]],
    ['null', null],
  ])('%s beside a text is not believed', async (_name, value) => {
    const { read, where } = await openOne(admin);
    const [row] = await db().select().from(forumComments).where(where);
    const put = JSON.stringify(value).replace('copied', row?.rendered?.seal ?? '');
    expect(await read()).toBe('<p>As written</p>');
    await db()
      .update(forumComments)
      .set({ rendered: sql`${put}::jsonb` })
      .where(where);
    expect(await read()).toBe('<p>As written</p>');
  });

  test('what was rendered of a text is forgotten where the text alone is changed', async () => {
    const { read, where } = await openOne(admin);
    await db()
      .update(forumComments)
      .set({ body: paragraphs('By hand') })
      .where(where);
    expect((await db().select().from(forumComments).where(where))[0]?.rendered).toBeNull();
    expect(await read()).toBe('<p>By hand</p>');
  });
});

async function sentNewsletter() {
  const [row] = await db()
    .insert(schema.newsletters)
    .values({
      subject: 'Letter',
      language: 'en',
      list: 'newsletter',
      body: paragraphs('Dear members'),
      status: 'sent',
      finishedAt: new Date(),
      printed: [],
    })
    .returning();
  return { id: row?.id ?? '' };
}

/** All that the schema names. */
const everything: RichText = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      attrs: { indent: 2 },
      content: [
        { type: 'text', text: 'a', marks: [{ type: 'bold' }, { type: 'italic' }] },
        { type: 'text', text: 'b', marks: [{ type: 'underline' }, { type: 'strike' }] },
        { type: 'text', text: 'c', marks: [{ type: 'superscript' }] },
        { type: 'text', text: 'd', marks: [{ type: 'subscript' }] },
        { type: 'hardBreak' },
        {
          type: 'text',
          text: 'e',
          marks: [{ type: 'link', attrs: { href: 'https://a.example' } }],
        },
        { type: 'text', text: 'f', marks: [{ type: 'link', attrs: { href: '/about' } }] },
      ],
    },
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'g & h' }] },
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'i' }] },
    { type: 'bulletList', content: [{ type: 'listItem', content: paragraphs('j').content }] },
    {
      type: 'orderedList',
      attrs: { start: 3 },
      content: [{ type: 'listItem', content: paragraphs('k').content }],
    },
    { type: 'blockquote', content: paragraphs('l, C-131/12').content },
    ...tableOf([
      [paragraphs('m').content, paragraphs('"n"').content],
      [paragraphs('C-131/12').content],
    ]),
    {
      type: 'picture',
      attrs: {
        id: '01890a5d-ac96-774b-bcce-b302099a8057',
        width: 200,
        height: 100,
        alt: 'o, C-131/12',
        caption: 'p, C-131/12',
      },
    },
  ],
};

const pictureAt = '/pictures/01890a5d-ac96-774b-bcce-b302099a8057/200';

test('what a text is rendered to changes only with the number of the renderer', () => {
  // If this fails, raise `renderer`: what was rendered before is made anew then.
  const { version, lead, rest } = renderText(everything, { hasAnchors: true });
  expect(version).toMatch(/^5-/);
  expect(lead).toBe(
    '<p data-indent="2"><em><strong>a</strong></em><s><u>b</u></s><sup>c</sup><sub>d</sub><br/>' +
      '<a href="https://a.example" rel="noreferrer nofollow">e</a><a href="/about">f</a></p>',
  );
  expect(rest).toBe(
    '<h2 id="section-1">g &amp; h</h2><h3>i</h3><ul><li><p>j</p></li></ul>' +
      '<ol start="3"><li><p>k</p></li></ol><blockquote><p>l, <data value="C131/12">C-131/12</data></p></blockquote>' +
      '<div data-scroll="true" tabindex="0" role="region" aria-label="m, &quot;n&quot;"><table><thead><tr>' +
      '<th scope="col"><p>m</p></th><th scope="col"><p>&quot;n&quot;</p></th></tr></thead>' +
      '<tbody><tr><td><p><data value="C131/12">C-131/12</data></p></td><td><p></p></td></tr></tbody>' +
      '</table></div>' +
      `<figure><picture><source type="image/avif" srcSet="${pictureAt}.avif 200w" sizes="(min-width: 44rem) 42rem, 100vw"/>` +
      `<source type="image/webp" srcSet="${pictureAt}.webp 200w" sizes="(min-width: 44rem) 42rem, 100vw"/>` +
      `<img src="${pictureAt}.jpeg" srcSet="${pictureAt}.jpeg 200w" sizes="(min-width: 44rem) 42rem, 100vw" ` +
      'width="200" height="100" alt="o, C-131/12" loading="lazy" decoding="async"/></picture>' +
      '<figcaption>p, <data value="C131/12">C-131/12</data></figcaption></figure>',
  );
});

test('pictures of a preview are asked for with its secret, whatever was rendered before', () => {
  const row = { body: everything, rendered: renderText(everything) };
  expect(withHtml(row).html).not.toContain('preview');
  const addresses = withHtml(row, { preview: 'a b' }).html.match(/\/pictures\/[^" ]+/g) ?? [];
  expect(addresses).toHaveLength(4);
  for (const address of addresses) expect(address).toMatch(/\?preview=a%20b$/);
});

test('a text that cites very often has as many links as can be read, and all of its words', () => {
  const html = htmlOf({ body: paragraphs('C-131/12 '.repeat(2_000).trim()) });
  const linked = withCitations(html, () => ({ href: '/decisions/x' }));
  expect(linked.match(/<a /g)).toHaveLength(500);
  expect(linked.match(/C-131\/12/g)).toHaveLength(2_000);
  expect(linked).not.toContain('<data');
});

test('a citation is marked as what it is, whatever characters are in it, and not within a link', () => {
  const html = htmlOf({ body: paragraphs('<i> and the AT&T judgment') });
  expect(html).toBe(
    '<p>&lt;i&gt; and the <data value="name:AT&amp;T">AT&amp;T</data> judgment</p>',
  );
  expect(citationsIn(html)).toEqual(['name:AT&T']);
  const linked = withCitations(html, (key) => ({ href: `/${key}"<` }));
  expect(linked).toBe(
    '<p>&lt;i&gt; and the <a href="/name:AT&amp;T&quot;&lt;">AT&amp;T</a> judgment</p>',
  );
  const block: Block = {
    type: 'paragraph',
    content: [
      { type: 'text', text: 'C-131/12', marks: [{ type: 'link', attrs: { href: '/about' } }] },
    ],
  };
  const body: RichText = { type: 'doc', content: [block] };
  expect(htmlOf({ body })).toBe('<p><a href="/about">C-131/12</a></p>');
});
