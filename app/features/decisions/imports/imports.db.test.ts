import { aliasedTable, desc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { browseDecisions } from '~/features/decisions/browse/browse.server';
import { decisionQueryFrom } from '~/features/decisions/browse/decision-query';
import { getDecision } from '~/features/decisions/records/records.server';
import { toCsv } from '~/lib/csv';
import { anonymous, commandLine } from '~/policy/actor';
import { askRoute } from '../../../../tests/support/site/route-request';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { importDecisions } from './imports.server';
import { parseCsv } from './parse-csv';
import { undoImport } from './undo-import.server';

const { decisionCitations, decisionImports, decisionRecords, decisionVersions } = schema;

beforeAll(loadCourts);
beforeEach(async () => void (await db().delete(decisionRecords)));

const judgment = {
  ecli: 'ECLI:EU:C:2024:531',
  court: 'EU:C',
  decidedOn: '2024-06-20',
  caseNumbers: ['C-182/22'],
  names: ['Scalable Capital'],
  languages: ['de'],
  provisions: ['gdpr/82/1'],
  topics: ['damages'],
};
const take = (rows: readonly object[], isDryRun = false) =>
  importDecisions(commandLine, JSON.stringify(rows), { isDryRun, fileName: 'decisions.json' });

test('a dry run says what would happen and changes nothing', async () => {
  const report = { added: 1, changed: 0, unchanged: 0, errors: [] };
  expect(await take([judgment], true)).toEqual(report);
  expect(await db().$count(decisionRecords)).toBe(0);
  expect(await take([judgment])).toEqual(report);
  expect(await take([judgment])).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  expect(await getDecision(anonymous, judgment.ecli)).toMatchObject({ articles: ['gdpr/82'] });
});

test('a decision that is here, in whatever letter case, is changed and its version kept', async () => {
  await take([judgment]);
  const renamed = { ...judgment, ecli: 'ecli:eu:c:2024:531', names: ['Scalable'] };
  expect(await take([renamed])).toMatchObject({ added: 0, changed: 1 });
  const [record] = await db().select().from(decisionRecords);
  expect(record).toMatchObject({ identifier: judgment.ecli, names: ['Scalable'], version: 2 });
  const versions = await db()
    .select()
    .from(decisionVersions)
    .where(eq(decisionVersions.decision, record?.id ?? ''));
  expect(versions).toMatchObject([{ number: 1, content: { names: ['Scalable Capital'] } }]);
});

test('what a file does not say of a decision that is here stays, above all who may read it', async () => {
  const fine = { amount: 5_000, currency: 'EUR' };
  await take([{ ...judgment, visibility: 'members', outcome: 'upheld', fine }]);
  const { ecli, court, decidedOn } = judgment;
  const summaries = [{ language: 'en', text: 'Loss of control may be damage.', author: '' }];
  expect(await take([{ ecli, court, decidedOn, summaries }])).toMatchObject({ changed: 1 });
  const [record] = await db().select().from(decisionRecords);
  const { caseNumbers, names, provisions, topics } = judgment;
  const facts = { caseNumbers, names, provisions, topics };
  expect(record).toMatchObject({ ...facts, summaries, visibility: 'members', outcome: 'upheld' });
  expect(record).toMatchObject({ fineAmount: '5000.00', fineCurrency: 'EUR' });
  await expect(getDecision(anonymous, ecli)).rejects.toMatchObject({ code: 'error.not-found' });
});

test('what a decision cites comes with it, is linked, and goes when the import is undone', async () => {
  const named = { ecli: 'ECLI:EU:C:2023:370', decidedOn: '2023-05-04', caseNumbers: ['C-300/21'] };
  const other = { ...judgment, ...named, names: [] };
  const citing = { ...judgment, cites: [{ identifier: other.ecli }, judgment.ecli, 'C-1/99'] };
  expect(await take([citing, other])).toMatchObject({ added: 2, errors: [] });
  expect(await citationsOf(judgment.ecli)).toEqual([
    ['C-1/99', null],
    [other.ecli, other.ecli],
  ]);
  expect(await take([citing])).toMatchObject({ unchanged: 1 });
  const more = { ...judgment, cites: ['ecli:eu:c:2023:370', 'c-1/99', 'C-2/99'] };
  expect(await take([more])).toMatchObject({ changed: 1 });
  expect(await citationsOf(judgment.ecli)).toHaveLength(3);
  const [last] = await db()
    .select()
    .from(decisionImports)
    .orderBy(desc(decisionImports.importedAt));
  await undoImport(commandLine, last?.id ?? '');
  expect(await citationsOf(judgment.ecli)).toHaveLength(2);
  expect(await take([{ ...judgment, cites: [''] }])).toMatchObject({
    errors: [{ field: 'cites.0' }],
  });
});

async function citationsOf(identifier: string) {
  const cited = aliasedTable(decisionRecords, 'cited');
  const rows = await db()
    .select({ identifier: decisionCitations.identifier, named: cited.identifier })
    .from(decisionCitations)
    .innerJoin(decisionRecords, eq(decisionRecords.id, decisionCitations.citing))
    .leftJoin(cited, eq(cited.id, decisionCitations.cited))
    .where(eq(decisionRecords.identifier, identifier))
    .orderBy(decisionCitations.identifier);
  return rows.map(({ identifier: as, named }) => [as, named]);
}

test('a file with a mistake changes nothing and names each row and field', async () => {
  const rows = [
    judgment,
    { ...judgment, ecli: 'ECLI:EU' },
    { ...judgment, ecli: 'ECLI:EU:C:2024:1', court: 'XX:Y' },
    { ...judgment, ecli: 'ECLI:EU:C:2024:2', decidedOn: 'soon', topics: ['weather'] },
    judgment,
  ];
  const { errors } = await take(rows);
  expect(errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
    '2 ecli',
    '3 court',
    '4 decidedOn',
    '4 topics',
    '5 identifier',
  ]);
  expect(await db().$count(decisionRecords)).toBe(0);
});

