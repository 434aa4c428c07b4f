import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type CuttingProxy = {
  port: number;
  /** Where connections lead from now on. */
  leadTo: (port: number) => void;
  /** Breaks every connection there is, as when the network goes. @returns how many there were */
  cut: () => number;
  /** Bytes that have come from browsers. */
  received: () => number;
  close: () => void;
};

/** A line to a site that is slow on the way up and can be cut. */
export async function openCuttingProxy(bytesPerSecond: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let target = 0;
  let received = 0;
  const server = createServer((browser) => {
    const site = connect(target, '127.0.0.1');
    for (const [end, other] of [
      [browser, site],
      [site, browser],
    ] as const) {
      open.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        open.delete(end);
        other.destroy();
      });
    }
    site.pipe(browser);
    browser.on('data', (bytes: Buffer) => {
      received += bytes.length;
      browser.pause();
      site.write(bytes);
      void pause((bytes.length / bytesPerSecond) * 1_000).then(() => browser.resume());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port');
  return {
    port: address.port,
    leadTo: (port) => {
      target = port;
    },
    cut: () => {
      const count = open.size / 2;
      for (const socket of open) socket.destroy();
      return count;
    },
    received: () => received,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
