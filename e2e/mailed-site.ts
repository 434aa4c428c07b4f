import { runBuiltSite } from '../scripts/run-built-site.mjs';
import { test as base } from './fixtures';
import { type Mailboxes, openMailboxes } from './received-mails';

/**
 * A second site, which sends its mails to a mail server. Everybody may register; public profiles
 * came on after it had accounts; what a proxy says of the address is believed, so that a test can
 * come from many.
 */
type MailedSite = Awaited<ReturnType<typeof runBuiltSite>> & { mailboxes: Mailboxes };

export const test = base.extend<object, { site: MailedSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- the test runner reads the pattern
    async ({}, use) => {
      const mailboxes = await openMailboxes();
      const site = await runBuiltSite({
        SMTP_URL: mailboxes.server.address,
        FLAGS: 'fourEyes,publicProfiles,selfRegistration',
        TRUSTED_PROXIES: '1',
      });
      await use({ ...site, mailboxes });
      await site.stop();
      await mailboxes.server.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // It would be taken for another origin.
  strayThings: async ({ strayThings, site }, use) => {
    strayThings.expect(new RegExp(`^request to another origin: ${site.url}/`));
    await use(strayThings);
  },
});
