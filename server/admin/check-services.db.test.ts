import { createServer } from 'node:http';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadFileStore } from '~/platform/files/file-store.server';
import { log } from '~/platform/log/log.server';
import { configure } from '../../tests/support/database/configure';
import { startObjectStoreServer } from '../../tests/support/files/object-store-server';
import { startSmtpServer } from '../../tests/support/mail/smtp-server';
import { checkBackupRecipient, checkFileStore, tellOfUnusableServices } from './check-services';

const open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** What the log is told while `work` runs. */
async function toldDuring(work: () => Promise<void>): Promise<string[]> {
  const warn = vi.spyOn(log(), 'warn').mockImplementation(() => undefined);
  await work();
  return warn.mock.calls.map(([line]) => String(line));
}

describe('the file store', () => {
  test('that takes files is fine', async () => {
    const store = await startObjectStoreServer();
    open.push(store);
    configure({ FILE_STORE_URL: store.address });
    await loadFileStore();
    expect(await toldDuring(checkFileStore)).toEqual([]);
  });

  test('that has no such bucket refuses the start', async () => {
    const store = await startObjectStoreServer();
    open.push(store);
    configure({ FILE_STORE_URL: store.address.replace(/\/library$/, '/missing') });
    await loadFileStore();
    await expect(checkFileStore()).rejects.toThrow(
      /^FILE_STORE_URL: the store refuses \(NoSuchBucket/,
    );
  });

  test('that knows no such key refuses the start, without repeating it', async () => {
    const refusing = createServer((_request, response) => {
      response.writeHead(403, { 'Content-Type': 'application/xml' });
      response.end('<Error><Code>InvalidAccessKeyId</Code><Message>Unknown</Message></Error>');
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    open.push(refusing);
    const address = refusing.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    configure({ FILE_STORE_URL: `http://KEY:hush@127.0.0.1:${port}/library` });
    await loadFileStore();
    const refusal = await checkFileStore().catch((error: Error) => error.message);
    expect(refusal).toMatch(/^FILE_STORE_URL: the store refuses \(InvalidAccessKeyId: /);
    expect(refusal).not.toContain('hush');
  });

  test('that does not answer is named in the log, and the start goes on', async () => {
    configure({ FILE_STORE_URL: 'http://KEY:hush@127.0.0.1:1/library' });
    await loadFileStore();
    const lines = await toldDuring(checkFileStore);
    expect(lines).toEqual([expect.stringMatching(/^FILE_STORE_URL: the store does not answer/)]);
  });
});

test('a key for backups that is none refuses the start', async () => {
  configure({ BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1HUSH' });
  const refusal = await checkBackupRecipient().catch((error: Error) => error.message);
  expect(refusal).toMatch(/^BACKUP_RECIPIENT: must be a public key of age/);
  expect(refusal).not.toContain('HUSH');
  const recipient = await identityToRecipient(await generateIdentity());
  configure({ BACKUP_RECIPIENT: recipient });
  await checkBackupRecipient();
});

describe('mail server, provider and scanner', () => {
  test('are named in the log, each in a line', async () => {
    const mail = await startSmtpServer();
    open.push(mail);
    configure({
      SMTP_URL: `${mail.address}?tls=required`,
      CLAMD_ADDRESS: '127.0.0.1:1',
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'site',
      OIDC_CLIENT_SECRET: 'hush',
    });
    const lines = await toldDuring(tellOfUnusableServices);
    expect(lines).toEqual([
      expect.stringMatching(/^SMTP_URL: .* offers no encryption \(STARTTLS\)/),
      expect.stringMatching(/^OIDC_ISSUER: .* does not answer/),
      expect.stringMatching(/^CLAMD_ADDRESS: no scanner answers at 127\.0\.0\.1:1/),
    ]);
    expect(lines.join()).not.toContain('hush');
  });

  test('of a provider that calls itself otherwise, the right address is said', async () => {
    const provider = createServer((_request, response) =>
      response.end(JSON.stringify({ issuer: 'https://id.example/realm' })),
    );
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    open.push(provider);
    const address = provider.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const settings = { OIDC_CLIENT_ID: 'site', OIDC_CLIENT_SECRET: 'hush' };
    configure({ ...settings, OIDC_ISSUER: `http://127.0.0.1:${port}` });
    expect(await toldDuring(tellOfUnusableServices)).toEqual([
      expect.stringContaining('calls itself https://id.example/realm'),
    ]);
  });

  test('that are not set are not asked for', async () => {
    configure();
    expect(await toldDuring(tellOfUnusableServices)).toEqual([]);
  });
});
