import { getTableColumns, sql } from 'drizzle-orm';
import { warnUnlessOutage } from '~/answers/failure.server';
import { config } from '~/config/config.server';
import { db, schema, type Transaction } from '~/db/db.server';
import { publish, subscribe } from './live.server';

const { associationSettings } = schema;

/** The live topic of a change. */
export const associationTopic = 'association';

const { logo: _logo, ...shownColumns } = getTableColumns(associationSettings);

type Saved = Omit<typeof associationSettings.$inferSelect, 'logo'>;

let saved: Saved | null = null;
const listeners = new Set<() => void>();

/**
 * What the association is called and looks like: as the administration has saved it, before that as
 * the configuration says. Each process has a copy, renewed at every change.
 */
export function association() {
  return {
    ...config().association,
    lightColour: null,
    darkColour: null,
    logoDigest: null,
    menu: [],
    footer: [],
    ...saved,
  };
}

/** Reads what is saved. */
export async function reloadAssociation(): Promise<void> {
  const [row] = await db().select(shownColumns).from(associationSettings);
  // Of two answers that overtake each other, the newer one stays.
  if (row && saved && row.version < saved.version) return;
  saved = row ?? null;
  for (const listener of listeners) listener();
}

/**
 * What led in menu and footer to one address of the site leads to another.
 * @param to null: the entries go
 */
export async function leadMenuTo(
  tx: Transaction,
  { from, to }: { from: string; to: string | null },
) {
  const [row] = await tx.select(shownColumns).from(associationSettings).for('update');
  if (!row) return;
  const moved = <Entry extends { url: string }>(entries: readonly Entry[]) =>
    entries.flatMap((entry) => {
      if (entry.url !== from) return [entry];
      return to === null ? [] : [{ ...entry, url: to }];
    });
  if (![...row.menu, ...row.footer].some(({ url }) => url === from)) return;
  const { version } = associationSettings;
  await tx
    .update(associationSettings)
    .set({ menu: moved(row.menu), footer: moved(row.footer), version: sql`${version} + 1` });
  await publish(tx, associationTopic);
}

/** Calls `listener` after each change. @returns how to stop */
export function onAssociationChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads what is saved and follows the changes of all nodes. @returns how to stop */
export async function startAssociation(): Promise<() => void> {
  await reloadAssociation();
  return subscribe([associationTopic], () => {
    reloadAssociation().catch((error: unknown) =>
      warnUnlessOutage(error, 'the settings of the association could not be read'),
    );
  });
}
