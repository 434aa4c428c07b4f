/*
 * Sends newsletters in a process of its own, which a test or a benchmark may kill. Reads the
 * environment as the site does, but for a migrated database that may be named by the last
 * argument. `fill N` writes N subscriptions and a newsletter that is due, `send 0` sends it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { eq, ne } from 'drizzle-orm';
import { db, openDatabase, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { sendDueNewsletters } from '~/features/newsletters/delivery/sender.server';
import { newId } from '~/lib/new-id';
import { startDatabase, stopPlatform } from '../../../server/start/platform';

const { newsletterDeliveries, newsletters, subscriptions } = schema;
const say = (line: string) => process.stdout.write(`${line}\n`);

async function fill(addresses: readonly string[]): Promise<void> {
  await db()
    .insert(subscriptions)
    .values(
      addresses.map((email) => ({
        id: newId().replaceAll('-', '').padEnd(64, '0'),
        email,
        lists: ['newsletter' as const],
        consentVersion: 'example',
        status: 'active' as const,
      })),
    );
  await db()
    .insert(newsletters)
    .values({
      subject: 'Autumn letter',
      language: 'en',
      list: 'newsletter',
      body: paragraphs('Dear colleagues, this is an example.'),
      status: 'scheduled',
      sendAt: new Date(),
    });
}

async function sendAll(): Promise<void> {
  for (;;) {
    await sendDueNewsletters({ retrySeconds: 0.1 });
    const open = await db().$count(newsletters, ne(newsletters.status, 'sent'));
    if (open === 0) return;
    await wait(100);
  }
}

const [, , task, number = '0', database] = process.argv;
if (database) openDatabase({ connectionString: database });
else await startDatabase();
if (task === 'fill') {
  await fill(Array.from({ length: Number(number) }, (_, i) => `reader-${i}@court.example`));
} else {
  say('sending');
  await sendAll();
  const uncertain = await db()
    .select({ email: newsletterDeliveries.email })
    .from(newsletterDeliveries)
    .where(eq(newsletterDeliveries.state, 'uncertain'));
  const counts = await db().select({ counts: newsletters.counts }).from(newsletters);
  say(
    JSON.stringify({ counts: counts[0]?.counts, uncertain: uncertain.map(({ email }) => email) }),
  );
}
await stopPlatform();
