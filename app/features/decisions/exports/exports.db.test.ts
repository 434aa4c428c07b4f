import { Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
import { Validator } from '@seriousme/openapi-schema-validator';
import { eq } from 'drizzle-orm';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import type { DecisionSummary } from '~/db/schema/decisions';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { decisionQueryFrom } from '~/features/decisions/browse/decision-query';
import { importDecisions } from '~/features/decisions/imports/imports.server';
import { parseEcliXml } from '~/features/decisions/imports/parse-ecli-xml.server';
import { type Actor, anonymous, commandLine } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import { exportList, withCited } from './exports.server';

const membersOnly = 'ECLI:NL:GHAMS:2023:793';
const damages = 'ECLI:EU:C:2023:370';
let member: Actor;

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
  member = actorOf(await makeUser(db()));
});

async function ask(address: string, actor: Actor = anonymous, headers?: HeadersInit) {
  const [path = ''] = address.split('?');
  const isOne = path.startsWith('/api/decisions/');
  const answer = await askRoute({
    actor,
    pattern: isOne ? '/api/decisions/:identifier' : path,
    params: isOne ? { identifier: path.slice('/api/decisions/'.length) } : {},
    address,
    ...(headers ? { headers } : {}),
  });
  if (!(answer instanceof Response)) throw new Error('No response');
  return answer;
}

const read = async (address: string, actor?: Actor) => (await ask(address, actor)).text();

test('the description of the interface is valid OpenAPI and names every address there is', async () => {
  const document: unknown = JSON.parse(await read('/api/openapi.json'));
  expect(await new Validator().validate(Object(document))).toMatchObject({ valid: true });
  expect(Object.keys(Object(Object(document).paths)).toSorted()).toEqual([
    '/api/decisions',
    '/api/decisions.atom',
    '/api/decisions.bib',
    '/api/decisions.csl.json',
    '/api/decisions.csv',
    '/api/decisions.jsonl',
    '/api/decisions.ris',
    '/api/decisions.xml',
    '/api/decisions/{identifier}',
  ]);
});

