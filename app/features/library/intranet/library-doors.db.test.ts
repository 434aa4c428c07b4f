import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { getFolder } from '~/features/library/intranet/intranet.server';
import { removeFromTrash, restoreFromTrash } from '~/features/library/trash/trash.server';
import {
  findSameUpload,
  listUnfinishedUploads,
} from '~/features/library/uploads/known-uploads.server';
import { getUploadLimits } from '~/features/library/uploads/upload-space.server';
import { person } from '../../../../tests/support/people/person';
import { ask, create } from '../../../../tests/support/files/tus-client';

const { intranetResources: resources, intranetUploads: uploads } = schema;

let ada: SignedInActor;
let admin: SignedInActor;
let folder: { id: string };
beforeAll(async () => {
  [ada, admin] = [await person(), await person('ADMIN')];
  folder = await makeFolder(db(), { collection: 'adminIntranet', user: admin.id });
});

/** The refusal, as a status. */
async function statusOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return 'allowed';
  } catch (error) {
    return error instanceof Error && 'status' in error ? error.status : error;
  }
}

describe('the files of the administration', () => {
  test('are in no list, count, upload or trash of a member or a visitor', async () => {
    const fingerprint = 'f'.repeat(64);
    const hidden = await makeDocument(db(), {
      collection: 'adminIntranet',
      parent: folder.id,
      user: ada.id,
      trashedAt: new Date(),
    });
    for (const actor of [ada, anonymous]) {
      const doors = [
        () => getFolder(actor, { collection: 'adminIntranet', folder: null }),
        () => getFolder(actor, { collection: 'adminIntranet', folder: folder.id }),
        () => getFolder(actor, { collection: 'userIntranet', folder: folder.id }),
        () => getUploadLimits(actor, 'adminIntranet'),
        () => listUnfinishedUploads(actor, 'adminIntranet'),
        () => findSameUpload(actor, 'adminIntranet', fingerprint),
        () => restoreFromTrash(actor, hidden.id),
        () => removeFromTrash(actor, hidden.id),
      ];
      for (const door of doors) expect(await statusOf(door)).toBe(404);
    }
    expect(await db().$count(resources, eq(resources.id, hidden.id))).toBe(1);
  });

  test('have uploads of their own; an id gives no access to another member’s', async () => {
    const made = await create(admin, 100, {
      filename: 'a.txt',
      collection: 'adminIntranet',
      parent: folder.id,
    });
    const path = made.headers.get('Location') ?? '';
    for (const method of ['HEAD', 'PATCH', 'DELETE', 'GET', 'POST']) {
      for (const at of [path, `${path}.json`, `${path}.info`, '/uploads/..%2FadminIntranet']) {
        const answer = await ask(ada, method, at, {
          headers: { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
        });
        expect(answer.status, `${method} ${at}`).toBe(404);
      }
    }
    const still = and(eq(uploads.id, path.slice(9)), eq(uploads.state, 'arriving'));
    expect(await db().$count(uploads, still)).toBe(1);
  });

  test('cannot be reached by a member who was an administrator when the upload began', async () => {
    const made = await create(admin, 4, {
      filename: 'a.txt',
      collection: 'adminIntranet',
      parent: folder.id,
    });
    const answer = await ask(
      { ...admin, role: 'USER' },
      'PATCH',
      made.headers.get('Location') ?? '',
      {
        headers: { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
        body: 'text',
      },
    );
    expect(answer.status).toBe(404);
  });
});
