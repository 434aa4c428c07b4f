import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { takeEventStep } from './event-steps.server';
import { createText } from '~/features/content/publishing/new-texts.server';
import {
  findPreviewedEvent,
  listPreviewLinks,
  makePreviewLink,
  openPreview,
  revokePreviewLink,
} from '~/features/content/previews/previews.server';
import { newId } from '~/lib/new-id';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { makeDraft, step } from '../../../../tests/support/texts/event-form';

const { previewLinks } = schema;
const admin = actorWithRole('ADMIN');

describe('the preview of an event', () => {
  const notFound = { code: 'error.not-found' };

  test('shows the page through a link that only editors create and can revoke', async () => {
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

  test('is over when the event is withdrawn, in all its languages, until another is made', async () => {
    const { id } = await makeDraft({ title: 'Not to be read' });
    const translation = {
      kind: 'event-translation',
      language: 'fr',
      title: 'À ne pas lire',
    } as const;
    const admins = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    const french = await createText(admins, { ...translation, of: id });
    const tokens: string[] = [];
    for (const place of [
      { kind: 'event', id },
      { kind: translation.kind, id: french },
    ] as const) {
      tokens.push((await makePreviewLink(admin, place, 1)).replace('/preview/', ''));
    }
    const open = () => Promise.all(tokens.map((token) => findPreviewedEvent(anonymous, token)));
    await step(id, { intent: 'publish' });
    expect(await open()).toMatchObject([{ title: 'Not to be read' }, { title: 'À ne pas lire' }]);
    await step(id, { intent: 'withdraw', reason: 'It named a party.' });
    expect(await open()).toEqual([null, null]);
    tokens.push((await makePreviewLink(admin, { kind: 'event', id }, 1)).replace('/preview/', ''));
    expect((await open()).at(-1)).toMatchObject({ title: 'Not to be read' });
  });

  test('goes with the event', async () => {
    const { id } = await makeDraft();
    await makePreviewLink(admin, { kind: 'event', id }, 1);
    await takeEventStep(admin, id, { intent: 'delete', version: 1 });
    expect(await db().$count(previewLinks, eq(previewLinks.publicationId, id))).toBe(0);
  });
});
