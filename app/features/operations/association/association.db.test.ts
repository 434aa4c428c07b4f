import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { parseForm } from '~/lib/forms/form';
import { association, reloadAssociation } from '~/platform/association.server';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { associationForm } from './association-schemas';
import {
  getAssociation,
  getLogo,
  removeLogo,
  saveAssociation,
  setLogo,
} from './association.server';
import { getLogoIcon } from './logo-icon.server';

const { associationSettings, auditEntries } = schema;

const input = {
  name: 'Association of Examples AISBL',
  shortName: 'Examples',
  address: '1 Example Street, 1000 Brussels',
  email: 'office@examples.example',
  vat: 'BE 0123.456.789',
  networkUrl: 'https://network.example/examples',
  lightColour: '#7a1f2b',
  darkColour: null,
};

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a1f2b' } })
    .png()
    .toBuffer();

const makeAdministrator = async () => actorOf(await makeUser(db(), { role: 'ADMIN' }));

async function clear(): Promise<void> {
  await db().delete(associationSettings);
  await reloadAssociation();
}
beforeEach(clear);
afterEach(clear);

test('until something is saved, what the configuration says holds', () => {
  expect(association()).toMatchObject({ shortName: 'Data Protection Judges', logoDigest: null });
});

test('what an administrator saves holds at once, and the log names the fields alone', async () => {
  const admin = await makeAdministrator();
  await saveAssociation(admin, input, 0);
  expect(association()).toMatchObject(input);
  expect(getAssociation(admin)).toMatchObject({ ...input, version: 1 });
  const entries = await db()
    .select({ changes: auditEntries.changes })
    .from(auditEntries)
    .where(eq(auditEntries.actorId, admin.id));
  expect(JSON.stringify(entries)).toContain('shortName');
  expect(JSON.stringify(entries)).not.toContain('Examples');
});

test('of two who save at the same time one is told, and nothing is overwritten', async () => {
  const [one, other] = [await makeAdministrator(), await makeAdministrator()];
  const results = await Promise.allSettled([
    saveAssociation(one, input, 0),
    saveAssociation(other, { ...input, shortName: 'Others' }, 0),
  ]);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toMatchObject({ code: 'error.changed-meanwhile', status: 409 });
  expect(getAssociation(one).version).toBe(1);
});

test.each(['USER', 'UNAUTHENTICATED'] as const)('for %s there is no such page', async (role) => {
  const actor = actorWithRole(role);
  const refused = { code: 'error.not-found', status: 404 };
  expect(() => getAssociation(actor)).toThrow(expect.objectContaining(refused));
  await expect(saveAssociation(actor, input, 0)).rejects.toMatchObject(refused);
  await expect(setLogo(actor, await picture(10, 10), 0)).rejects.toMatchObject(refused);
  await expect(removeLogo(actor, 0)).rejects.toMatchObject(refused);
  expect(association().shortName).toBe('Data Protection Judges');
});

test('the icon is the whole logo in a transparent square', async () => {
  await setLogo(await makeAdministrator(), await picture(400, 100), 0);
  const visitor = actorWithRole('UNAUTHENTICATED');
  const icon = await getLogoIcon(visitor, association().logoDigest ?? '', 192);
  const { data, info } = await sharp(icon).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([192, 192, 4]);
  const pixel = (x: number, y: number) => [
    ...data.subarray((y * 192 + x) * 4, (y * 192 + x) * 4 + 4),
  ];
  expect(pixel(96, 5)[3]).toBe(0);
  expect(pixel(3, 96)).toEqual([0x7a, 0x1f, 0x2b, 255]);
  const onHomeScreen = await getLogoIcon(visitor, association().logoDigest ?? '', 180);
  const { channels } = await sharp(onHomeScreen).stats();
  expect(
    channels.map(({ max }) => max),
    'no transparency, white edges',
  ).toEqual([255, 255, 255]);
  await expect(getLogoIcon(visitor, association().logoDigest ?? '', 4000)).rejects.toMatchObject({
    code: 'error.not-found',
  });
  await expect(getLogoIcon(visitor, 'unknown', 192)).rejects.toMatchObject({
    code: 'error.not-found',
  });
});

test('a logo is made small, is there for visitors, and goes', async () => {
  const admin = await makeAdministrator();
  await setLogo(admin, await picture(2000, 500), 0);
  const digest = association().logoDigest ?? '';
  const logo = await getLogo(actorWithRole('UNAUTHENTICATED'), digest);
  expect(await sharp(logo).metadata()).toMatchObject({ format: 'png', width: 640, height: 160 });
  await removeLogo(admin, 1);
  expect(association().logoDigest).toBeNull();
  await expect(getLogo(admin, digest)).rejects.toMatchObject({ code: 'error.not-found' });
});

test.each([
  ['nothing', Buffer.alloc(0), 'error.storage/no-file-provided'],
  ['no picture', Buffer.from('%PDF-1.7'), 'error.storage/type-not-allowed'],
  [
    'a drawing that could hold scripts',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'error.storage/type-not-allowed',
  ],
])('%s is no logo', async (_name, bytes, code) => {
  const admin = await makeAdministrator();
  await expect(setLogo(admin, bytes, 0)).rejects.toMatchObject({ code });
  expect(association().logoDigest).toBeNull();
});

test.each([
  ['lightColour', '#a9c8f5', 'form.colour-contrast'],
  ['darkColour', '#14386b', 'form.colour-contrast'],
  ['lightColour', 'red', 'form.colour'],
  ['lightColour', '#14386b;background:url(//evil.example)', 'form.colour'],
  ['networkUrl', 'javascript:alert(1)', 'form.web-address'],
  ['networkUrl', 'http://network.example/a', 'form.web-address'],
  ['email', 'nobody', 'form.email'],
  ['name', '', 'form.required'],
  ['shortName', 'a'.repeat(41), 'form.too-long'],
])('%s "%s" is refused at its field', (name, value, error) => {
  const form = new FormData();
  const fields = { intent: 'save', version: '0', ...input, darkColour: '', [name]: value };
  for (const [key, text] of Object.entries(fields)) form.set(key, text);
  expect(parseForm(associationForm, form)).toMatchObject({
    ok: false,
    fieldErrors: { [name]: error },
    values: { [name]: value, vat: input.vat },
  });
});
