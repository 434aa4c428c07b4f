import { hostname } from 'node:os';
import { asc, eq, inArray } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema, transaction, type Transaction } from '~/db/db.server';
import { translateIn } from '~/i18n/translations.server';
import { queueMail } from '~/platform/mail/mail.server';
import { type Alert, alertEmail, alertSubject } from './alert.email';
import type { AlertRecipients } from './alert-recipients.server';
import type { HealthPart } from '~/features/operations/health/health-check';
import { postOrRetry, type WebhookMessage } from './webhook.job.server';
import { association } from '~/platform/association.server';

const { healthVerdicts } = schema;
type Reported = typeof healthVerdicts.$inferSelect;
type KnownVerdict = Reported['told'];

export const alertTemplate = 'health-alert';

/** Milliseconds for which a verdict has to hold: until the next look, which comes each minute. */
const holds = 50_000;
const severity: Record<KnownVerdict, number> = { good: 0, attention: 1, bad: 2 };

/** What alerts are written with: the language of the site, since they are for who runs it. */
export const alertFrame = () => {
  const language = config().languages.default;
  return {
    translate: translateIn(language),
    language,
    site: association().shortName,
    address: `${config().server.origin}/administration/health`,
  };
};

export function webhookMessageOf(alert: Alert): WebhookMessage {
  const frame = alertFrame();
  const { translate: t, site } = frame;
  const sentences = [
    `${alertSubject(alert, frame)}.`,
    t(alert.advice),
    ...(alert.node ? [t('mail.health-alert.node', { node: alert.node })] : []),
  ];
  return {
    text: sentences.join(' '),
    check: alert.name.replace('health.', ''),
    verdict: alert.verdict,
    site,
    node: alert.node,
  };
}

/**
 * Tells of each verdict that has become worse, or good again, since it was told last. The rows are
 * locked, so that only one of several nodes reports; without recipients nothing is marked as reported.
 */
export async function reportChanges(
  parts: readonly (HealthPart & { perNode?: boolean })[],
  recipients: AlertRecipients,
  now: Date,
): Promise<void> {
  if (recipients.mails.length + recipients.webhooks.length === 0) return;
  const byKey = new Map(parts.map((part) => [keyOf(part), part]));
  await transaction(async (tx) => {
    const alerts: Alert[] = [];
    for (const row of await lockRows(tx, [...byKey.keys()])) {
      const part = byKey.get(row.check);
      if (part && (await noteVerdict(tx, row, { verdict: part.verdict, now }))) {
        alerts.push({ ...part, node: nodeOf(part) });
      }
    }
    for (const alert of alerts) await mailAlert(tx, alert, recipients);
    await postAlerts(tx, alerts, recipients);
  });
}

/** With the embedded database there is one node, whatever its container is called today. */
const nodeOf = ({ perNode }: { perNode?: boolean }) =>
  perNode && config().databaseUrl ? hostname() : null;

function keyOf(part: HealthPart & { perNode?: boolean }): string {
  const node = nodeOf(part);
  return node ? `${part.name}@${node}` : part.name;
}

async function lockRows(tx: Transaction, checks: string[]): Promise<Reported[]> {
  await tx
    .insert(healthVerdicts)
    .values(checks.map((check) => ({ check })))
    .onConflictDoNothing();
  return tx
    .select()
    .from(healthVerdicts)
    .where(inArray(healthVerdicts.check, checks))
    .orderBy(asc(healthVerdicts.check))
    .for('update');
}

type Look = { verdict: HealthPart['verdict']; now: Date };

/** @returns whether it must be reported now */
async function noteVerdict(
  tx: Transaction,
  row: Reported,
  { verdict, now }: Look,
): Promise<boolean> {
  if (verdict === 'unknown') return false;
  const thisRow = eq(healthVerdicts.check, row.check);
  if (verdict !== row.seen) {
    await tx.update(healthVerdicts).set({ seen: verdict, seenSince: now }).where(thisRow);
    return false;
  }
  const hasHeld = now.getTime() - row.seenSince.getTime() >= holds;
  const isNews = verdict === 'good' ? row.told !== 'good' : severity[verdict] > severity[row.told];
  if (!hasHeld || !isNews) return false;
  await tx.update(healthVerdicts).set({ told: verdict }).where(thisRow);
  return true;
}

async function mailAlert(tx: Transaction, alert: Alert, { mails }: AlertRecipients) {
  const mail = alertEmail(alert, alertFrame());
  for (const { email, userId } of mails) {
    await queueMail(tx, { template: alertTemplate, recipient: email, userId, ...mail });
  }
}

/** Before the commit: a process killed here reports again rather than never. */
async function postAlerts(
  tx: Transaction,
  alerts: readonly Alert[],
  { webhooks }: AlertRecipients,
): Promise<void> {
  const posts = alerts.flatMap((alert) =>
    webhooks.map((address) => postOrRetry(tx, address, webhookMessageOf(alert))),
  );
  await Promise.all(posts);
}
