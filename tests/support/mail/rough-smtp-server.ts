import { once } from 'node:events';
import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** How often, from 0 to 1, each thing goes wrong. */
export type Roughness = {
  /** The recipient is put off (450). */
  putOff: number;
  /** The connection ends before the message does. */
  cutOff: number;
  /** The whole message is refused for now after its end (452). */
  refuseAfter: number;
  /** The message is taken, and the connection ends without an answer. */
  silent: number;
  /** The answer to a message takes this long at most, in milliseconds. */
  slowest: number;
};

export type RoughSmtpServer = {
  /** For SMTP_URL. */
  address: string;
  /** How often a message has been taken for each address. */
  accepted: Map<string, number>;
  /** What the server has done wrong so far. */
  trouble: Record<'putOff' | 'cutOff' | 'refuseAfter' | 'silent', number>;
  close: () => Promise<void>;
};

/** What a server that refuses hands to its library. */
export const refusal = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode });

/**
 * A real mail server on this machine that drops, delays and refuses. Addresses that begin with
 * `unknown` are refused for good.
 */
export async function startRoughSmtpServer(rough: Roughness): Promise<RoughSmtpServer> {
  const accepted = new Map<string, number>();
  const trouble = { putOff: 0, cutOff: 0, refuseAfter: 0, silent: 0 };
  const happens = (what: keyof typeof trouble) => {
    const does = Math.random() < rough[what];
    if (does) trouble[what] += 1;
    return does;
  };
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('unknown')) return done(refusal(550, '5.1.1 no such user'));
      return done(happens('putOff') ? refusal(450, '4.2.1 come back later') : null);
    },
    onData: (stream, session, done) => {
      const isCut = happens('cutOff');
      stream.on('error', () => undefined);
      stream.on('data', () => isCut && cut(session));
      stream.on('end', () => {
        if (happens('refuseAfter')) return done(refusal(452, '4.3.1 no room at the moment'));
        for (const { address } of session.envelope.rcptTo) {
          accepted.set(address, (accepted.get(address) ?? 0) + 1);
        }
        if (happens('silent')) return cut(session);
        return void setTimeout(() => done(), Math.random() * rough.slowest);
      });
    },
  });
  const sockets = new Map<number, Socket>();
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket));
  const cut = ({ remotePort }: SMTPServerSession) => sockets.get(remotePort)?.destroy();
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const bound = server.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    address: `smtp://127.0.0.1:${port}`,
    accepted,
    trouble,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
