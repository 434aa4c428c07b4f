import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { db, schema } from '~/db/db.server';
import { makeArticle, makeEvent, makeUser, paragraphs } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { getMentionKeys } from './mentions.server';
import { renderTexts } from '~/features/writing/rendered-texts/render-texts.job.server';
import { type Actor, anonymous, type SignedInActor } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import {
  commentsOf,
  makeCategory,
  openTopic,
  reply,
} from '../../../../tests/support/texts/forum-setup';

const { decisionRecords } = schema;
const membersOnly = 'ECLI:NL:GHAMS:2023:793';
let member: Actor;
let admin: SignedInActor;

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
  member = actorOf(await makeUser(db()));
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const shown = z.object({
  html: z.string(),
  notes: z.array(z.object({ html: z.string() })).optional(),
  decisions: z.array(z.object({ address: z.string().nullable() })).optional(),
});

async function articleFor(actor: Actor, id: string) {
  const answer = await askRoute({ actor, pattern: '/article/:id', params: { id } });
  return z.object({ article: shown }).parse(answer).article;
}

async function articleAbout(text: string) {
  const { slug } = await makeArticle(db(), { body: paragraphs(text) });
  return async (actor: Actor) => {
    return (await articleFor(actor, slug)).html;
  };
}

test('an article links what it cites to the page of the decision, with what its card says', async () => {
  const read = await articleAbout('See C-131/12, Schrems II & ECLI:EU:C:2023:370; not C-999/99.');
  const html = await read(anonymous);
  expect(html).toContain('<a href="/decisions/ECLI:EU:C:2014:317" data-decision="');
  expect(html).toContain('>C-131/12</a>');
  expect(html).toContain('href="/decisions/ECLI:EU:C:2020:559"');
  expect(html).toContain('>ECLI:EU:C:2023:370</a>; not C-999/99.');
  expect(html).toContain('&quot;name&quot;:&quot;Google Spain and Google&quot;');
});

test('what a card says comes with the first link to its decision on a page, and with no other', async () => {
  const read = await articleAbout('C-131/12, C-300/21, C-131/12 and again C-131/12.');
  const html = await read(anonymous);
  expect(html.match(/href="\/decisions\/ECLI:EU:C:2014:317"/g)).toHaveLength(3);
  expect(html.match(/data-decision=/g)).toHaveLength(2);
  const category = await makeCategory(admin);
  const body = paragraphs('C-131/12 '.repeat(2_000));
  const topic = await openTopic(admin, { category: category.slug, body });
  await reply(admin, topic, 'C-131/12 '.repeat(2_000));
  const comments = await commentsOf(admin, topic);
  expect(comments).toHaveLength(2);
  const shownThere = comments.map((comment) => comment.html).join('');
  expect(shownThere.match(/data-decision=/g)).toHaveLength(1);
  expect(shownThere.length).toBeLessThan(150_000);
});

test('a footnote links what it cites, and shows its other characters as they are', async () => {
  const { slug } = await makeArticle(db(), { footnotes: ['<b> & C-131/12', membersOnly] });
  const { notes } = await articleFor(anonymous, slug);
  expect(notes?.[0]?.html).toMatch(/^&lt;b&gt; &amp; <a href="[^"]+" data-decision="[^"]+">C-131/);
  expect(notes?.[1]?.html).toBe(membersOnly);
});

test('a decision for members is a link for members, and mere words for visitors', async () => {
  const read = await articleAbout(`As ${membersOnly} shows.`);
  expect(await read(member)).toContain(`<a href="/decisions/${membersOnly}"`);
  expect(await read(anonymous)).toBe(`<p>As ${membersOnly} shows.</p>`);
});

test.each([
  ['KHO:2021:123', 'KHO 2021:123'],
  ['18-14.213', 'Cass. com., n° 18-14.213'],
  ['1234/20.5T8LSB.L1', 'processo n.º 1234/20.5T8LSB.L1'],
  ['Kfv.III.37.123/2020', 'Kfv.III.37.123/2020/8.'],
  ['5Cdo/123/2020', 'sp. zn. 5Cdo/123/2020'],
  ['3-20-1234', 'haldusasjas nr 3-20-1234/15'],
])(
  'a decision is linked by its number %s, without a stroke before a year',
  async (number, words) => {
    const identifier = `DPJ:TEST:${number.replaceAll('/', '-')}`;
    await db()
      .insert(decisionRecords)
      .values({
        identifier,
        isEcli: false,
        court: 'EU:C',
        caseNumbers: [number],
        decidedOn: '2021-05-12',
        type: 'judgment',
        visibility: 'public',
        state: 'checked',
      });
    const read = await articleAbout(`As in ${words} it was held.`);
    expect(await read(anonymous)).toContain(`<a href="/decisions/${identifier}"`);
    const other = await articleAbout('application no. 1234/20 and 123/2020');
    expect(await other(anonymous)).not.toContain(identifier);
  },
);

