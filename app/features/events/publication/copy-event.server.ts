import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { redirectWithNotice } from '~/answers/notices.server';
import { config } from '~/config/config.server';
import { schema, type Transaction, transaction } from '~/db/db.server';
import {
  claimPictures,
  copyEventTranslations,
} from '~/features/content/publishing/publishing.server';
import { eventContent } from '~/features/events/editor/event-content';
import { freeSlug, insertDraft, isMade } from '~/features/events/editor/event-writing.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { translateIn } from '~/i18n/translations.server';
import { usualFocus } from '~/rich-text/pictures';
import { parseForm } from '~/lib/forms/form';
import { isUuid } from '~/lib/is-uuid';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { shorten } from '~/site/shorten';
import { timesOf } from './event-times.server';

const { events } = schema;

/** What belongs to the one date, or to those who take part in it. */
const leftBehind = {
  joinUrl: null,
  documents: [],
  attachments: [],
  cover: null,
  coverAlt: '',
  coverCredit: '',
  coverFocus: usualFocus,
  corrections: [],
};

/**
 * Makes a draft that says what an event says, in all its languages. Sent twice with the same id, it is
 * one.
 * @param copy the id it will have
 * @throws AppError `error.not-found`; `error.event.not-copyable` when its times are not possible any
 *   more or a picture of a text is missing
 */
export async function copyEvent(actor: Actor, id: string, copy: string): Promise<void> {
  authorise(actor, 'event.manage');
  await transaction(async (tx) => {
    const original = await readOriginal(tx, id);
    if (await isMade(tx, actor, copy)) return;
    const title = copiedTitle(original);
    const content = { ...eventContent.parse(original), ...leftBehind, title };
    const checked = timesOf(content);
    const hasPictures = await claimPictures(tx, actor, content.body);
    if (!checked.ok || !hasPictures) throw new AppError('error.event.not-copyable');
    const slug = await freeSlug(tx, { ...content, slug: null });
    await insertDraft(tx, actor, { event: { ...content, ...checked.times, id: copy, slug } });
    const to = { id: copy, slug };
    const noted = await copyEventTranslations(tx, actor, { from: id, to, titleOf: copiedTitle });
    if (!noted) throw new AppError('error.event.not-copyable');
    await appendAudit(tx, actor, { action: 'event.create', target: { kind: 'event', id: copy } });
    for (const entry of noted) await appendAudit(tx, actor, entry);
  });
}

async function readOriginal(tx: Transaction, id: string) {
  const [event] = isUuid(id) ? await tx.select().from(events).where(eq(events.id, id)) : [];
  if (!event) throw new AppError('error.not-found');
  return event;
}

/** In the language of the title, as far as the site speaks it. */
function copiedTitle({ title, language }: { title: string; language: string }): string {
  const { active, default: fallback } = config().languages;
  const t = translateIn(active.find((one) => one === language) ?? fallback);
  return shorten(t('event-editor.copy-title', { title }), 160);
}

/** The id is given to the form, so that what is sent twice is made once. */
const copySchema = z.strictObject({ intent: z.literal('copy'), id: z.uuid() });

/** Answers the form that copies an event: on to the editor of the copy. */
export async function answerCopyForm(actor: Actor, id: string, sent: FormData) {
  authorise(actor, 'event.manage');
  const form = parseForm(copySchema, sent);
  if (!form.ok) throw new AppError('error.invalid-input');
  const copy = form.data.id;
  await copyEvent(actor, id, copy);
  return redirectWithNotice(`/administration/events/${copy}`, {
    kind: 'success',
    key: 'success.event-copy',
  });
}
