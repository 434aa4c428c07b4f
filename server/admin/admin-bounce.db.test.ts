import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { deliveryReport } from '../../tests/support/mail/delivery-reports';
import { importBounce } from './admin-bounce';

const { newsletterDeliveries, newsletters, subscriptions } = schema;
const address = 'ada@court.example';
let messageId: string;

beforeEach(async () => {
  await db().delete(newsletters);
  await db().delete(subscriptions);
  const [subscription, newsletterId, delivery] = [newId().padEnd(64, '0'), newId(), newId()];
  const consent = {
    lists: ['newsletter' as const],
    consentVersion: '1',
    status: 'active' as const,
  };
  await db()
    .insert(subscriptions)
    .values({ id: subscription, email: address, ...consent });
  const facts = { subject: 'Autumn letter', language: 'en', list: 'newsletter' as const };
  await db()
    .insert(newsletters)
    .values({ id: newsletterId, ...facts, body: paragraphs('Dear colleagues') });
  await db()
    .insert(newsletterDeliveries)
    .values({ id: delivery, newsletterId, email: address, state: 'sent' });
  messageId = `${delivery}@association.example`;
});

async function take(mail: string) {
  const said: string[] = [];
  // In pieces, as a pipe brings it.
  const bytes = Buffer.from(mail);
  const pieces = [bytes.subarray(0, 100), bytes.subarray(100)];
  const isFine = await importBounce(Readable.from(pieces), (line) => said.push(line));
  const [subscription] = await db()
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.email, address));
  return { isFine, said: said.join('\n'), status: subscription?.status };
}

describe('a mail from the pipe of a mail server', () => {
  test.each(['postfix', 'exim', 'exchange'] as const)('ends the mails: %s', async (name) => {
    const taken = await take(deliveryReport(name, { address, messageId }));
    expect(taken).toMatchObject({ isFine: true, status: 'bounced' });
    expect(taken.said).toContain('no further e-mails');
  });

  test.each(['delayed', 'out-of-office'] as const)('changes nothing: %s', async (name) => {
    const taken = await take(deliveryReport(name, { address, messageId }));
    expect(taken).toMatchObject({ isFine: true, status: 'active' });
    expect(taken.said).toContain('Nothing was changed');
  });

  test.each(['made-up@association.example', `${newId()}@association.example`])(
    'ends nobody’s mails without the name of the mail that was sent: %#',
    async (other) => {
      const forged = deliveryReport('postfix', { address, messageId: other });
      expect(await take(forged)).toMatchObject({ isFine: true, status: 'active' });
    },
  );
});
