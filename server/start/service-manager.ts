import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serviceManager } from '~/config/config.server';
import { log } from '~/platform/log/log.server';

const run = promisify(execFile);

/**
 * Tells systemd that the site serves, and from then on that it lives (sd_notify(3)). Node has no
 * datagram sockets, so `systemd-notify` sends it. The messages are sent by a timer of the event
 * loop: when that is stuck they stop, and systemd starts the site again.
 * @param program what takes a message as its argument and sends it to NOTIFY_SOCKET
 * @returns how to stop telling
 */
export function notifyServiceManager(program = 'systemd-notify'): () => void {
  const manager = serviceManager();
  if (!manager) return () => undefined;
  const { socket, watchdogMicroseconds } = manager;
  const tell = (message: string) =>
    run(program, [message], {
      env: { PATH: '/usr/bin:/bin', NOTIFY_SOCKET: socket },
    }).catch((error: unknown) => log().error({ err: error }, 'systemd could not be told'));
  void tell('READY=1');
  if (!watchdogMicroseconds) return () => undefined;
  // Twice in the time that systemd allows, as sd_watchdog_enabled(3) recommends.
  const timer = setInterval(() => void tell('WATCHDOG=1'), watchdogMicroseconds / 2_000);
  timer.unref();
  return () => clearInterval(timer);
}