test('a citation becomes a link when its decision comes, and words again when it goes', async () => {
  const read = await articleAbout('C-1/99 is awaited.');
  expect(await read(anonymous)).toBe('<p>C-1/99 is awaited.</p>');
  const identifier = 'ECLI:EU:C:2001:1';
  await db()
    .insert(decisionRecords)
    .values({
      identifier,
      isEcli: true,
      court: 'EU:C',
      caseNumbers: ['C-1/99'],
      decidedOn: '2001-01-09',
      type: 'judgment',
      visibility: 'public',
      state: 'checked',
    });
  expect(await read(anonymous)).toContain(`href="/decisions/${identifier}"`);
  const isIt = eq(decisionRecords.identifier, identifier);
  await db().update(decisionRecords).set({ state: 'withdrawn' }).where(isIt);
  expect(await read(anonymous)).toBe('<p>C-1/99 is awaited.</p>');
});

test('a number of several decisions links the judgment among them, else none', async () => {
  const read = await articleAbout('C-2/99 is disputed.');
  const decision = { isEcli: true, court: 'EU:C', decidedOn: '2001-01-09' } as const;
  const listed = { visibility: 'public', state: 'checked' } as const;
  const add = (identifier: string, type: 'judgment' | 'opinion') =>
    db()
      .insert(decisionRecords)
      .values({ ...decision, ...listed, caseNumbers: ['C-2/99'], identifier, type });
  await add('ECLI:EU:C:2001:2', 'opinion');
  await add('ECLI:EU:C:2001:3', 'judgment');
  expect(await read(anonymous)).toContain('href="/decisions/ECLI:EU:C:2001:3"');
  await add('ECLI:EU:C:2001:4', 'judgment');
  expect(await read(anonymous)).toBe('<p>C-2/99 is disputed.</p>');
});

test('events and comments in the forum link what they cite', async () => {
  const body = paragraphs('On C-131/12');
  const { slug } = await makeEvent(db(), { body });
  const asked = { actor: anonymous, pattern: '/events/:slug', params: { slug } };
  const { event } = z.object({ event: shown }).parse(await askRoute(asked));
  expect(event.html).toContain('href="/decisions/ECLI:EU:C:2014:317"');
  const category = await makeCategory(admin);
  const topic = await openTopic(admin, { category: category.slug, body });
  const [comment] = await commentsOf(admin, topic);
  expect(comment?.html).toContain('href="/decisions/ECLI:EU:C:2014:317"');
});

test('a number without a stroke links its decision, and the text is among what mentions it', async () => {
  const identifier = 'ECLI:DE:BVerwG:2016:270116U6C15.10.0';
  const facts = { isEcli: true, court: 'EU:C', decidedOn: '2016-01-27', type: 'judgment' } as const;
  const read = await articleAbout('Wie in 6 C 15.10 entschieden');
  await db()
    .insert(decisionRecords)
    .values({
      ...facts,
      identifier,
      caseNumbers: ['6 C 15.10'],
      visibility: 'public',
      state: 'checked',
    });
  expect(await read(anonymous)).toContain(`href="/decisions/${identifier}"`);
  expect(await getMentionKeys(anonymous, identifier)).toContain('6C1510');
  await renderTexts.run({});
  const citing = await db().execute(sql`select from articles where citations @> array['6C1510']`);
  expect(citing.rows).toHaveLength(1);
});

test('a provision leads to the decisions on its article, where there are any', async () => {
  const read = await articleAbout('Art. 82 Abs. 1 DSGVO & art. 98 RGPD; article 6 of the law');
  const html = await read(anonymous);
  expect(html).toContain(
    '<a href="/provisions/gdpr/82">Art. 82 Abs. 1 DSGVO</a> &amp; art. 98 RGPD;',
  );
  expect(html).not.toContain('gdpr/6');
});

test('a provision on which there are only decisions for members is mere words for visitors', async () => {
  const read = await articleAbout('Article 97 of the AI Act');
  const facts = { isEcli: true, court: 'EU:C', decidedOn: '2001-01-09', type: 'judgment' } as const;
  await db()
    .insert(decisionRecords)
    .values({
      ...facts,
      identifier: 'ECLI:EU:C:2001:97',
      caseNumbers: ['C-97/99'],
      provisions: ['ai-act/97'],
      visibility: 'members',
      state: 'checked',
    });
  expect(await read(member)).toContain('<a href="/provisions/ai-act/97">');
  expect(await read(anonymous)).toBe('<p>Article 97 of the AI Act</p>');
});

test('a name said to be that of a judgment links it', async () => {
  const read = await articleAbout('l’arrêt Digital Rights Ireland; Google Spain is a company');
  const html = await read(anonymous);
  expect(html).toContain('href="/decisions/ECLI:EU:C:2014:238"');
  expect(html).toContain('; Google Spain is a company');
});

test('the list of decisions beside a text leads to their pages for those who may open them', async () => {
  const facts = { caseNumber: '', name: '', court: 'A court', dateDecided: '2023-04-04' };
  const ecli = membersOnly;
  await db()
    .insert(schema.decisions)
    .values({ ...facts, ecli, sourceUrl: null })
    .onConflictDoNothing();
  const { slug } = await makeArticle(db(), { decisions: [ecli] });
  const ask = async (actor: Actor) => {
    return (await articleFor(actor, slug)).decisions?.map(({ address }) => address);
  };
  expect(await ask(member)).toEqual([`/decisions/${ecli}`]);
  expect(await ask(anonymous)).toEqual([null]);
});
