import { transaction } from '~/db/db.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { toCsv } from '~/lib/csv';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { type ExportedList, exportedLists, mostRows } from './exported-lists.server';

/** @throws AppError `error.not-found` */
export function exportedListOf(name: string): ExportedList {
  const list = Object.hasOwn(exportedLists, name) ? exportedLists[name] : undefined;
  if (!list) throw new AppError('error.not-found');
  return list;
}

/**
 * A list of the administration as CSV, sorted and filtered by the search parameters of its page. The
 * audit log keeps who downloaded it and why.
 * @throws AppError `error.not-found`, `error.reason-required`, `error.list-export.too-long`
 */
export async function exportList(
  actor: Actor,
  name: string,
  { query, reason }: { query: string; reason?: string },
): Promise<string> {
  authorise(actor, 'administration.read');
  const list = exportedListOf(name);
  const rows = await list.read(actor, new URLSearchParams(query));
  // Only those who may see the list learn that a reason is missing.
  if (list.asksReason && !reason) throw new AppError('error.reason-required');
  if (rows.length > mostRows) throw new AppError('error.list-export.too-long');
  await transaction((tx) =>
    appendAudit(tx, actor, {
      action: 'list.export',
      target: { kind: 'list', id: name },
      changes: { rows: { to: rows.length } },
      reason,
    }),
  );
  return toCsv([
    [...list.columns],
    ...rows.map((cells) =>
      cells.map((cell) => {
        if (cell instanceof Date) return cell.toISOString();
        if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
        return typeof cell === 'object' && cell !== null ? cell.join('; ') : cell;
      }),
    ),
  ]);
}
