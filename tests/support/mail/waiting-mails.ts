import { randomBytes, randomUUID } from 'node:crypto';
import { db, schema } from '~/db/db.server';

const { mails } = schema;

/** Mails that wait: one with a link that signs in, and others with links that go on working. */
export async function leaveMailsWaiting(): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const links = {
    invitation: `https://site.example/invitation/${secret}`,
    topic: 'https://site.example/forum/0199a1b2-0000-7000-8000-000000000000',
    'confirm-subscription': `https://site.example/newsletter/confirm/${secret}`,
    'moderation-decided': `https://site.example/appeal/0199a1b2-0000-7000-8000-000000000000/${secret}`,
    registration: `https://site.example/registration/${randomBytes(32).toString('hex')}`,
  };
  await db()
    .insert(mails)
    .values(
      Object.entries(links).map(([template, link]) => ({
        template,
        recipient: 'someone@court.example',
        userId: randomUUID(),
        subject: 'A test',
        html: `<a href="${link}">Open</a>`,
        text: link,
      })),
    );
}

/** What has become of them. */
export async function mailsWaiting(): Promise<Record<string, string>> {
  const rows = await db().select().from(mails);
  return Object.fromEntries(
    rows.map(({ template, state, text }) => [
      template,
      `${state}, ${text ? 'with' : 'without'} words`,
    ]),
  );
}
