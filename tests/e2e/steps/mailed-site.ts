import { runBuiltSite } from '../../../scripts/run-built-site.mjs';
import { withSite } from './own-site';
import { openMailboxes } from './received-mails';

/**
 * A second site, which sends its mails to a mail server. Everybody may register; public profiles
 * came on after it had accounts; what a proxy says of the address is believed, so that a test can
 * come from many.
 */
export const test = withSite(async () => {
  const mailboxes = await openMailboxes();
  const site = await runBuiltSite({
    SMTP_URL: mailboxes.server.address,
    FLAGS: 'fourEyes,publicProfiles,selfRegistration',
    TRUSTED_PROXIES: '1',
  });
  const stop = async () => {
    await site.stop();
    await mailboxes.server.close();
  };
  return { ...site, mailboxes, stop };
});