test('a day of publication is taken, refused before the decision or ahead, and taken back by the undoing', async () => {
  const publishedOn = '2024-06-24';
  expect(await take([judgment])).toMatchObject({ added: 1 });
  expect(await take([{ ...judgment, publishedOn }])).toMatchObject({ changed: 1 });
  const day = async () => (await getDecision(anonymous, judgment.ecli)).publishedOn;
  expect(await day()).toBe(publishedOn);
  expect(await take([judgment])).toMatchObject({ unchanged: 1 });
  for (const [change, problem] of [
    [{ publishedOn: '2024-06-19' }, 'form.published-before'],
    [{ publishedOn: '2999-01-01' }, 'form.published-ahead'],
    [{ publishedOn: 'soon' }, 'decision-import.problem.date'],
    // The file has another day of the decision, which does not fit what is here.
    [{ decidedOn: '2024-06-25' }, 'form.published-before'],
  ] as const)
    expect(await take([{ ...judgment, ...change }])).toMatchObject({
      errors: [{ row: 1, field: 'publishedOn', problem }],
    });
  const [last] = await db()
    .select()
    .from(decisionImports)
    .orderBy(desc(decisionImports.importedAt));
  await undoImport(commandLine, last?.id ?? '');
  expect(await day()).toBeNull();
});

test('a row of a record that was merged into another is refused', async () => {
  const other = 'ECLI:EU:C:2024:530';
  await take([judgment, { ...judgment, ecli: other }]);
  const [kept] = await db()
    .select({ id: decisionRecords.id })
    .from(decisionRecords)
    .where(eq(decisionRecords.identifier, judgment.ecli));
  const merged = { state: 'withdrawn', mergedInto: kept?.id } as const;
  await db().update(decisionRecords).set(merged).where(eq(decisionRecords.identifier, other));
  const { errors } = await take([judgment, { ...judgment, ecli: other, names: ['New'] }]);
  expect(errors).toMatchObject([{ row: 2, field: 'identifier' }]);
});

