import { and, asc, eq, inArray } from 'drizzle-orm';
import { matchPath, redirect } from 'react-router';
import { z } from 'zod';
import type { Actor } from '~/policy/actor';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { isUuid } from '~/lib/is-uuid';
import { newId } from '~/lib/new-id';
import { ownPath } from '~/lib/addresses/own-path';
import { pageTags } from '~/answers/page-tags';
import { textField } from '~/lib/forms/text-field';
import { normalizePathname } from './normalize-pathname';
import { authorise, can } from '~/policy/permissions';
import { invalidateTags } from '~/platform/page-invalidation.server';

const { events, redirects } = schema;

/** A path of this site, without question mark and fragment for the old one. */
const pathField = (isPlain: boolean) =>
  textField(1, 500).transform((text, context) => {
    const own = ownPath(text);
    // Requests are led to the plain spelling before anything is looked up.
    const path = own && isPlain ? normalizePathname(own) : own;
    if (path && path !== '/' && !(isPlain && /[?#]/.test(path))) return path;
    context.addIssue({ code: 'custom', message: 'form.own-path' });
    return z.NEVER;
  });

export const redirectSchema = z.strictObject({
  intent: z.literal('add'),
  fromPath: pathField(true),
  toPath: pathField(false),
});
export type RedirectInput = Pick<z.output<typeof redirectSchema>, 'fromPath' | 'toPath'>;

export const deleteRedirectSchema = z.strictObject({
  intent: z.literal('delete'),
  id: z.string().refine(isUuid, { error: 'form.invalid' }),
});

export function listRedirects(actor: Actor) {
  authorise(actor, 'content.edit');
  const { id, fromPath, toPath, createdAt } = redirects;
  return db().select({ id, fromPath, toPath, createdAt }).from(redirects).orderBy(asc(fromPath));
}

/**
 * Where an old address leads now, or null. It is also null for actors who may not know of the
 * event that it leads to in the end: its addresses, present and former, say its title.
 */
export async function findRedirect(actor: Actor, path: string): Promise<string | null> {
  authorise(actor, 'publication.read');
  const [to] = await redirectsFrom([path]);
  if (to === undefined) return null;
  return (await leadsToHiddenEvent(actor, to)) ? null : to;
}

async function redirectsFrom(paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const { fromPath, toPath } = redirects;
  const found = await db().select({ toPath }).from(redirects).where(inArray(fromPath, paths));
  return found.map((row) => row.toPath);
}

/** Whether following the redirects of an address reaches an event that the actor may not see. */
async function leadsToHiddenEvent(actor: Actor, to: string): Promise<boolean> {
  if (can(actor, 'event.read-members-only')) return false;
  const passed = new Set<string>();
  for (let ahead = [to]; ahead.length > 0;) {
    const slugs = ahead.flatMap((address) => slugOfEvent(address) ?? []);
    if (await isAnyForMembers(slugs)) return true;
    const paths = [...ahead.map(pathOf), ...slugs.map((slug) => `/events/${slug}`)];
    const unseen = paths.filter((path) => !passed.has(path));
    for (const path of unseen) passed.add(path);
    ahead = await redirectsFrom(unseen);
  }
  return false;
}

const pathOf = (address: string) => address.replace(/[?#].*$/, '');

/**
 * The event that an address is about, be it its page, a place on it or what stands below it. That
 * of the overview and the calendar of all events is the name of no event.
 */
export function slugOfEvent(address: string): string | undefined {
  return matchPath({ path: '/events/:slug', end: false }, pathOf(address))?.params.slug;
}

async function isAnyForMembers(slugs: readonly string[]): Promise<boolean> {
  if (slugs.length === 0) return false;
  const { slug, visibility } = events;
  return (await db().$count(events, and(inArray(slug, slugs), eq(visibility, 'members')))) > 0;
}

/**
 * For loaders: a missing page may have moved. Redirects (301), or throws the error response.
 */
export async function followRedirect(actor: Actor, path: string, error: unknown): Promise<never> {
  if (!(error instanceof AppError) || error.code !== 'error.not-found') throwErrorResponse(error);
  const moved = await findRedirect(actor, path);
  if (moved) throw redirect(moved, 301);
  throwErrorResponse(error);
}

/**
 * Adds a redirect from an old address to a new one.
 * @throws AppError `error.content.redirect-loop` when the new one leads back to the old one
 */
export async function addRedirect(actor: Actor, input: RedirectInput): Promise<void> {
  authorise(actor, 'content.edit');
  await transaction(async (tx) => {
    await tx.execute('lock table redirects in share row exclusive mode');
    await refuseLoop(tx, input);
    const id = newId();
    const values = { toPath: input.toPath, updatedAt: new Date(), updatedBy: actor.id };
    await tx
      .insert(redirects)
      .values({ id, fromPath: input.fromPath, createdBy: actor.id, ...values })
      .onConflictDoUpdate({ target: redirects.fromPath, set: values });
    await invalidateTags(tx, ...pageTags);
    await appendAudit(tx, actor, { action: 'redirect.add', target: { kind: 'redirect', id } });
  });
}

async function refuseLoop(tx: Transaction, { fromPath, toPath }: RedirectInput): Promise<void> {
  let path: string | undefined = pathOf(toPath);
  for (let steps = 0; path !== undefined; steps += 1) {
    if (path === fromPath || steps > 100) throw new AppError('error.content.redirect-loop');
    const [next]: { toPath: string }[] = await tx
      .select({ toPath: redirects.toPath })
      .from(redirects)
      .where(eq(redirects.fromPath, path));
    path = next && pathOf(next.toPath);
  }
}

export async function deleteRedirect(actor: Actor, id: string): Promise<void> {
  authorise(actor, 'content.edit');
  await transaction(async (tx) => {
    const gone = await tx
      .delete(redirects)
      .where(eq(redirects.id, id))
      .returning({ id: redirects.id });
    if (gone.length === 0) throw new AppError('error.not-found');
    await invalidateTags(tx, ...pageTags);
    await appendAudit(tx, actor, { action: 'redirect.delete', target: { kind: 'redirect', id } });
  });
}

type Move = {
  from: string;
  to: string;
  /** The same addresses with the language of the text, where it exists in several. */
  spoken?: { from: string; to: string };
  /** Whether another language stays at the old address, which then is no address that has moved. */
  isKept?: boolean;
};

/**
 * A text has got another address: the old one leads there, and so does what led to the old one.
 * The new address itself leads nowhere, so that no loop can come about.
 */
export async function followMovedAddress(tx: Transaction, move: Move): Promise<void> {
  const { from, to, spoken, isKept = false } = move;
  await tx.execute('lock table redirects in share row exclusive mode');
  await tx.delete(redirects).where(eq(redirects.fromPath, pathOf(to)));
  if (spoken) await addForwarding(tx, spoken);
  if (isKept) return;
  await addForwarding(tx, { from, to });
  await tx
    .insert(redirects)
    .values({ fromPath: from, toPath: to })
    .onConflictDoUpdate({ target: redirects.fromPath, set: { toPath: to, updatedAt: new Date() } });
}

/** What led to one address leads to another. */
async function addForwarding(tx: Transaction, { from, to }: { from: string; to: string }) {
  const change = { toPath: to, updatedAt: new Date() };
  await tx.update(redirects).set(change).where(eq(redirects.toPath, from));
}
