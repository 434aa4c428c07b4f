import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = { from: string; recipients: string[]; source: string };

export type TestSmtpServer = {
  /** For SMTP_URL. */
  address: string;
  /** What has been accepted, in order. */
  received: ReceivedMail[];
  close: () => Promise<void>;
};

/**
 * A real mail server on this machine.
 * @param options to refuse at some step
 * @param port a free one unless it is given
 */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          recipients: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const bound = server.server.address();
  const taken = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    address: `smtp://127.0.0.1:${taken}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Headers of a part by lower-case name (unfolded), and its decoded text. */
export type MailPart = { headers: Record<string, string>; text: string };

/** Reads a part and, for a multipart, what is in it (RFC 5322, RFC 2045). */
export function readParts(source: string): MailPart[] {
  const at = source.indexOf('\r\n\r\n');
  const headers = Object.fromEntries(
    source
      .slice(0, at)
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .filter(Boolean)
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );
  const body = source.slice(at + 4);
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1];
  const inner = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .flatMap((part) => readParts(part.replace(/^\r\n/, '')))
    : [];
  return [{ headers, text: decode(body, headers['content-transfer-encoding']) }, ...inner];
}

function decode(body: string, encoding = '7bit'): string {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding.toLowerCase() !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString();
}
