import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { smtpOptions } from './smtp-server.server';

/** What became of one message. `lost`: the connection broke, or the server did not answer. */
export type Handover =
  | { outcome: 'accepted'; reply: string }
  | { outcome: 'refused'; isFinal: boolean; reply: string }
  | { outcome: 'lost'; reply: string };

type Message = {
  from: string;
  to: string;
  source: Buffer;
  /**
   * Called when everything has been sent but the line with the dot that ends a message (RFC 5321
   * section 4.1.1.4). Until then the server must not take it; when this fails, it never does.
   * @param answeredIn how long the server took for its answers before the message, in milliseconds
   */
  beforeEnd: (answeredIn: number) => Promise<void>;
};

export type SmtpSession = {
  /** False as soon as the connection is known to have ended. */
  isOpen: () => boolean;
  isEncrypted: boolean;
  handOver: (message: Message) => Promise<Handover>;
  close: () => void;
};

/** Longer than a busy server thinks about a message; RFC 5321 section 4.5.3.2 would allow more. */
const silence = 120_000;

/**
 * Opens a connection to a mail server, for messages that are handed over one by one with their end
 * in the caller's hands.
 * @param address as in SMTP_URL
 * @throws Error when there is no server, or it refuses the sign-in
 */
export async function openSmtpSession(address: string): Promise<SmtpSession> {
  const { auth, ...options } = smtpOptions(address);
  const connection = new SMTPConnection({ ...options, socketTimeout: silence });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    if (auth) {
      await new Promise<void>((resolve, reject) => {
        connection.login(auth, (error) => (error ? reject(error) : resolve()));
      });
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  let isOpen = true;
  connection.once('end', () => {
    isOpen = false;
  });
  return {
    isOpen: () => isOpen,
    isEncrypted: connection.secure,
    handOver: (message) => handOver(connection, message),
    close: () => connection.close(),
  };
}

function handOver(connection: SMTPConnection, message: Message): Promise<Handover> {
  const { from, to, source, beforeEnd } = message;
  const asked = performance.now();
  async function* parts() {
    const answeredIn = performance.now() - asked;
    yield source;
    await beforeEnd(answeredIn);
  }
  return new Promise((resolve) => {
    connection.send(
      { from, to: [to], size: source.length },
      Readable.from(parts()),
      (error, info) => {
        if (!error) return resolve({ outcome: 'accepted', reply: info?.response ?? '' });
        const reply = error.message.slice(0, 500);
        const code = 'responseCode' in error ? Number(error.responseCode) : 0;
        return resolve(
          code >= 400
            ? { outcome: 'refused', isFinal: code >= 500, reply }
            : { outcome: 'lost', reply },
        );
      },
    );
  });
}
