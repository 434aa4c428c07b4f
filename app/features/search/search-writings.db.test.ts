import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db } from '~/db/db.server';
import { makeNewsItem, makeUser, paragraphs } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { searchSite } from '~/features/search/search.server';
import { snippetAround } from '~/features/search/snippet';
import { citationsAlone, parseQuery } from '~/features/decisions/query/parse-query';
import { citationKeys, journalPage } from '~/features/citations/citation-key';
import { actorOf } from '../../../tests/support/people/actors';

const wordsOf = (query: string) => parseQuery(query).parts.map(({ text }) => text);

let member: SignedInActor;

beforeAll(async () => {
  member = actorOf(await makeUser(db(), {}));
  await makeNewsItem(db(), { slug: 'dash', body: paragraphs('as held in No. 4711–0815') });
  await makeNewsItem(db(), { slug: 'hyphen', body: paragraphs('as held in No. 4712-0815') });
});

test('what is changed is found by what it says now', async () => {
  const { id } = await makeNewsItem(db(), { title: 'Aardvark' });
  expect((await searchSite(anonymous, { query: 'aardvarks' })).total).toBe(1);
  await db().execute(sql`update news_items set title = 'Capybara' where id = ${id}`);
  expect((await searchSite(anonymous, { query: 'aardvarks' })).total).toBe(0);
  expect((await searchSite(anonymous, { query: 'capybara' })).total).toBe(1);
});

test('a number is found whichever stroke stands in it', async () => {
  for (const query of ['4711–0815', '4711-0815', 'No. 4711—0815']) {
    expect((await searchSite(anonymous, { query })).results.map(({ key }) => key)).toEqual([
      'dash',
    ]);
  }
  for (const query of ['4712-0815', 'No. 4712–0815', '"4712−0815"']) {
    expect((await searchSite(anonymous, { query })).results.map(({ key }) => key)).toEqual([
      'hyphen',
    ]);
  }
});

describe('a case number or a name is found', () => {
  beforeAll(async () => {
    const titles = {
      court: 'Digital Rights Ireland C‑293/12, Vidal-Hall, Graz Linz',
      bulgarian: 'решение по дело С-340/21 и дело № 1234 по описа на ВАС за 2022 г.',
      greek: 'απόφαση Τ-670/16',
      polish: 'III OSK 2700/2021',
      french: 'pourvoi n° 18-26.744',
    };
    for (const title of Object.values(titles)) {
      await makeDocument(db(), { title, citations: citationKeys(title) });
    }
  });
  test.each([
    // Letters that look the same on another keyboard.
    ['С-293/12', 'Digital'],
    ['C-340/21', 'решение'],
    ['С-340/21', 'решение'],
    ['T-670/16', 'απόφαση'],
    // As Bulgarian courts write it.
    ['1234/2022', 'решение'],
    ['дело № 1234 по описа за 2022 г.', 'решение'],
    // In the name of a file, with a whole year or its end, with what tells the procedure.
    ['C-293-12', 'Digital'],
    ['c_293_12', 'Digital'],
    ['C-293/2012', 'Digital'],
    ['C-293/12P', 'Digital'],
    ['III OSK 2700/21', 'III OSK'],
    ['18-26744', 'pourvoi'],
    // With what the reader's own language puts before it.
    ['дело C-293/12', 'Digital'],
    ['υπόθεση C-293/12', 'Digital'],
    ['w sprawie C-293/12', 'Digital'],
    ['Aktenzeichen III OSK 2700/21', 'III OSK'],
    // Strokes that stand for themselves take nothing away, and those inside names join them.
    ['Graz - Linz', 'Digital'],
    ['- Linz', 'Digital'],
    ['Digital-Rights', 'Digital'],
    ['Vidal Hall', 'Digital'],
    ['digital\u200B\u00ADrights', 'nothing'],
    ['digi\u00ADtal\u200B rights', 'Digital'],
  ])('%s', async (query, expected) => {
    const { results } = await searchSite(member, { query });
    expect(results[0]?.title ?? 'nothing').toContain(expected);
  });

  test('and it is said when only the number was looked for', async () => {
    const { insteadOf, query } = await searchSite(member, { query: 'заседание C-293/12' });
    expect({ insteadOf, query }).toEqual({ insteadOf: 'заседание C-293/12', query: 'C-293/12' });
    expect((await searchSite(member, { query: 'C-293/12' })).insteadOf).toBeNull();
    expect((await searchSite(member, { query: '"заседание C-293/12"' })).results).toEqual([]);
    expect((await searchSite(member, { query: 'заседание C-293/12 -x' })).results).toEqual([]);
  });

  test('an exact phrase may stand between the quotation marks of any language', async () => {
    for (const marks of ['""', '“”', '„“', '«»', '„”']) {
      const [open = '', close = ''] = marks;
      const look = async (words: string) =>
        (await searchSite(member, { query: `${open}${words}${close}` })).results.length;
      expect([marks, await look('Digital Rights'), await look('Rights Digital')]).toEqual([
        marks,
        1,
        0,
      ]);
    }
  });
});

