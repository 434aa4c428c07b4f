import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { browseDecisions } from '~/features/decisions/browse/browse.server';
import { decisionQueryFrom } from '~/features/decisions/browse/decision-query';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { draftOfProposal } from '~/features/decisions/editor/decision-draft';
import { getDecision } from '~/features/decisions/records/records.server';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { person } from '../../../../tests/support/people/person';
import {
  rowsOf,
  savedFile,
  saveDetails,
  uploadedFile,
} from '../../../../tests/support/files/uploaded-file';
import { statusOf } from '../../../../tests/support/site/route-request';

const { decisionProposals, decisionRecords, intranetResources } = schema;
const german =
  'Bundesverfassungsgericht\nBeschluss\nvom 6. November 2019\n1 BvR 16/13\nECLI:DE:BVerfG:2019:rs20191106.1bvr001613';

let admin: SignedInActor;
let member: SignedInActor;
beforeAll(loadCourts);
beforeEach(async () => {
  await db().delete(decisionProposals);
  await db().delete(decisionRecords);
  await db().delete(intranetResources);
  admin = await person('ADMIN');
  member = await person('USER');
});

test('the fields beside the columns are proposed from the text, corrected, saved and found', async () => {
  const text = `JUDGMENT OF THE COURT (Grand Chamber)
8 April 2014
(Electronic communications – Directive 2006/24/EC – Consent – Articles 7 and 8 of the Charter)
In Joined Cases C‑293/12 and C‑594/12,
REQUESTS for a preliminary ruling in the proceedings
Digital Rights Ireland Ltd (C‑293/12)
v
Minister for Communications, Marine and Natural Resources,
ECLI:EU:C:2014:238
Article 7 of the Charter. Article 82(1) of Regulation (EU) 2016/679.`;
  const id = await uploadedFile(admin, text, { title: 'Digital_rights' });
  const [row = {}] = await rowsOf(admin, [id]);
  expect(row).toMatchObject({
    caseNumber: 'C-293/12',
    otherNumbers: 'C-594/12',
    otherNames: 'Digital Rights Ireland Ltd v Minister for Communications',
    formation: 'Grand Chamber',
    celex: '62012CJ0293',
    sourceUrl: 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:62012CJ0293',
    topics: 'consent',
    // Cited first, with the GDPR before all others.
    provisions: 'Article 82(1) GDPR\nArticle 7 of the Charter\nArticle 8 of the Charter',
  });
  const wrong = { ...row, provisions: 'Article 82(1) GDPR\nthe law' };
  expect(await saveDetails(admin, [wrong])).toMatchObject({
    data: {
      fieldErrors: { 'files.0.provisions.1': 'form.intake-provision' },
      values: { files: expect.stringContaining('the law') },
    },
  });
  const [early, ahead] = ['2014-04-07', '2999-01-01'].map((publishedOn) => ({
    ...row,
    publishedOn,
  }));
  expect(await saveDetails(admin, [early ?? {}])).toMatchObject({
    data: { fieldErrors: { 'files.0.publishedOn': 'form.published-before' } },
  });
  expect(await saveDetails(admin, [ahead ?? {}])).toMatchObject({
    data: { fieldErrors: { 'files.0.publishedOn': 'form.published-ahead' } },
  });
  const publishedOn = '2014-04-10';
  const changed = { publishedOn, outcome: 'invalid' };
  const corrected = { ...row, ...changed, provisions: 'art. 83, par. 2 RGPD\ncharter/8' };
  expect(await statusOf(saveDetails(admin, [{ ...corrected, topics: 'data-retention' }]))).toBe(
    302,
  );
  expect(await getDecision(anonymous, 'ECLI:EU:C:2014:238')).toMatchObject({
    caseNumbers: ['C-293/12', 'C-594/12'],
    names: ['Digital rights', 'Digital Rights Ireland Ltd v Minister for Communications'],
    provisions: ['gdpr/83/2', 'charter/8'],
    topics: ['data-retention'],
    outcome: 'invalid',
    publishedOn,
    formation: 'Grand Chamber',
    celex: '62012CJ0293',
    sourceUrl: 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:62012CJ0293',
  });
  // The file says it too, and what is saved goes before what its text proposes.
  expect(await savedFile(id)).toMatchObject({
    metadata: {
      judgment: { publishedOn, articles: ['Article 83(2) GDPR', 'Article 8 of the Charter'] },
    },
  });
  expect(await rowsOf(admin, [id])).toMatchObject([
    { publishedOn, provisions: 'Article 83(2) GDPR\nArticle 8 of the Charter' },
  ]);
});

test('a real judgment is proposed with what it cites, and found by provision', async () => {
  const text = readFileSync('content/library/google-spain-and-google.txt', 'utf8');
  const id = await uploadedFile(admin, text, { title: 'Google_Spain' });
  const [row = {}] = await rowsOf(admin, [id]);
  expect(row['provisions']?.split('\n')).toContain('Article 12(b) of Directive 95/46/EC');
  expect(row).toMatchObject({ celex: '62012CJ0131', topics: '' });
  expect(await statusOf(saveDetails(admin, [row]))).toBe(302);
  for (const asked of ['provision=dpd/12', 'provision=charter/7'])
    expect(
      await browseDecisions(anonymous, decisionQueryFrom(new URLSearchParams(asked))),
    ).toMatchObject({
      decisions: [{ identifier: 'ECLI:EU:C:2014:317' }],
    });
});

test('a proposal keeps all that was confirmed with its file, and is checked with it', async () => {
  const [row = {}] = await rowsOf(member, [await uploadedFile(member, `${german}\nArt. 17 DSGVO`)]);
  expect(row).toMatchObject({ provisions: 'Article 17 GDPR', celex: '', sourceUrl: '' });
  const sourceUrl = 'https://court.example/1';
  expect(
    await statusOf(
      saveDetails(member, [
        {
          ...row,
          topics: 'erasure\narchives',
          sourceUrl,
          formation: 'Second chamber',
          outcome: 'dismissed',
          otherNumbers: '12 K 34/56',
        },
      ]),
    ),
  ).toBe(302);
  const [proposal] = await db().select().from(decisionProposals);
  if (!proposal) throw new Error('Nothing was proposed');
  expect(proposal).toMatchObject({ topics: ['erasure', 'archives'], sourceUrl });
  // What the administrator or the correspondent begins with.
  expect(draftOfProposal(proposal)).toMatchObject({
    formation: 'Second chamber',
    outcome: 'dismissed',
    caseNumbers: [row['caseNumber'], '12 K 34/56'].join('\n'),
    names: proposal.name,
    provisions: JSON.stringify([{ instrument: 'gdpr', article: '17', paragraph: '', letter: '' }]),
    topics: 'erasure,archives',
  });
  expect(await savedFile(row['id'] ?? '')).toMatchObject({
    metadata: { judgment: { articles: ['Article 17 GDPR'], sourceUrl } },
  });
});
