import { createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { configure } from '../../../tests/support/database/configure';
import { startSmtpServer, type TestSmtpServer } from '../../../tests/support/mail/smtp-server';
import { smtpOptions } from './smtp-server.server';
import { trySmtp } from './test-mail.server';

let server: TestSmtpServer | undefined;
let other: Server | undefined;

afterEach(async () => {
  await server?.close();
  other?.close();
  server = undefined;
  other = undefined;
});

/** Starts a server, sends a test mail to it by its address with `ending`, and says what came of it. */
async function tried(ending = '', options: Parameters<typeof startSmtpServer>[0] = {}) {
  server = await startSmtpServer(options);
  configure({ SMTP_URL: `${server.address}${ending}` });
  return trySmtp('ada@court.example');
}

/** With STARTTLS, and a certificate that nobody vouches for. */
const withTls = { disabledCommands: [] };

describe('a test mail', () => {
  test('arrives, and one line says where and whether it was encrypted', async () => {
    const { isTaken, line } = await tried();
    expect(isTaken).toBe(true);
    expect(line).toMatch(
      /^127\.0\.0\.1:\d+ has taken the mail to ada@court\.example \(NOT encrypted\): 250 /,
    );
    expect(server?.received).toMatchObject([{ recipients: ['ada@court.example'] }]);
  });

  test('goes to this machine encrypted where that is offered, with any certificate', async () => {
    const { isTaken, line } = await tried('', withTls);
    expect(isTaken).toBe(true);
    expect(line).toContain('(encrypted)');
  });

  test('does not go without encryption where that is required', async () => {
    const { isTaken, line } = await tried('?tls=required');
    expect(isTaken).toBe(false);
    expect(line).toMatch(
      /^SMTP_URL: 127\.0\.0\.1:\d+ offers no encryption \(STARTTLS\).*\?tls=off.*$/,
    );
    expect(server?.received).toEqual([]);
  });

  test('does not go to a server whose certificate nobody vouches for', async () => {
    const { isTaken, line } = await tried('?tls=required', withTls);
    expect(isTaken).toBe(false);
    expect(line).toMatch(/^SMTP_URL: .*certificate that is not trusted.*NODE_EXTRA_CA_CERTS/);
    expect(server?.received).toEqual([]);
  });

  test('goes unencrypted by setting, also past an offer', async () => {
    expect(await tried('?tls=off', withTls)).toMatchObject({
      isTaken: true,
      line: expect.stringContaining('NOT encrypted'),
    });
  });

  test('is refused with the reason: sign-in, recipient, no server, no answer in SMTP', async () => {
    const refuse = (responseCode: number, text: string) =>
      Object.assign(new Error(text), { responseCode });
    let closed = 0;
    server = await startSmtpServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refuse(535, '5.7.8 no')),
      onClose: () => {
        closed += 1;
      },
    });
    configure({ SMTP_URL: server.address.replace('//', '//user:hush@') });
    const signIn = await trySmtp('ada@court.example');
    expect(signIn.line).toMatch(/^SMTP_URL: .* refuses user and password .*535/);
    expect(signIn.line).not.toContain('hush');
    await expect.poll(() => closed, { message: 'no connection is left open' }).toBe(1);
    await server.close();
    expect((await trySmtp('ada@court.example')).line).toMatch(
      /^SMTP_URL: .* takes no connection .*ECONNREFUSED/,
    );
    const recipient = await tried('', {
      onRcptTo: (_address, _session, done) => done(refuse(550, '5.1.1 nobody here')),
    });
    expect(recipient).toMatchObject({ isTaken: false, line: expect.stringContaining('5.1.1') });
    for (const { line } of [signIn, recipient]) expect(line).not.toContain('\n');
  });

  test('says when there is no server set, or no address given', async () => {
    configure();
    expect(await trySmtp('ada@court.example')).toMatchObject({
      isTaken: false,
      line: expect.stringMatching(/^SMTP_URL: is not set/),
    });
    expect((await trySmtp('ada')).line).toMatch(/^--to: /);
  });

  test('to a server without TLS by smtps:// says which scheme to write', async () => {
    other = createServer((socket) => socket.on('error', () => undefined).end('220 hello\r\n'));
    await new Promise<void>((resolve) => other?.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    configure({ SMTP_URL: `smtps://127.0.0.1:${port}` });
    expect((await trySmtp('ada@court.example')).line).toContain('write smtp://');
  });
});

test('any other machine than this one has to encrypt, unless the setting says otherwise', () => {
  for (const host of ['mail.example.org', '10.0.0.1', '127.0.0.1.example.org', hostname()]) {
    expect(smtpOptions(`smtp://${host}`)).toMatchObject({
      requireTLS: true,
      ignoreTLS: false,
      tls: { rejectUnauthorized: true },
    });
    expect(smtpOptions(`smtp://${host}?tls=off`)).toMatchObject({
      requireTLS: false,
      ignoreTLS: true,
    });
  }
  expect(smtpOptions('smtps://mail.example.org')).toMatchObject({ secure: true, port: 465 });
  expect(smtpOptions('smtp://a%40b:p%2Fq@[::1]:25')).toMatchObject({
    host: '::1',
    port: 25,
    auth: { user: 'a@b', pass: 'p/q' },
    requireTLS: false,
  });
});
