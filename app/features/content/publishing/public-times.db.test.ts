import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { getNewsItem } from '~/features/content/news/news.server';
import { answerEditForm } from '~/features/content/editor/edit-text.server';
import { findRedirect } from '~/features/content/redirects/redirects.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { letTimePass, typedNews, writeNews } from '../../../../tests/support/texts/texts';
import { publishDue } from './publish-due.job.server';
import { answerGone } from './publishing.server';
import { cancelSchedule, deleteDraft, setExpiry, withdrawText } from './publication-states.server';
import { saveText } from './saving.server';
import { getTextForEditing, listTexts } from './texts.server';

let admin: SignedInActor;
const notFound = { code: 'error.not-found' };
const endsBefore = { code: 'error.content.ends-before' };
const impossible = { code: 'error.content.not-possible' };

beforeEach(async () => {
  await db().delete(schema.newsItems);
  await db().delete(schema.redirects);
  await db().delete(schema.pendingChanges);
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const publicTitle = async (slug = 'first-text') =>
  (await getNewsItem(anonymous, slug, 'en').catch(() => null))?.title ?? null;
const tomorrow = () => new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 19);

const wasPublic = (publishAt = new Date('2019-01-01')) =>
  db().update(schema.newsItems).set({ publishAt });

describe('a scheduled text', () => {
  test('appears by the clock alone, then the job notes it', async () => {
    const text = await writeNews(admin, {}, { intent: 'schedule', publishAt: tomorrow() });
    expect(await publicTitle()).toBeNull();
    await publishDue.run({});
    expect(await publicTitle()).toBeNull();
    await letTimePass(text.id);
    expect(await publicTitle()).toBe('First text');
    expect(await listTexts(admin, { status: 'scheduled' })).toHaveLength(1);
    expect(await listTexts(admin, { search: 'text FÌRST' })).toHaveLength(1);
    expect(await listTexts(admin, { search: 'first other' })).toEqual([]);
    await publishDue.run({});
    expect(await listTexts(admin, { status: 'published', kind: 'news' })).toHaveLength(1);
    // From its moment on it is public: what is saved waits.
    await saveText(admin, text, typedNews({ title: 'Later' }, { baseVersion: 2 }));
    expect(await publicTitle()).toBe('First text');
  });

  test('changes with what is saved, can be called off, and is not scheduled for the past', async () => {
    const text = await writeNews(admin, {}, { intent: 'schedule', publishAt: tomorrow() });
    await saveText(admin, text, typedNews({ title: 'Better' }, { baseVersion: 2 }));
    expect(await db().$count(schema.pendingChanges)).toBe(0);
    await cancelSchedule(admin, { ...text, baseVersion: 3 });
    await letTimePass(text.id);
    expect(await publicTitle()).toBeNull();
    const past = typedNews(
      {},
      { intent: 'schedule', publishAt: '2020-01-01T09:00', baseVersion: 4 },
    );
    expect(await saveText(admin, text, past)).toEqual({
      ok: false,
      missing: { publishAt: 'form.moment-ahead' },
    });
    await expect(cancelSchedule(admin, { ...text, baseVersion: 4 })).rejects.toMatchObject(
      impossible,
    );
  });

  test('is meant by the clock of Brussels, in summer and in winter', async () => {
    for (const [publishAt, moment] of [
      ['2031-07-01T09:00', '2031-07-01T07:00:00.000Z'],
      ['2031-12-01T09:00:30', '2031-12-01T08:00:30.000Z'],
    ]) {
      const slug = `at-${publishAt?.slice(5, 7)}`;
      const text = await writeNews(
        admin,
        { slug },
        { intent: 'schedule', publishAt: publishAt ?? '' },
      );
      const { row } = await getTextForEditing(admin, 'news', text.id);
      expect(row.publishAt.toISOString()).toBe(moment);
    }
  });

  test('goes with its end', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    await wasPublic();
    await setExpiry(admin, { ...text, baseVersion: 2 }, '2020-01-01T00:00');
    expect(await publicTitle()).toBeNull();
    await setExpiry(admin, { ...text, baseVersion: 3 }, '');
    expect(await publicTitle()).toBe('First text');
  });

  test('says whether it has an end now', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    const noticeOf = async (expireAt: string, baseVersion: string) => {
      const form = new FormData();
      const sent = { intent: 'expire', expireAt, baseVersion };
      for (const [name, value] of Object.entries(sent)) form.set(name, value);
      const answer = await answerEditForm(admin, text, form);
      return answer instanceof Response && answer.headers.get('Set-Cookie');
    };
    expect(await noticeOf(tomorrow(), '2')).toContain('success.content-expire');
    expect(await noticeOf('', '3')).toContain('success.content-endless');
  });

  test('is refused after its end, with a reason, until it gets another end', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    const isOver = async () => (await listTexts(admin, { kind: 'news' }))[0]?.isOver;
    expect(await isOver()).toBe(false);
    await wasPublic();
    await setExpiry(admin, { ...text, baseVersion: 2 }, '2020-01-01T00:00');
    expect(await isOver()).toBe(true);
    const publish = (baseVersion: number) =>
      saveText(admin, text, typedNews({ title: 'New' }, { intent: 'publish', baseVersion }));
    await expect(publish(3)).rejects.toMatchObject(endsBefore);
    // What was typed can be saved all the same.
    await saveText(admin, text, typedNews({ title: 'New' }, { baseVersion: 3 }));
    await setExpiry(admin, { ...text, baseVersion: 4 }, tomorrow());
    await publish(5);
    expect(await publicTitle()).toBe('New');
  });

  test('does not end before it has appeared', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    const end = setExpiry(admin, { ...text, baseVersion: 2 }, '2020-01-01T00:00');
    await expect(end).rejects.toMatchObject(endsBefore);
    expect(await publicTitle()).toBe('First text');
  });

  test('does not end before it appears', async () => {
    const text = await writeNews(admin);
    const [soon, later] = [3, 6].map((hours) =>
      new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19),
    );
    const schedule = (baseVersion: number, publishAt = '') =>
      saveText(admin, text, typedNews({}, { intent: 'schedule', publishAt, baseVersion }));
    await setExpiry(admin, { ...text, baseVersion: 2 }, later ?? '');
    for (const moment of [later, tomorrow()]) {
      await expect(schedule(3, moment)).rejects.toMatchObject(endsBefore);
    }
    expect(await schedule(3, soon)).toMatchObject({ ok: true });
    const end = setExpiry(admin, { ...text, baseVersion: 4 }, soon ?? '');
    await expect(end).rejects.toMatchObject(endsBefore);
    await setExpiry(admin, { ...text, baseVersion: 4 }, '');
  });
});