test('too short and odd queries are answered', async () => {
  for (const query of [
    '',
    ' ',
    'a',
    '"',
    '-',
    '%',
    "'",
    ':*',
    '<->',
    '\u0000ab',
    '\ud800ab',
    '-"',
    '"" or ""',
  ]) {
    expect((await searchSite(member, { query })).results).toEqual(expect.any(Array));
  }
});

test('the database reads citations by the same rules as the site', async () => {
  for (const text of [
    'In Case C‑131/12 and C-311/18, ECLI:EU:C:2014:317.',
    'II UZP 26/94; 1 BvR 16/13 (ECLI:DE:BVerfG:2019:rs20191106.1bvr001613).',
    'EU:C:2020:559, points 1 to 3; T 123/20; no. 12345/06',
    'nothing to see 2016 here',
    'ABl. EU 2012, C 131/12; ОВ C 131/12, ΕΕ C 131/12 and OJ C-131/12',
  ]) {
    const { rows } = await db().execute<{ keys: string[] }>(
      sql`select citation_keys(${text}) as keys`,
    );
    expect(rows[0]?.keys.toSorted()).toEqual(citationKeys(text).toSorted());
  }
});

test('the database knows the pages of official journals by the same pattern', async () => {
  const { rows } = await db().execute<{ prosrc: string }>(
    sql`select prosrc from pg_proc where proname = 'citation_keys'`,
  );
  const [, pattern] = rows[0]?.prosrc.split('$page$') ?? [];
  const { source } = journalPage;
  expect(pattern).toBe(
    source.replaceAll(String.raw`\p{L}\p{N}`, '[:alnum:]').replaceAll('\\/', '/'),
  );
});

test('queries are taken apart', () => {
  expect(parseQuery('Schrems C-311/18')).toMatchObject({
    citations: [['C311/18', 'C311/2018', 'C311/1918']],
  });
  expect(wordsOf('Schrems C-311/18')).toEqual(['Schrems']);
  expect(wordsOf('Case C 311/18')).toEqual([]);
  expect(parseQuery('EU:C:2020:559').citations).toEqual([['ECLIEUC2020559']]);
  expect(parseQuery('eu c 2020 559').citations).toEqual([['ECLIEUC2020559']]);
  expect(parseQuery('data -transfer')).toMatchObject({ unwanted: ['transfer'], citations: [] });
  expect(wordsOf('data -transfer')).toEqual(['data']);
  expect(parseQuery('"C-311/18 and"').citations).toEqual([]);
  expect(wordsOf('"C-311/18 and"')).toEqual(['"C-311/18 and"']);
});

test('a quotation mark without the other is none', () => {
  expect(wordsOf('"scoring')).toEqual(['scoring']);
  expect(wordsOf('"right of access" "scoring')).toEqual(['"right of access"', 'scoring']);
});

test('filters and provisions are no words of a query', () => {
  expect(parseQuery('damages court:"Hoge Raad" country:nl article:82')).toMatchObject({
    filters: {
      courts: ['Hoge Raad'],
      countries: ['NL'],
      articles: [{ article: '82', paragraph: null }],
    },
  });
  for (const value of ['82(1)', '"82(1) GDPR"', '"Art. 82 Abs. 1 DSGVO"', 'gdpr/82/1/a']) {
    const [article] = parseQuery(`article:${value}`).filters.articles;
    expect(article).toMatchObject({ article: '82', paragraph: '1' });
  }
  expect(parseQuery('country:Österreich country:"United Kingdom"').filters.countries).toEqual([
    'AT',
    'GB',
  ]);
  expect(parseQuery("article:' damages").filters.articles).toEqual([]);
  for (const [value, court] of [
    ['EuGH', 'Court of Justice of the European Union'],
    ['СЕС', 'Court of Justice of the European Union'],
    ['CEDU', 'European Court of Human Rights'],
  ])
    expect(parseQuery(`court:${value}`).filters.courts).toEqual([court]);
  expect(parseQuery('country:UK').filters.countries).toEqual(['GB']);
  expect(parseQuery('country:Holland').filters.countries).toEqual(['NL']);
  for (const query of [
    'Artikel 82 Abs. 1 DSGVO',
    'article 82(1) RGPD',
    'GDPR Art. 82(1)',
    'чл. 82, ал. 1 ОРЗД',
    'art. 82 ust. 1 RODO',
    'άρθρο 82 παρ. 1 ΓΚΠΔ',
  ]) {
    expect([query, parseQuery(query).provisions, parseQuery(query).parts]).toEqual([
      query,
      [{ article: '82', paragraph: '1', letter: null, act: 'gdpr', instrument: 'gdpr' }],
      [],
    ]);
  }
});

