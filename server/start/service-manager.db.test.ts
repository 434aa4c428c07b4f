import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notifyServiceManager } from './service-manager';

/** Writes each message that comes to a socket into a file, as systemd would read them. */
const receiver = `
import socket, sys
server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
server.bind(sys.argv[1])
with open(sys.argv[2], "ab", 0) as heard:
    while True:
        heard.write(server.recv(4096).strip() + b"\\n")
`;

/** The programs that stand for systemd and speak to it; Debian has both. */
const isHere = ['/usr/bin/systemd-notify', '/usr/bin/python3'].every((path) => existsSync(path));

let folder: string;
let systemd: ReturnType<typeof spawn>;
let stop: () => void = () => undefined;

/** Where there is no systemd, a program that writes down what it is to send. */
function program(): string {
  if (isHere) return 'systemd-notify';
  const path = join(folder, 'systemd-notify');
  writeFileSync(path, '#!/bin/sh\necho "$1" >> "${NOTIFY_SOCKET%notify}heard"\n', { mode: 0o755 });
  return path;
}

const socketPath = () => join(folder, 'notify');
const heardBy = () => join(folder, 'heard');
const heard = () =>
  existsSync(heardBy()) ? readFileSync(heardBy(), 'utf8').split('\n').filter(Boolean) : [];
const pings = () => heard().filter((message) => message === 'WATCHDOG=1').length;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-'));
  if (!isHere) return;
  systemd = spawn('/usr/bin/python3', ['-c', receiver, socketPath(), heardBy()]);
  await vi.waitUntil(() => existsSync(heardBy()), { timeout: 10_000 });
});
afterEach(() => {
  stop();
  vi.unstubAllEnvs();
  systemd?.kill();
  rmSync(folder, { recursive: true });
});

test('systemd is told that the site serves and lives, and hears nothing while it is stuck', async () => {
  vi.stubEnv('NOTIFY_SOCKET', socketPath());
  vi.stubEnv('WATCHDOG_USEC', '400000');
  vi.stubEnv('WATCHDOG_PID', String(process.pid));
  stop = notifyServiceManager(program());
  await vi.waitFor(() => expect(pings()).toBeGreaterThan(1), { timeout: 20_000 });
  expect(heard()).toContain('READY=1');
  // What was on its way arrives; nothing follows while the event loop stands.
  const sleep = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(sleep, 0, 0, 1_000);
  const before = pings();
  Atomics.wait(sleep, 0, 0, 2_000);
  expect(pings()).toBe(before);
  await vi.waitFor(() => expect(pings()).toBeGreaterThan(before), { timeout: 20_000 });
});

test('without a watchdog it is only told that the site serves', async () => {
  vi.stubEnv('NOTIFY_SOCKET', socketPath());
  vi.stubEnv('WATCHDOG_USEC', '100000');
  vi.stubEnv('WATCHDOG_PID', String(process.pid + 1));
  stop = notifyServiceManager(program());
  await vi.waitFor(() => expect(heard()).toEqual(isHere ? ['READY=1', 'BARRIER=1'] : ['READY=1']), {
    timeout: 20_000,
  });
});

test('without systemd nobody is told anything', () => {
  vi.stubEnv('NOTIFY_SOCKET', '');
  stop = notifyServiceManager(program());
  expect(heard()).toEqual([]);
});
