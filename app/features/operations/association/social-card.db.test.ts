import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { association, reloadAssociation } from '~/platform/association.server';
import { anonymous } from '~/policy/actor';
import { emblem } from '~/site/emblem';
import { actorOf } from '../../../../tests/support/people/actors';
import { saveAssociation, setLogo } from './association.server';
import { getSocialCard, socialCardDigest, socialCardSize } from './social-card.server';

afterEach(async () => {
  await db().delete(schema.associationSettings);
  await reloadAssociation();
});

/** The colour of a point, as `[red, green, blue]`. */
async function pointOf(picture: Buffer, left: number, top: number) {
  const area = { left, top, width: 1, height: 1 };
  return [...(await sharp(picture).removeAlpha().extract(area).raw().toBuffer())];
}

test('links to the site are shown with the emblem, then with the colour and logo of the association', async () => {
  const first = socialCardDigest();
  const emblemCard = await getSocialCard(anonymous, first);
  expect(await sharp(emblemCard).metadata()).toMatchObject({ format: 'png', ...socialCardSize });
  expect(emblemCard.length).toBeLessThan(60_000);
  expect(await pointOf(emblemCard, 5, 5)).toEqual([0x14, 0x38, 0x6b]);

  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const { name, shortName, address, email, vat, networkUrl } = association();
  const own = { name, shortName, address, email, vat, networkUrl, darkColour: null };
  await saveAssociation(admin, { ...own, lightColour: '#7a1f2b' }, 0);
  await expect(getSocialCard(anonymous, first)).rejects.toMatchObject({ code: 'error.not-found' });
  const logo = { width: 300, height: 300, channels: 3, background: '#008040' } as const;
  await setLogo(admin, await sharp({ create: logo }).png().toBuffer(), 1);
  const logoCard = await getSocialCard(anonymous, socialCardDigest());
  expect(await pointOf(logoCard, 5, 5)).toEqual([0x7a, 0x1f, 0x2b]);
  expect(await pointOf(logoCard, 600, 315)).toEqual([0, 0x80, 0x40]);
  expect(await pointOf(logoCard, 260, 315)).toEqual([255, 255, 255]);
});

test.each(['favicon.svg', 'brand/emblem.svg', 'brand/word-mark.svg'])(
  'the file %s shows the emblem of the pages',
  (file) => {
    const drawing = readFileSync(join(projectRoot(), 'public', file), 'utf8');
    expect(drawing).toContain(`d="${emblem.stones}"`);
    expect(drawing).toContain(`d="${emblem.joints}"`);
  },
);
