import { beforeAll, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { makeUser } from '~/db/factories.server';
import { formValues } from '~/features/content/editor/content-lines';
import { answerEditForm } from '~/features/content/editor/edit-text.server';
import { getTextForEditing } from '~/features/content/publishing/texts.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { writeNews } from '../../../../tests/support/texts/texts';
import { resolveDecisions } from './cited-decisions.server';
import { decisionsField } from './content-rows';

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
});

const resolve = (...rows: Record<string, string>[]) =>
  resolveDecisions(
    decisionsField.parse(JSON.stringify(rows)),
    rows.map((_, at) => at),
  );
const austrianPost = 'ECLI:EU:C:2023:370';

test.each(['ECLI:EU:C:2023:370', 'ecli:eu:c:2023:370', 'C-300/21', 'c-300/21'])(
  'a decision of the site is found by %s',
  async (decision) => {
    const { cited, fieldErrors } = await resolve({ decision });
    expect(fieldErrors).toEqual({});
    expect(cited).toMatchObject([{ ecli: austrianPost, caseNumber: 'C-300/21' }]);
  },
);

test('what is named twice is cited once, and what was typed changes nothing of the site’s own', async () => {
  const typed = { court: 'Another court', dateDecided: '2000-01-01' };
  const { cited } = await resolve(
    { decision: 'C-300/21' },
    { decision: '' },
    { decision: austrianPost, ...typed },
  );
  expect(cited).toHaveLength(1);
  expect(cited[0]?.dateDecided).toBe('2023-05-04');
});

test('a court of the Union is named in English, whatever the language of the text', async () => {
  const { cited } = await resolve({ decision: 'C-300/21' });
  expect(cited).toMatchObject([{ court: 'Court of Justice of the European Union' }]);
});

test('one that is not here is refused at its row until it is described', async () => {
  const decision = 'ECLI:EU:C:2099:7';
  const unknown = await resolve({ decision: 'C-300/21' }, { decision }, { decision: 'No such' });
  expect(unknown.fieldErrors).toEqual({
    'decisions.1.decision': 'form.decision-unknown',
    'decisions.2.decision': 'form.decision-unknown',
  });
  const described = { decision, court: 'Court of Justice', dateDecided: '2099-01-01' };
  expect((await resolve(described)).cited).toMatchObject([{ ecli: decision, sourceUrl: null }]);
  await db().insert(schema.decisions).values({
    ecli: decision,
    caseNumber: '',
    name: 'Known',
    court: 'C',
    dateDecided: '2099-01-01',
  });
  expect((await resolve({ decision })).cited).toMatchObject([{ name: 'Known' }]);
});

test('nothing of a decision for members is told in a text', async () => {
  const { cited, fieldErrors } = await resolve({ decision: 'ECLI:NL:GHAMS:2023:793' });
  expect(cited).toEqual([]);
  expect(Object.keys(fieldErrors)).toEqual(['decisions.0.decision']);
});

test('what the site says of its own decision can be saved again, however long its name is', async () => {
  const name = 'A v B '.repeat(49).trim();
  const described = {
    court: 'Court of Justice',
    dateDecided: '2023-05-04',
    caseNumber: name,
    name,
  };
  const { cited } = await resolve({ decision: austrianPost, ...described });
  expect(cited).toHaveLength(1);
});

test('where rows before it are empty, a refusal still stands at its own', async () => {
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const text = await writeNews(admin, {});
  const { content, row } = await getTextForEditing(admin, 'news', text.id);
  const given = new FormData();
  for (const [name, value] of Object.entries(formValues(content))) given.set(name, value);
  given.set('baseVersion', String(row.version));
  for (const name of ['body', 'versionName', 'publishAt']) given.set(name, '');
  given.set('intent', 'save');
  given.delete('pinned');
  for (const [at, decision] of ['', 'No such'].entries())
    given.set(`decisions.${at}.decision`, decision);
  expect(await answerEditForm(admin, text, given)).toMatchObject({
    data: { fieldErrors: { 'decisions.1.decision': 'form.decision-unknown' } },
  });
});