describe('the list for programs', () => {
  test('has the filters of the page, with total, facets and links to its other pages', async () => {
    const answer = await ask('/api/decisions?provision=gdpr/82&per_page=2&page=2&sort=oldest');
    const list: unknown = await answer.json();
    expect(list).toMatchObject({ total: 9, page: 2, perPage: 2, pages: 5 });
    expect(Object(list).decisions).toHaveLength(2);
    expect(Object(list).facets.country).toEqual([
      { value: 'EU', count: 8 },
      { value: 'DE', count: 1 },
    ]);
    expect(answer.headers.get('Link')).toContain('page=3&per_page=2>; rel="next"');
    expect(answer.headers.get('Link')).toContain('rel="prev"');
  });

  test.each(['per_page=101', 'per_page=0', 'page=x', 'page=-1', 'sort=loudest'])(
    'refuses %s and says why',
    async (query) => {
      const answer = await ask(`/api/decisions?${query}`);
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
        400,
        'application/problem+json',
      ]);
    },
  );

  test('says by its tag that nothing has changed, and may be read by other sites', async () => {
    const first = await ask('/api/decisions');
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    const again = await ask('/api/decisions', anonymous, { 'If-None-Match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(first.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const own = await ask('/api/decisions', member);
    expect(own.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

test('what is for members is in no list, file, feed or answer for visitors', async () => {
  const lists = ['', '.jsonl', '.csv', '.ris', '.bib', '.csl.json', '.xml', '.atom'].map(
    (ending) => `/api/decisions${ending}${ending === '' ? '?per_page=100' : ''}`,
  );
  for (const address of lists) {
    const said = [address, (await read(address)).includes('GHAMS:2023:793')];
    expect(said).toEqual([address, false]);
    const toMember = await read(
      address === '/api/decisions.atom' ? `${address}?country=NL` : address,
      member,
    );
    expect([address, toMember.includes('GHAMS:2023:793')]).toEqual([address, true]);
  }
  expect((await ask(`/api/decisions/${membersOnly}`)).status).toBe(404);
  expect((await ask(`/api/decisions/${membersOnly}?format=ris`)).status).toBe(404);
  expect((await ask(`/api/decisions/${membersOnly}`, member)).status).toBe(200);
});

const isOf = (identifier: string) => (found: unknown) => Object(found).identifier === identifier;
const citesOf = (found: unknown): unknown[] =>
  Object(found)
    .cites.map((cited: unknown) => Object(cited).identifier)
    .toSorted();

test('a file has every decision of the filter once', async () => {
  const lines = (await read('/api/decisions.jsonl?provision=gdpr/82')).trim().split('\n');
  const identifiers = lines.map((line) => String(Object(JSON.parse(line)).identifier));
  expect(new Set(identifiers).size).toBe(9);
  expect(identifiers).toContain(damages);
  const one: unknown = await (await ask(`/api/decisions/${damages}`)).json();
  const line = lines.map((text): unknown => JSON.parse(text)).find(isOf(damages));
  expect(citesOf(line)).toEqual(citesOf(one));
  expect(citesOf(line)).not.toEqual([]);
  const bytes = await (await ask('/api/decisions.csv')).arrayBuffer();
  const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const kindAt = csv.split('\r\n')[0]?.split(',').indexOf('court_kind') ?? -1;
  expect(csv.split('\r\n')[1]?.split(',')[kindAt]).toMatch(/^(court|tribunal|authority)$/);
  expect(csv.match(/\uFEFF/g)).toHaveLength(1);
  expect(csv.trim().split('\r\n')).toHaveLength(57);
});

describe('a citation is read by an independent reader', () => {
  test.each(['bibtex', 'ris', 'csl'])('as %s', async (format) => {
    const text = await read(`/api/decisions/${damages}?format=${format}`);
    const [found] = new Cite(text).data;
    expect(found).toMatchObject({
      title: expect.stringContaining('Österreichische Post'),
      URL: expect.stringContaining(`/decisions/${damages}`),
    });
    expect(JSON.stringify(found?.issued)).toContain('2023');
    expect(JSON.stringify(found)).toContain('C-300/21');
  });

  test('as BibTeX with its topics and provisions as keywords, also one with a comma', async () => {
    const topics = ['damages', 'archives'];
    const isIt = eq(schema.decisionRecords.identifier, damages);
    const [before] = await db().select().from(schema.decisionRecords).where(isIt);
    await db().update(schema.decisionRecords).set({ topics }).where(isIt);
    const text = await read(`/api/decisions/${damages}?format=bibtex`);
    await db().update(schema.decisionRecords).set({ topics: before?.topics }).where(isIt);
    expect(text).toContain('{Archives, research and statistics}, ');
    const [found] = new Cite(text).data;
    expect(String(found?.keyword).split(',')[0]).toBe('Compensation and liability');
    expect(found?.keyword).toContain('Article 82(1) GDPR');
  });

  test('for whole lists too', async () => {
    for (const ending of ['bib', 'ris', 'csl.json']) {
      const cited = new Cite(await read(`/api/decisions.${ending}`)).data;
      expect([ending, cited.length]).toEqual([ending, 56]);
    }
  });

  test('as ECLI metadata in XML, which are valid and say how each reference is related', async () => {
    const xml = await read(`/api/decisions/${damages}?format=ecli`);
    expect(problemsOf(xml)).toEqual([]);
    expect(xml).toContain(`<isVersionOf value="${damages}">`);
    expect(xml).toContain(
      '<references relation="reference">ECLI:AT:OGH0002:2021:0060OB00035.21X.0415.000</references>',
    );
    expect(xml).toContain(
      '<references lang="en" relation="provision">Article 82(1) GDPR</references>',
    );
    expect(parseEcliXml(xml)).toMatchObject([
      { ecli: damages, procedure: [{ kind: 'reference' }], provisions: ['gdpr/82/1'] },
    ]);
  });

  test('its topics by their names, its headnotes beside its summaries, and reads them again', async () => {
    const [before] = await db()
      .select({ summaries: schema.decisionRecords.summaries })
      .from(schema.decisionRecords)
      .where(eq(schema.decisionRecords.identifier, damages));
    const headnote = {
      language: 'en',
      text: 'Two points of law.',
      author: '',
      kind: 'headnote' as const,
    };
    const write = (summaries: DecisionSummary[]) =>
      db()
        .update(schema.decisionRecords)
        .set({ summaries })
        .where(eq(schema.decisionRecords.identifier, damages));
    await write([...(before?.summaries ?? []), headnote]);
    const xml = await read(`/api/decisions/${damages}?format=ecli`);
    expect(problemsOf(xml)).toEqual([]);
    expect(xml).toContain('<subject lang="en">Compensation and liability</subject>');
    expect(xml).toContain('<description lang="en">Two points of law.</description>');
    expect(parseEcliXml(xml)).toMatchObject([
      {
        topics: ['damages'],
        summaries: [{ language: 'en', text: before?.summaries[0]?.text }],
        headnotes: [{ language: 'en', text: 'Two points of law.' }],
      },
    ]);
    expect(await read(`/api/decisions/${damages}?format=ris`)).toContain(
      'KW  - Compensation and liability',
    );
    await write(before?.summaries ?? []);
  });

  test('the day of the decision and that of its publication each stand in their place', async () => {
    const publishedOn = '2023-05-08';
    await db()
      .update(schema.decisionRecords)
      .set({ publishedOn })
      .where(eq(schema.decisionRecords.identifier, damages));
    const xml = await read(`/api/decisions/${damages}?format=ecli`);
    expect(problemsOf(xml)).toEqual([]);
    expect(xml).toMatch(/<date>2023-05-04<\/date>.*<issued>2023-05-08<\/issued><references/s);
    expect(problemsOf(xml.replace('>2023-05-08<', '>soon<'))).not.toEqual([]);
    expect(await (await ask(`/api/decisions/${damages}`)).json()).toMatchObject({ publishedOn });
    expect(await read('/api/decisions.csv')).toContain(',2023-05-04,2023-05-08,judgment,');
    expect(await read('/api/decisions.jsonl')).toContain(`"publishedOn":"${publishedOn}"`);
    await db().update(schema.decisionRecords).set({ publishedOn: null });
    expect(await read(`/api/decisions/${damages}?format=ecli`)).not.toContain('<issued>');
  });

  test('a list of them is valid as well, with what each cites', async () => {
    await cite(damages, 'ECLI:EU:C:2014:317');
    const xml = await read('/api/decisions?format=ecli&per_page=100', member);
    expect(problemsOf(xml)).toEqual([]);
    expect(parseEcliXml(xml)).toHaveLength(57);
    const cited = '<references relation="cites">ECLI:EU:C:2014:317</references>';
    expect(xml).toContain(cited);
    expect(await read(`/api/decisions/${damages}?format=ecli`)).toContain(cited);
    expect(await read('/api/decisions.xml', member)).toContain(cited);
    const answer = await ask('/api/decisions?format=ecli&per_page=2');
    expect(answer.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    expect(answer.headers.get('Link')).toContain('format=ecli');
  });

  test('a file of the whole list is valid, also of none', async () => {
    const xml = await read('/api/decisions.xml?provision=gdpr/82');
    expect(problemsOf(xml)).toEqual([]);
    expect(parseEcliXml(xml)).toHaveLength(9);
    const none = await ask('/api/decisions.xml?year=1900');
    expect(none.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    expect(none.headers.get('Content-Disposition')).toContain('"decisions.xml"');
    expect(problemsOf(await none.text())).toEqual([]);
    expect(JSON.parse(await read('/api/decisions.csl.json?year=1900'))).toEqual([]);
  });

  test('a file of the whole list that is imported as it is changes nothing', async () => {
    const xml = await read('/api/decisions.xml', member);
    const report = { added: 0, changed: 0, unchanged: await db().$count(schema.decisionRecords) };
    const taken = { isDryRun: true, fileName: 'decisions.xml' };
    expect(await importDecisions(commandLine, xml, taken)).toEqual({ ...report, errors: [] });
  });

  test('a decision for members says so, and is read back as one', async () => {
    const xml = await read(`/api/decisions/${membersOnly}?format=ecli`, member);
    expect(problemsOf(xml)).toEqual([]);
    expect(xml).toContain('<accessRights>private</accessRights>');
    expect(parseEcliXml(xml)).toMatchObject([{ visibility: 'members' }]);
  });

  test('what a decision cites is said to nobody who may not find it', async () => {
    await cite(membersOnly, 'ECLI:EU:C:2014:317');
    const { decisions } = await exportList(
      member,
      decisionQueryFrom(new URLSearchParams({ country: 'NL' })),
      { perPage: 100, mayPropose: async () => false },
    );
    const citedFor = async (actor: Actor) =>
      (await withCited(actor, decisions)).find(({ identifier }) => identifier === membersOnly)
        ?.cites;
    expect(await citedFor(member)).toMatchObject([{ identifier: 'ECLI:EU:C:2014:317' }]);
    expect(await citedFor(anonymous)).toEqual([]);
  });

  test('a relation that the schema does not know is refused by it', async () => {
    const xml = await read(`/api/decisions/${damages}?format=ecli`);
    expect(problemsOf(xml.replace('relation="reference"', 'relation="other"'))).not.toEqual([]);
  });
});

const schemaOfEcli = XsdValidator.fromDoc(
  XmlDocument.fromBuffer(readFileSync('app/features/decisions/exports/ecli.xsd')),
);

/** What the schema finds wrong. */
function problemsOf(xml: string): string[] {
  const document = XmlDocument.fromString(xml);
  try {
    schemaOfEcli.validate(document);
    return [];
  } catch (error) {
    return error instanceof XmlValidateError
      ? error.details.map(({ message }) => message)
      : [String(error)];
  } finally {
    document.dispose();
  }
}

async function cite(citing: string, identifier: string) {
  const { decisionCitations, decisionRecords } = schema;
  const [found] = await db()
    .select({ id: decisionRecords.id })
    .from(decisionRecords)
    .where(eq(decisionRecords.identifier, citing));
  if (!found) throw new Error(`No ${citing}`);
  await db()
    .insert(decisionCitations)
    .values({ citing: found.id, identifier })
    .onConflictDoNothing();
}

test('a format that there is not is refused, and an ECLI may be written as the Court writes it', async () => {
  for (const address of [`/api/decisions/${damages}?format=xml`, '/api/decisions?format=csl'])
    expect([address, (await ask(address)).status]).toEqual([address, 400]);
  expect(await read(`/api/decisions/${damages}?format=json`)).toBe(
    await read(`/api/decisions/${damages}`),
  );
  const short = await read('/api/decisions/eu:c:2023:370');
  expect(JSON.parse(short)).toMatchObject({ identifier: damages });
  expect((await ask(`/api/decisions/${membersOnly.slice('ECLI:'.length)}`)).status).toBe(404);
});
