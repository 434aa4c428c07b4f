import { beforeEach, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import {
  createMissingProfiles,
  updateOwnProfile,
} from '~/features/identity/accounts/accounts.server';
import { searchForum } from '~/features/forum/search/search.server';
import { configure } from '../../../tests/support/database/configure';
import { actorOf } from '../../../tests/support/people/actors';
import { askRoute } from '../../../tests/support/site/route-request';
import { makeCategory, openTopic } from '../../../tests/support/texts/forum-setup';

let author: SignedInActor;
let reader: SignedInActor;
let topicId: string;

beforeEach(async () => {
  configure({ FLAGS: 'publicProfiles,gravatar' });
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  author = actorOf(await makeUser(db(), { firstName: 'Portia', lastName: 'Beispiel' }));
  reader = actorOf(await makeUser(db()));
  await createMissingProfiles();
  const { slug: category } = await makeCategory(admin);
  topicId = await openTopic(author, { category, title: 'Zymurgical evidence' });
});

const choose = (choice: { inForum: boolean; useGravatar?: boolean }) =>
  updateOwnProfile(author, {
    username: `portia.${author.id.slice(-12)}`,
    useGravatar: false,
    ...choice,
  });

/** How the author appears to another member, wherever a name stands in the forum. */
async function shown() {
  const topic = await askRoute({
    actor: reader,
    pattern: '/forum/topic/:id',
    params: { id: topicId },
    address: `/forum/topic/${topicId}`,
  });
  const list = await askRoute({ actor: reader, pattern: '/forum', address: '/forum' });
  const found = await searchForum(reader, 'zymurgical', 1);
  return JSON.stringify([topic, list, found]);
}

test('other members see the name until a member has chosen to show the username', async () => {
  expect(await shown()).toContain('Portia Beispiel');
  await choose({ inForum: true });
  const words = await shown();
  expect(words).toContain(`portia.${author.id.slice(-12)}`);
  expect(words).not.toContain('Portia Beispiel');
  expect(words, 'no picture without consent').not.toContain('/profile-picture/');
  await choose({ inForum: false });
  expect(await shown()).not.toContain(`portia.${author.id.slice(-12)}`);
});

test('and the picture only of those who have agreed to it as well', async () => {
  await choose({ inForum: false, useGravatar: true });
  expect(await shown()).not.toContain('/profile-picture/');
  await choose({ inForum: true, useGravatar: true });
  expect(await shown()).toContain(`/profile-picture/${author.id}`);
  configure({ FLAGS: 'publicProfiles' });
  expect(await shown(), 'nor where the site has none').not.toContain('/profile-picture/');
});

test('a site that switches public profiles off shows names again', async () => {
  await choose({ inForum: true });
  configure({});
  expect(await shown()).toContain('Portia Beispiel');
});