describe('an address', () => {
  const absent = async (slug: string) => {
    const error: unknown = await getNewsItem(anonymous, slug, 'en').catch(
      (reason: unknown) => reason,
    );
    return answerGone(anonymous, { kind: 'news', slug }, error).catch((answer: unknown) => answer);
  };

  test('of a withdrawn text shows the reason; published again it is there', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    await withdrawText(admin, { ...text, baseVersion: 2 }, 'It named a party.');
    expect(await publicTitle()).toBeNull();
    expect(await absent('first-text')).toMatchObject({
      init: { status: 410 },
      data: { title: 'First text', reason: 'It named a party.' },
    });
    await expect(withdrawText(admin, { ...text, baseVersion: 3 }, 'Again')).rejects.toMatchObject(
      impossible,
    );
    await saveText(admin, text, typedNews({}, { intent: 'publish', baseVersion: 3 }));
    expect(await publicTitle()).toBe('First text');
  });

  test('that has changed leads on, also after a second change and back, never in a circle', async () => {
    const text = await writeNews(admin, { slug: 'a' }, { intent: 'publish' });
    for (const [at, slug] of ['b', 'c', 'a'].entries()) {
      await saveText(admin, text, typedNews({ slug }, { intent: 'publish', baseVersion: 2 + at }));
    }
    expect(await findRedirect(anonymous, '/news/b')).toBe('/news/a');
    expect(await findRedirect(anonymous, '/news/c')).toBe('/news/a');
    expect(await findRedirect(anonymous, '/news/a')).toBeNull();
    const answer = await absent('c');
    expect(answer instanceof Response && answer.headers.get('Location')).toBe('/news/a');
  });

  test('of what has never been public leaves no trace', async () => {
    const text = await writeNews(admin, { slug: 'secret-plan' });
    await saveText(admin, text, typedNews({ slug: 'other-plan' }, { baseVersion: 2 }));
    expect(await findRedirect(anonymous, '/news/secret-plan')).toBeNull();
    expect(await absent('secret-plan')).toMatchObject({ init: { status: 404 } });
    await deleteDraft(admin, { ...text, baseVersion: 3 });
    await expect(getTextForEditing(admin, 'news', text.id)).rejects.toMatchObject(notFound);
    expect(
      await db().$count(
        schema.publicationVersions,
        eq(schema.publicationVersions.publicationId, text.id),
      ),
    ).toBe(0);
  });
});
