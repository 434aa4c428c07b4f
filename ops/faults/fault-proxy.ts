import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What the line does: `latency` holds everything back for a while; `freeze` takes connections and
 * lets nothing through, until it ends; `cut` breaks every connection at once; `refuse` has nobody
 * listening; `half` breaks off in the middle of each answer.
 */
export type Fault = 'none' | 'latency' | 'freeze' | 'cut' | 'refuse' | 'half';

export type FaultProxy = {
  port: number;
  /** Changes what the line does, for connections there are and those to come. */
  become: (fault: Fault, milliseconds?: number) => Promise<void>;
  close: () => Promise<void>;
};

/** A port of this machine, or the path of a socket. */
type Target = number | string;

type Line = { fault: Fault; delay: number; held: (() => void)[]; open: Set<Socket> };

/** A line on this machine to `target`, that can be disturbed. */
export async function openFaultProxy(target: Target): Promise<FaultProxy> {
  const line: Line = { fault: 'none', delay: 0, held: [], open: new Set() };
  let server = await listen(line, target, 0);
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port');
  const { port } = address;
  const breakAll = () => line.open.forEach((socket) => socket.destroy());
  return {
    port,
    become: async (fault, milliseconds = 0) => {
      const was = line.fault;
      line.fault = fault;
      line.delay = milliseconds;
      if (fault === 'cut' || fault === 'refuse') breakAll();
      if (fault === 'refuse') await closeServer(server);
      if (was === 'refuse' && fault !== 'refuse') server = await listen(line, target, port);
      if (fault !== 'freeze') line.held.splice(0).forEach((pass) => pass());
    },
    close: async () => {
      breakAll();
      if (server.listening) await closeServer(server);
    },
  };
}

async function listen(line: Line, target: Target, port: number): Promise<Server> {
  const server = createServer((client) => join(line, client, target));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
  });

function join(line: Line, client: Socket, target: Target): void {
  if (line.fault === 'cut') {
    client.destroy();
    return;
  }
  const server = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
  for (const [end, other] of [
    [client, server],
    [server, client],
  ] as const) {
    line.open.add(end);
    end.setNoDelay(true);
    end.on('error', () => undefined);
    // The end of a connection travels like everything else: not at all while the line is frozen.
    end.on('close', () => {
      line.open.delete(end);
      pass(line, () => other.destroy());
    });
    end.on('end', () => pass(line, () => other.end()));
    end.on('data', (bytes: Buffer) => {
      if (line.fault === 'half' && end === server) {
        client.end(bytes.subarray(0, Math.floor(bytes.length / 2)), () => client.destroy());
        server.destroy();
      } else pass(line, () => other.write(bytes));
    });
  }
}

/** Passes on now, after the delay, or when the line thaws; the order stays. */
function pass(line: Line, step: () => void): void {
  if (line.fault === 'freeze') line.held.push(step);
  else if (line.fault === 'latency') setTimeout(step, line.delay);
  else step();
}