test.each([
  ['Art. 6 Abs. 1 lit. f DSGVO', '6', '1', 'f', 'gdpr'],
  ['art. 15§3 RGPD', '15', '3', null, 'gdpr'],
  ['15(1)(c) GDPR', '15', '1', 'c', 'gdpr'],
  ['Art. 82 III DSGVO', '82', '3', null, 'gdpr'],
  ['чл. 15, пар. 1, б. в) ОРЗД', '15', '1', 'c', 'gdpr'],
  ['чл. 17 от Регламент (ЕС) 2016/679', '17', null, null, 'gdpr'],
  ['Article 15(1) Directive 2002/58', '15', '1', null, 'eprivacy'],
  ['art. 2(b) Directive 95/46/EC', '2', null, 'b', 'dpd'],
  ['Article 82(2) of Regulation 2016/679', '82', '2', null, 'gdpr'],
  ['Art. 82 der Verordnung (EU) Nr. 2016/679', '82', null, null, 'gdpr'],
  ['art. 82 rozporządzenia 2016/679', '82', null, null, 'gdpr'],
  ['Art. 6 Abs. 1 Buchst. f DSGVO', '6', '1', 'f', 'gdpr'],
  ['article 6, paragraphe 1, sous f), du RGPD', '6', '1', 'f', 'gdpr'],
  ['articolo 15, lettera h) GDPR', '15', null, 'h', 'gdpr'],
  ['άρθρο 6 παράγραφος 1 στοιχείο στ) ΓΚΠΔ', '6', '1', 'f', 'gdpr'],
  ['άρθρο 15 στοιχείο η) ΓΚΠΔ', '15', null, 'h', 'gdpr'],
  ['article 8 Charter', '8', null, null, 'charter'],
  ['Article 3 of Regulation (EU) 2018/1725', '3', null, null, 'eudpr'],
  ['Article 12 of Directive 2016/681', '12', null, null, 'pnr'],
  ['Article 6 of Directive 2006/24/EC', '6', null, null, 'data-retention'],
])('the parts of a provision are read: %s', (query, article, paragraph, letter, act) => {
  expect(parseQuery(query)).toMatchObject({
    provisions: [{ article, paragraph, letter, act }],
    parts: [],
    citations: [],
  });
});

test.each([
  'Article 15(3) of Regulation (EU) 2016/679 of the European Parliament and of the Council',
  'Art. 15 Abs. 3 der Verordnung (EU) 2016/679 des Europäischen Parlaments und des Rates',
  'article 15, paragraphe 3, du règlement (UE) 2016/679 du Parlement européen et du Conseil',
  'articolo 15, paragrafo 3, del regolamento (UE) 2016/679 del Parlamento europeo e del Consiglio',
  'artículo 15, apartado 3, del Reglamento (UE) 2016/679 del Parlamento Europeo y del Consejo',
  'член 15, параграф 3 от Регламент (ЕС) 2016/679 на Европейския парламент и на Съвета',
  'άρθρο 15 παρ. 3 του κανονισμού (ΕΕ) 2016/679 του Ευρωπαϊκού Κοινοβουλίου και του Συμβουλίου',
  'art. 15 ust. 3 rozporządzenia Parlamentu Europejskiego i Rady (UE) 2016/679',
  'articolo 15, paragrafo 3, Regolamento UE 2016/679',
])('an act is the same with its full title: %s', (query) => {
  expect(parseQuery(query)).toMatchObject({
    provisions: [{ article: '15', paragraph: '3', act: 'gdpr' }],
    parts: [],
    citations: [],
  });
});

test.each([
  'Directive 95/46',
  'Directive (EU) 2016/680',
  'Regulation (EU) 2018/1725',
  'Directive 2006/24',
  'Directive 2016/681',
  'Regolamento UE 2016/679',
  'VO (EU) 2016/679',
])('the number of an act is none of a case: %s', (query) => {
  const { citations, parts } = parseQuery(query);
  expect(citations).toEqual([]);
  expect(parts).toMatchObject([{ text: `"${query}"` }]);
  expect(citationsAlone(`${query} and more`)).toBeNull();
});

test.each([
  ['Art. 82 DSGVO 1 BvR 16/13', '1 BvR 16/13'],
  ['DSGVO, 5 AZR 12/20 Schadenersatz', '5 AZR 12/20'],
])('the number of a case is whole after the name of an act: %s', (query, number) => {
  expect(citationsAlone(query)).toBe(number);
});

test('an elided word is no letter', () => {
  expect(parseQuery('article 8 sous l’angle').provisions).toMatchObject([{ letter: null }]);
});

test('a citation in another writing is marked in the text', () => {
  const parts = snippetAround('See the case C‑311/18, point 3.', {
    citations: ['C311/18'],
    lexemes: [],
  });
  expect(parts.find(({ isMarked }) => isMarked)?.text).toBe('C‑311/18');
  const other = snippetAround('Дело С-340/21, т. 3.', { citations: ['C340/21'], lexemes: [] });
  expect(other.find(({ isMarked }) => isMarked)?.text).toBe('С-340/21');
});
