import { expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { anonymous } from '~/policy/actor';
import { drawCover } from './cover-drawing.server';
import { withCovers } from './covers.server';

const kinds = ['event', 'news', 'article'] as const;
const ids = Array.from({ length: 200 }, () => newId());

test.each(kinds)(
  'each text has a drawing of its own, always the same, and a small one: %s',
  (kind) => {
    const drawings = ids.map((id) => drawCover(kind, id));
    expect(ids.map((id) => drawCover(kind, id))).toEqual(drawings);
    expect(new Set(drawings.map(({ lines }) => lines)).size).toBeGreaterThan(20);
    for (const { lines, shape } of drawings) {
      expect(lines).toMatch(/^[Mmahz0-9 -]+$/i);
      expect(shape).toMatch(/z$/);
      expect(lines.length + shape.length).toBeLessThan(900);
    }
  },
);

test('a picture wins over a drawing, and translations share theirs', async () => {
  const { id: createdBy } = await makeUser(db());
  const variants = [{ format: 'jpeg' as const, width: 480, bytes: 1000 }];
  const [picture] = await db()
    .insert(schema.pictures)
    .values({ width: 480, height: 300, variants, createdBy })
    .returning();
  const none = { cover: null, coverFocus: 'centre' as const };
  const [english, french] = [
    { kind: 'news' as const, id: newId(), translationGroup: 'group', ...none },
    { kind: 'news' as const, id: newId(), translationGroup: 'group', ...none },
  ];
  const pictured = { id: newId(), cover: picture?.id ?? '', coverFocus: 'top-left' as const };
  const shown = await withCovers(anonymous, [english, french, pictured]);
  const drawing = drawCover('news', 'group');
  expect(shown.map(({ cover }) => cover)).toEqual([
    drawing,
    drawing,
    { id: picture?.id, width: 480, height: 300, variants, focus: 'top-left' },
  ]);
});
