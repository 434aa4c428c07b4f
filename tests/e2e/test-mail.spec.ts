import type { Page } from '@playwright/test';
import { runBuiltSite } from '../../scripts/run-built-site.mjs';
import { startSmtpServer } from '../support/mail/smtp-server';
import { emailOf } from './steps/accounts';
import { expect, submitSignIn } from './steps/fixtures';
import { type Site, withSite } from './steps/own-site';

/** A site with a mail server that a test can have refuse, for a person who runs it. */
const test = withSite(async () => {
  const answers = { refusal: '' };
  const server = await startSmtpServer({
    onRcptTo: (_address, _session, done) => {
      const { refusal } = answers;
      done(refusal ? Object.assign(new Error(refusal), { responseCode: 550 }) : null);
    },
  });
  const site = await runBuiltSite({ SMTP_URL: server.address, LANGUAGES: 'en,fr,de' });
  const stop = async () => {
    await site.stop();
    await server.close();
  };
  return { ...site, server, answers, stop };
});

/** Signs in as who runs the site. */
async function openOutbox(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/login`);
  await submitSignIn(page, { email: emailOf('dev'), password: site.password });
  await expect(page).not.toHaveURL(/login/);
  await page.goto(`${site.url}/administration/outbox`);
}

test('who runs the site sends a test e-mail to the own address and sees it was accepted', async ({
  page,
  site,
}) => {
  await openOutbox(page, site);
  await page.getByRole('button', { name: 'Send test e-mail' }).click();
  const section = page.getByRole('region', { name: 'Test e-mail' });
  await expect(section).toContainText(/127\.0\.0\.1:\d+ has accepted the e-mail/);
  const mails = site.server.received.filter(({ source }) => /^Subject: Test e-mail/m.test(source));
  expect(mails.map(({ recipients }) => recipients)).toEqual([[emailOf('dev')]]);
});

test('without scripts a refusal is said in the words of the reader, with the server’s answer', async ({
  openBrowser,
  site,
}) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await openOutbox(page, site);
  site.answers.refusal = '5.7.1 relaying denied';
  const expected = {
    en: ['Send test e-mail', 'did not accept the e-mail. It answered:'],
    fr: ['Envoyer un courriel de test', 'n’a pas accepté le courriel. Sa réponse :'],
    de: ['Test-E-Mail senden', 'hat die E-Mail nicht angenommen. Antwort:'],
  };
  for (const [language, [button = '', answer = '']] of Object.entries(expected)) {
    await page.context().addCookies([{ name: 'lang', value: language, url: site.url }]);
    await page.goto(`${site.url}/administration/outbox`);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('main')).toContainText(answer);
    await expect(page.getByRole('main')).toContainText('5.7.1 relaying denied');
  }
  site.answers.refusal = '';
});