test('a court or day that the ECLI contradicts is named at its row', async () => {
  const human = { ecli: 'ECLI:CE:ECHR:2021:0525JUD005817013', court: 'CE:ECHR' };
  const { errors } = await take([
    { ...judgment, court: 'EU:T' },
    { ...judgment, decidedOn: '2023-06-20' },
    { ...human, decidedOn: '2021-05-26' },
    { ...human, decidedOn: '2021-05-25' },
  ]);
  expect(errors).toEqual([
    { row: 1, field: 'court', problem: 'form.ecli-other-court' },
    { row: 2, field: 'decidedOn', problem: 'form.ecli-other-year' },
    { row: 3, field: 'decidedOn', problem: 'form.ecli-other-day' },
  ]);
});

test('members and visitors import nothing', async () => {
  for (const role of ['USER', 'UNAUTHENTICATED'] as const) {
    const asked = importDecisions(actorWithRole(role), '[]', { isDryRun: true, fileName: 'x' });
    await expect(asked).rejects.toThrow('error.not-found');
  }
});

test.each(['csv', 'jsonl'])(
  'what was exported as %s is imported again unchanged',
  async (format) => {
    const summaries = [
      { language: 'de', text: 'A\nB', author: 'Ada' },
      { language: 'fr', text: 'C', author: '' },
    ];
    const headnotes = [
      { language: 'de', text: 'Zeugmatik', author: 'Bea' },
      { language: 'en', text: 'D', author: '' },
    ];
    const odd = {
      ...judgment,
      publishedOn: '2024-06-24',
      names: ['=SUM, "quoted"'],
      summaries,
      headnotes,
    };
    const cites = ['ECLI:EU:C:2023:370'];
    await take([
      { ...odd, cites },
      { ...judgment, ecli: null, identifier: 'DPJ:EU:C:2024:1' },
    ]);
    const answer = await askRoute({
      actor: anonymous,
      pattern: `/api/decisions.${format}`,
      address: `/api/decisions.${format}`,
    });
    if (!(answer instanceof Response)) throw new Error('No response');
    const file = await answer.text();
    expect(file).toContain('Zeugmatik');
    expect(file).toContain(
      format === 'csv'
        ? cites[0]
        : JSON.stringify({ cites: [{ identifier: cites[0] }] }).slice(1, -1),
    );
    const report = await importDecisions(commandLine, file, {
      isDryRun: false,
      fileName: `decisions.${format}`,
    });
    expect(report).toEqual({ added: 0, changed: 0, unchanged: 2, errors: [] });
  },
);

test('headnotes come beside summaries, are found by their words, and stay where a file has none', async () => {
  const headnotes = [{ language: 'en', text: 'Zeugmatic transfers need consent.', author: 'Ada' }];
  const summaries = [{ language: 'en', text: 'About a transfer.', author: '' }];
  await take([{ ...judgment, headnotes }]);
  await take([{ ...judgment, summaries }]);
  const { total, decisions } = await browseDecisions(
    anonymous,
    decisionQueryFrom(new URLSearchParams({ q: 'zeugmatic' })),
  );
  expect(total).toBe(1);
  const [{ language, text, author } = { language: '', text: '', author: '' }] = headnotes;
  const headnote = { language, text, author, kind: 'headnote' };
  expect(decisions[0]?.summaries).toEqual([...summaries, headnote]);
  const api: unknown = await askRoute({
    actor: anonymous,
    pattern: '/api/decisions/:identifier',
    params: { identifier: judgment.ecli },
  });
  if (!(api instanceof Response)) throw new Error('No response');
  expect(await api.json()).toMatchObject({ summaries, headnotes });
  const csv = 'ecli,court,decided_on,headnote_language,headnote\n';
  const wrong = `${csv}${judgment.ecli},EU:C,2024-06-20,latin,Words`;
  const file = { isDryRun: true, fileName: 'decisions.csv' };
  const { errors } = await importDecisions(commandLine, wrong, file);
  expect(errors).toMatchObject([{ row: 1, field: 'headnote_language' }]);
});

