import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { appendAudit, type AuditAction } from '~/features/identity/audit/audit.server';
import { association, associationTopic, reloadAssociation } from '~/platform/association.server';
import { publish } from '~/platform/live.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import type { AssociationInput } from './association-schemas';
import type { MenuInput } from './menu-schemas';

const { associationSettings } = schema;

/** What the association is called and looks like; version 0 as long as nothing is saved. */
export function getAssociation(actor: Actor) {
  authorise(actor, 'association.manage');
  const {
    updatedAt: _at,
    updatedBy: _by,
    ...own
  } = { version: 0, updatedAt: null, updatedBy: null, ...association() };
  return own;
}

/**
 * Saves names, addresses and colours; every page, mail and feed has them from now on, on all nodes.
 * @throws AppError `error.changed-meanwhile`
 */
export async function saveAssociation(
  actor: Actor,
  input: AssociationInput,
  version: number,
): Promise<void> {
  authorise(actor, 'association.manage');
  await change(actor, version, {
    action: 'association.save',
    apply: async (tx, row) => {
      const changed = namesOfChanged(input, row);
      await tx.update(associationSettings).set(input);
      return { fields: { to: changed.join(', ') } };
    },
  });
}

/**
 * Saves what the menu and the footer have besides the entries of the site; every page has it from now
 * on, on all nodes.
 * @throws AppError `error.changed-meanwhile`
 */
export async function saveMenu(actor: Actor, input: MenuInput, version: number): Promise<void> {
  authorise(actor, 'association.manage');
  await change(actor, version, {
    action: 'association.save-menu',
    apply: async (tx) => {
      await tx.update(associationSettings).set(input);
      return {};
    },
  });
}

/**
 * Shows this picture in place of the emblem. Nothing of the file itself is kept: only pixels are
 * encoded anew.
 * @throws AppError `error.storage/no-file-provided`, `error.storage/type-not-allowed`,
 *   `error.storage/image-too-large`, `error.changed-meanwhile`
 */
export async function setLogo(actor: Actor, bytes: Buffer, version: number): Promise<void> {
  authorise(actor, 'association.manage');
  const picture = await logoOf(bytes);
  const logoDigest = createHash('sha256').update(picture).digest('hex').slice(0, 16);
  await change(actor, version, {
    action: 'association.set-logo',
    apply: async (tx) => {
      await tx.update(associationSettings).set({ logo: picture.toString('base64'), logoDigest });
      return {};
    },
  });
}

/** Shows the emblem of the site again. @throws AppError `error.changed-meanwhile` */
export async function removeLogo(actor: Actor, version: number): Promise<void> {
  authorise(actor, 'association.manage');
  await change(actor, version, {
    action: 'association.remove-logo',
    apply: async (tx) => {
      await tx.update(associationSettings).set({ logo: null, logoDigest: null });
      return {};
    },
  });
}

/** The logo as a PNG. @throws AppError `error.not-found` */
export async function getLogo(actor: Actor, digest: string): Promise<Buffer> {
  authorise(actor, 'publication.read');
  const [row] = await db()
    .select({ logo: associationSettings.logo })
    .from(associationSettings)
    .where(eq(associationSettings.logoDigest, digest));
  if (!row?.logo) throw new AppError('error.not-found');
  return Buffer.from(row.logo, 'base64');
}

type Row = typeof associationSettings.$inferSelect;
type Change = {
  action: AuditAction;
  apply: (tx: Transaction, row: Row) => Promise<Record<string, { to: string }>>;
};

async function change(actor: Actor, version: number, { action, apply }: Change) {
  await transaction(async (tx) => {
    const row = await lockRow(tx);
    if (row.version !== version) throw new AppError('error.changed-meanwhile');
    const changes = await apply(tx, row);
    await tx
      .update(associationSettings)
      .set({ version: version + 1, updatedAt: new Date(), updatedBy: actor.id });
    await publish(tx, associationTopic);
    await appendAudit(tx, actor, { action, target: { kind: 'association', id: '1' }, changes });
  });
  // Whoever has saved it sees it at once, whenever the news of it arrives.
  await reloadAssociation();
}

/** The row, which begins with what the configuration says. */
async function lockRow(tx: Transaction): Promise<Row> {
  const { name, shortName, address, email, vat, networkUrl } = association();
  await tx
    .insert(associationSettings)
    .values({ name, shortName, address, email, vat, networkUrl, version: 0 })
    .onConflictDoNothing();
  const [row] = await tx.select().from(associationSettings).for('update');
  if (!row) throw new Error('the settings of the association are not there');
  return row;
}

/** Names of the fields: what stands in them is no matter of the log. */
function namesOfChanged(input: AssociationInput, row: Row): string[] {
  const values: Record<string, unknown> = row;
  return Object.entries(input)
    .filter(([name, value]) => values[name] !== value)
    .map(([name]) => name);
}

const accepted = ['jpeg', 'png', 'webp'];
/** Of the emblem in the head, four times its size on the screen. */
const height = 160;
const width = 640;
const maxBytes = 100_000;

async function logoOf(bytes: Buffer): Promise<Buffer> {
  if (bytes.length === 0) throw new AppError('error.storage/no-file-provided');
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: 40_000_000, failOn: 'error' as const };
  const facts = await sharp(bytes, options)
    .metadata()
    .catch(() => null);
  if (!facts || !accepted.includes(facts.format)) {
    throw new AppError('error.storage/type-not-allowed');
  }
  const picture = await sharp(bytes, options)
    .rotate()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true })
    .toBuffer()
    .catch((cause: unknown) => {
      throw new AppError('error.storage/image-too-large', { cause });
    });
  if (picture.length > maxBytes) throw new AppError('error.storage/image-too-large');
  return picture;
}
