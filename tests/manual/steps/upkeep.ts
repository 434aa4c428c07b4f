import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { expect, test } from '@playwright/test';
import { newestBackup } from '../backups';
import { browserOf, untilReady, versions } from '../journey';
import { follow } from '../manual';
import { shell } from '../shell';
import { verifyUnits } from './installation';
import { everythingIsRestored, everythingIsThere } from './usage';

/** What is done every night, every year, and on a bad day. */
export function upkeep(): void {
  test('backup, by hand and every night', async () => {
    await follow('Mail server and encryption');
    await follow('Backup');
    await verifyUnits();
    const [, made] =
      /The backup is finished: (\S+)/.exec(await shell('journalctl -u association-backup')) ?? [];
    // The nightly one takes the place of that by hand: one of each day is kept.
    expect(await shell('association admin list-backups')).toMatch(new RegExp(`^${made} .*$`));
  });

  test('the restore is rehearsed while the site runs', async () => {
    const shown = await follow('Rehearsal');
    expect(shown).toContain('Every document has its file.');
    expect(shown).toContain('The audit log is intact');
    await untilReady();
  });

  test('an upgrade that brings nothing new, and its rollback, lose nothing', async ({
    browser,
  }) => {
    await follow('Upgrade and rollback');
    const values = { 'old version': versions.present, backup: newestBackup() };
    await untilReady();
    await follow('Rollback', { values });
    await untilReady();
    await everythingIsRestored(await browserOf(browser, 'portia'));
  });

  test('restore: everything is back', async ({ browser }) => {
    await follow('In earnest');
    await untilReady();
    await everythingIsRestored(await browserOf(browser, 'portia'));
  });

  test('the data move to a larger disk', async ({ browser }) => {
    await follow('A larger disk');
    await verifyUnits();
    await shell('rm -r /var/lib/association');
    await untilReady();
    await everythingIsThere(await browserOf(browser, 'portia'));
  });

  test('the mail server hands over what came back', async () => {
    await follow('Mails that come back');
    const report = 'From: postmaster@court.example\nSubject: Out of office\n\nBack on Monday.\n';
    await shell('runuser -u association -- association-bounce', report);
  });

  test('a restart loses nothing', async ({ browser }) => {
    await shell('systemctl restart association');
    await untilReady();
    await everythingIsThere(await browserOf(browser, 'portia'));
  });

  test('a renewed certificate is used at once, and the site goes on', async ({ browser }) => {
    const before = await serialNumber();
    await shell('certbot renew --force-renewal');
    await expect.poll(serialNumber).not.toBe(before);
    await everythingIsThere(await browserOf(browser, 'portia'));
  });
}

/** Of the certificate that nginx shows. */
function serialNumber(): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: 'www.example.org', port: 443, servername: 'www.example.org' });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate();
      socket.destroy();
      resolve(certificate instanceof X509Certificate ? certificate.serialNumber : 'none');
    });
  });
}