test('of two texts of one kind in one language none is taken', async () => {
  const text = { language: 'en', text: 'About a transfer.', author: '' };
  for (const field of ['summaries', 'headnotes']) {
    const { errors } = await take([{ ...judgment, [field]: [text, { ...text, text: 'Other.' }] }]);
    const problem = 'decision-import.problem.language-twice';
    expect(errors).toMatchObject([{ row: 1, field, problem }]);
  }
  expect(await db().$count(decisionRecords)).toBe(0);
});

test('one ECLI is one decision, however a file writes it, and is spelt as the court does', async () => {
  await take([judgment]);
  for (const ecli of ['ECLI: EU:C:2024:531', 'ECLI:EU:C:2024:531.', 'ecli:eu:c:2024:531'])
    expect(await take([{ ...judgment, ecli }]), ecli).toMatchObject({ added: 0, errors: [] });
  const german = { ...judgment, ecli: 'ecli:de:bverfg:2024:rs1', court: 'DE:BVERFG' };
  expect(await take([german])).toMatchObject({ added: 1 });
  const identifiers = (await db().select().from(decisionRecords)).map((one) => one.identifier);
  expect(identifiers.toSorted()).toEqual(['ECLI:DE:BVerfG:2024:rs1', 'ECLI:EU:C:2024:531']);
});

test('what the database cannot hold, or no court can have decided, is named at its row', async () => {
  const rows = [
    { ...judgment, decidedOn: '0000-01-01' },
    { ...judgment, ecli: 'ECLI:EU:C:1799:1', decidedOn: '1799-12-31' },
    { ...judgment, ecli: 'ECLI:EU:C:2999:2', decidedOn: '2999-01-01' },
    { ...judgment, ecli: 'ECLI:EU:C:2024:3', fine: { amount: 1e12, currency: 'EUR' } },
  ];
  const { errors } = await take(rows);
  expect(errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
    '1 decidedOn',
    '2 decidedOn',
    '3 decidedOn',
    '4 fine.amount',
  ]);
  expect(await take([{ ...judgment, names: ['', 'Scal\0able', 'Scalable'] }])).toMatchObject({
    added: 1,
  });
  expect(await getDecision(anonymous, judgment.ecli)).toMatchObject({ names: ['Scalable'] });
});

test('a table that we write is read back as it was', () => {
  const cells = ['"Schrems II" ruling', 'held:\n- one;\n- two; =three', '-5', "it's", '"', 'a;b,c'];
  const names = cells.map((_, at) => `column${at}`);
  const [row] = parseCsv(toCsv([names, cells]));
  expect(Object.values(row ?? {})).toEqual(cells);
  expect(parseCsv('names,court\n"Schrems II" ruling,EU:C')).toEqual([
    { names: '"Schrems II" ruling', court: 'EU:C' },
  ]);
});

test('CSV is read with quotes, line breaks and empty cells', () => {
  expect(parseCsv('a,b,c\r\n1,"x ""y"",\nz",\r\n,,\r\n2,3,4')).toEqual([
    { a: '1', b: 'x "y",\nz', c: '' },
    { a: '2', b: '3', c: '4' },
  ]);
});

test('a name that is not known is an error once, and no decision becomes public by it', async () => {
  const rows = [1, 2].map((number) => ({ ...judgment, ecli: undefined, identifier: `X${number}` }));
  const wrong = rows.map((row) => ({ ...row, visiblity: 'members' }));
  expect(await take(wrong)).toMatchObject({ errors: [{ row: 1, field: 'visiblity' }] });
  expect(await db().$count(decisionRecords)).toBe(0);
  const head = 'IDENTIFIER,Court,decided_on,case_numbers,Visibility';
  const csv = `${head}\nX3,EU:C,2023-05-04,C-300/21,members`;
  await importDecisions(commandLine, csv, { isDryRun: false, fileName: 'decisions.csv' });
  const [kept] = await db().select().from(decisionRecords);
  expect(kept).toMatchObject({ identifier: 'X3', visibility: 'members' });
});

test.each(['..', 'propose', 'a b', 'A/1'])('%s is no identifier', async (identifier) => {
  const { errors } = await take([{ ...judgment, ecli: undefined, identifier }]);
  expect(errors).toMatchObject([{ field: 'identifier' }]);
});
