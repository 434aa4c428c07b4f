import { beforeEach, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { listOwnAuditEntries } from '~/features/identity/audit/audit-log.server';
import { db } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { getDocument } from '~/features/library/documents/documents.server';
import { getFolder } from '~/features/library/intranet/intranet.server';
import { listQueryFrom } from '~/features/library/intranet/entry-view';
import { configure } from '../../../../tests/support/database/configure';
import { person } from '../../../../tests/support/people/person';
import { askRoute } from '../../../../tests/support/site/route-request';
import { detailsSchema } from './details-schema';
import { judgmentFields } from './details-fields';
import { languagesFor, updateDetails } from './details.server';

const collection = 'userIntranet';

let [ada, ben, admin]: SignedInActor[] = [];
let folder: string;
let ids: Record<'english' | 'french' | 'unmarked', string>;

beforeEach(async () => {
  [ada, ben, admin] = [await person(), await person(), await person('ADMIN')];
  folder = (await makeFolder(db(), { user: ada.id })).id;
  const add = async (title: string, language: string | null) =>
    (await makeDocument(db(), { user: ada?.id, parent: folder, title, language })).id;
  ids = {
    english: await add('English', 'en'),
    french: await add('French', 'fr'),
    unmarked: await add('Unmarked', null),
  };
  configure({ INTRANET_LANGUAGES: 'en' });
});

const titlesFor = async (actor: SignedInActor | undefined) => {
  if (!actor) throw new Error('nobody asks');
  const look = { ...listQueryFrom(new URLSearchParams()), language: 'en' as const };
  const { list } = await getFolder(actor, { collection, folder }, look);
  return list.entries.map(({ title }) => title);
};

test('members see documents in the languages of the library, administrators and owners all', async () => {
  expect(await titlesFor(ben)).toEqual(['English', 'Unmarked']);
  expect(await titlesFor(ada)).toEqual(['English', 'French', 'Unmarked']);
  expect(await titlesFor(admin)).toEqual(['English', 'French', 'Unmarked']);
  if (!ben || !admin) throw new Error('nobody asks');
  await expect(getDocument(ben, ids.french)).rejects.toMatchObject({ status: 404 });
  expect((await getDocument(admin, ids.french)).document.title).toBe('French');
  configure({ INTRANET_LANGUAGES: 'en, fr' });
  expect(await titlesFor(ben)).toEqual(['English', 'French', 'Unmarked']);
  expect((await getDocument(ben, ids.french)).document.title).toBe('French');
});

test('an administrator is told which documents members do not see', async () => {
  if (!admin) throw new Error('nobody asks');
  const listed = await askRoute({
    actor: admin,
    pattern: '/intranet/:folder?',
    params: { folder },
  });
  expect(listed).toMatchObject({
    entries: [
      { title: 'English', isLanguageOff: false },
      { title: 'French', isLanguageOff: true },
      { title: 'Unmarked', isLanguageOff: false },
    ],
  });
});

test('a document can be marked with the languages of the library, and keeps the one it has', async () => {
  if (!ada) throw new Error('nobody asks');
  expect(languagesFor(ada, 'fr')).toEqual(['en', 'fr']);
  expect(languagesFor(ada, null)).toEqual(['en']);
  const empty = Object.fromEntries(judgmentFields.map(({ name }) => [name, '']));
  const form = { version: '1', title: 'French', description: '', author: '', tags: '' };
  const details = (language: string, version = '1') =>
    detailsSchema.parse({ ...empty, ...form, kind: 'other', language, version });
  await expect(updateDetails(ada, ids.french, details('de'))).rejects.toMatchObject({
    code: 'error.invalid-input',
  });
  await updateDetails(ada, ids.french, details('fr'));
  await updateDetails(ada, ids.french, details('en', '2'));
  expect((await getDocument(ada, ids.french)).document.language).toBe('en');
});

test('an owner finds in the log that somebody else has changed the details', async () => {
  if (!ada || !admin) throw new Error('nobody asks');
  const empty = Object.fromEntries(judgmentFields.map(({ name }) => [name, '']));
  const form = { version: '1', title: 'French', description: '', author: '', tags: '' };
  const details = { ...empty, ...form, kind: 'other', language: 'fr' };
  await updateDetails(admin, ids.french, detailsSchema.parse(details));
  const { entries } = await listOwnAuditEntries(ada);
  expect(entries.map(({ action }) => action)).toContain('intranet.update-details');
});
