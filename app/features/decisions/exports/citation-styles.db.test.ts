import { beforeAll, expect, test } from 'vitest';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { importDecisions } from '~/features/decisions/imports/imports.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { anonymous, commandLine } from '~/policy/actor';
import { askRoute } from '../../../../tests/support/site/route-request';

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
});

test('each style writes the citation as its readers expect it', async () => {
  const page: unknown = await askRoute({
    actor: anonymous,
    pattern: '/decisions/:identifier',
    params: { identifier: 'ECLI:EU:C:2014:238' },
  });
  const name = 'Digital Rights Ireland and Others';
  expect(Object(page).citations).toEqual([
    {
      style: 'cjeu',
      text: `Judgment of 8 April 2014, ${name}, C-293/12 and C-594/12, EU:C:2014:238`,
    },
    { style: 'oscola', text: `Joined Cases C-293/12 and C-594/12 ${name} EU:C:2014:238` },
    {
      style: 'french',
      text: `CJUE, 8 avril 2014, aff. C-293/12 et C-594/12, ${name}, ECLI:EU:C:2014:238`,
    },
    {
      style: 'german',
      text: `EuGH, Urt. v. 8.4.2014 – C-293/12 und C-594/12, ECLI:EU:C:2014:238 – ${name}`,
    },
    { style: 'short', text: `${name} (CJEU 2014)` },
  ]);
});

test('the General Court is named as what it is, and a decision without a name is cited by its number', async () => {
  const ecli = 'ECLI:EU:T:2023:219';
  const row = { ecli, court: 'EU:T', decidedOn: '2023-04-26', caseNumbers: ['T-557/20'] };
  await importDecisions(commandLine, JSON.stringify([row]), {
    isDryRun: false,
    fileName: 'x.json',
  });
  const page: unknown = await askRoute({
    actor: anonymous,
    pattern: '/decisions/:identifier',
    params: { identifier: ecli },
  });
  expect(Object(page).citations).toEqual([
    { style: 'cjeu', text: 'Judgment of 26 April 2023, T-557/20, EU:T:2023:219' },
    { style: 'oscola', text: 'Case T-557/20 EU:T:2023:219' },
    { style: 'french', text: 'Trib. UE, 26 avril 2023, aff. T-557/20, ECLI:EU:T:2023:219' },
    { style: 'german', text: 'EuG, Urt. v. 26.4.2023 – T-557/20, ECLI:EU:T:2023:219' },
    { style: 'short', text: 'T-557/20 (GC 2023)' },
  ]);
  const spelt = askRoute({
    actor: anonymous,
    pattern: '/decisions/:identifier',
    params: { identifier: 'EU:T:2023:219' },
    address: '/decisions/EU:T:2023:219?country=DE',
  });
  const answer = await spelt.catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw new Error('It leads nowhere');
  expect(answer.headers.get('Location')).toBe('/decisions/ECLI:EU:T:2023:219?country=DE');
});

test('the Court of Human Rights is abbreviated as French and German lawyers do', async () => {
  const ecli = 'ECLI:CE:ECHR:2021:0525JUD005817013';
  const place = { ecli, court: 'CE:ECHR', decidedOn: '2021-05-25' };
  const row = { ...place, caseNumbers: ['58170/13'], names: ['Big Brother Watch'] };
  await importDecisions(commandLine, JSON.stringify([row]), {
    isDryRun: false,
    fileName: 'x.json',
  });
  const page: unknown = await askRoute({
    actor: anonymous,
    pattern: '/decisions/:identifier',
    params: { identifier: ecli },
  });
  expect(Object(page).citations).toMatchObject([
    {},
    {},
    { text: `CEDH, 25 mai 2021, n° 58170/13, Big Brother Watch, ${ecli}` },
    { text: `EGMR, Urt. v. 25.5.2021 – 58170/13, ${ecli} – Big Brother Watch` },
    {},
  ]);
});
