import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { SignedInActor } from '~/policy/actor';
import { closeDatabase, db, openDatabase, pool } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { getDocument } from '~/features/library/documents/documents.server';
import { getFolder } from '~/features/library/intranet/intranet.server';
import { isOutage } from '~/answers/outage.server';
import { translateIn } from '~/i18n/translations.server';
import { ErrorPage } from '~/layout/error-page';
import { markupOf } from '../support/site/markup-of';
import { person } from '../support/people/person';

const t = translateIn('en');
const answer = z.object({
  data: z.union([z.string(), z.object({ code: z.string() })]),
  init: z.object({ status: z.number() }),
});

/** What someone gets to read where a loader refused. */
async function pageOf(loading: Promise<unknown>): Promise<{ status: number; words: string }> {
  const thrown: unknown = await loading.catch(throwErrorResponse).catch((error: unknown) => error);
  const { data, init } = answer.parse(thrown);
  const error = { status: init.status, statusText: '', data, internal: false };
  const markup = markupOf(<ErrorPage error={error} />);
  return { status: init.status, words: markup.replaceAll(/<[^>]+>/g, ' ') };
}

let ada: SignedInActor;
beforeEach(async () => {
  ada = await person();
});

test('a folder or document that is not there says that it may have been deleted', async () => {
  const { id } = await makeDocument(db(), { user: ada.id });
  const words = expect.stringContaining(
    t('error.intranet-resource.could-not-get-intranet-resource'),
  );
  const absent = crypto.randomUUID();
  for (const loading of [
    () => getFolder(ada, { collection: 'userIntranet', folder: absent }),
    () => getFolder(ada, { collection: 'userIntranet', folder: id }),
    () => getDocument(ada, absent),
  ]) {
    expect(await pageOf(loading())).toEqual({ status: 404, words });
  }
});

test('a folder that cannot be read is not called absent', async () => {
  await db().execute(sql`alter table intranet_resources rename column title to lost`);
  try {
    const words = expect.stringContaining(
      t('error.intranet-resource.could-not-get-intranet-resources'),
    );
    expect(await pageOf(getFolder(ada, { collection: 'userIntranet', folder: null }))).toEqual({
      status: 503,
      words,
    });
  } finally {
    await db().execute(sql`alter table intranet_resources rename column lost to title`);
  }
});

test('an outage is one for every page, a folder too: one may try again', async () => {
  const { connectionString } = pool().options;
  await closeDatabase();
  // Nobody listens at this port.
  openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' });
  try {
    for (const folder of [null, crypto.randomUUID()]) {
      const failure: unknown = await getFolder(ada, { collection: 'userIntranet', folder })
        .catch(throwErrorResponse)
        .catch((error: unknown) => error);
      expect(isOutage(failure)).toBe(true);
      expect(failure).not.toBeInstanceOf(AppError);
    }
  } finally {
    await closeDatabase();
    openDatabase({ connectionString });
  }
});
