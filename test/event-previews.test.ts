import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { anonymous } from '~/actor';
import { db, schema } from '~/db/db.server';
import { takeEventStep } from '~/features/event-editor/event-steps.server';
import {
  findPreviewedEvent,
  listPreviewLinks,
  makePreviewLink,
  openPreview,
  revokePreviewLink,
} from '~/features/publishing/previews.server';
import { newId } from '~/lib/new-id';
import { actorWithRole } from './actors';
import { makeDraft } from './event-form';

const { previewLinks } = schema;
const admin = actorWithRole('ADMIN');

describe('the preview of an event', () => {
  const notFound = { code: 'error.not-found' };

  test('shows what its page would, by a link that nobody else makes and that can be taken back', async () => {
    const { id } = await makeDraft({ title: 'Not public yet' });
    const place = { kind: 'event' as const, id };
    const token = (await makePreviewLink(admin, place, 1)).replace('/preview/', '');
    const shown = await findPreviewedEvent(anonymous, token);
    expect(shown).toMatchObject({ title: 'Not public yet', status: 'published' });
    // Confirmed participants alone get the link to join.
    expect(JSON.stringify(shown)).not.toContain('join.example');
    expect(await findPreviewedEvent(anonymous, 'unknown')).toBeNull();
    await expect(openPreview(anonymous, token)).rejects.toMatchObject(notFound);
    for (const role of ['USER', 'UNAUTHENTICATED'] as const) {
      await expect(makePreviewLink(actorWithRole(role), place, 1)).rejects.toMatchObject(notFound);
    }
    const unknown = { kind: 'event' as const, id: newId() };
    await expect(makePreviewLink(admin, unknown, 1)).rejects.toMatchObject(notFound);
    const [link] = await listPreviewLinks(admin, place);
    await revokePreviewLink(admin, place, link?.id ?? '');
    expect(await findPreviewedEvent(anonymous, token)).toBeNull();
  });

  test('goes with the event', async () => {
    const { id } = await makeDraft();
    await makePreviewLink(admin, { kind: 'event', id }, 1);
    await takeEventStep(admin, id, { intent: 'delete', version: 1 });
    expect(await db().$count(previewLinks, eq(previewLinks.publicationId, id))).toBe(0);
  });
});
