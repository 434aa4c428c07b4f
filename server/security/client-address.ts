import { isIP } from 'node:net';
import type { Context } from 'hono';
import { config } from '~/config/config.server';
import type { Environment } from '../app';

/** The address that a request of the application comes from. */
export function clientAddressOf(context: Context<Environment>): string {
  return clientAddress(
    context.env.incoming?.socket.remoteAddress,
    context.req.header('X-Forwarded-For'),
    config().server.trustedProxies,
  );
}

/**
 * The address a request really comes from. `X-Forwarded-For` counts only as far as it was written
 * by our own reverse proxies: the entry that the outermost trusted proxy added.
 * @param socketAddress address of the connection
 * @param forwarded value of `X-Forwarded-For`
 * @param trustedProxies how many proxies stand in front (0: the header is ignored)
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwarded: string | undefined,
  trustedProxies: number,
): string {
  const direct = withoutMapping(socketAddress ?? '') || 'unknown';
  if (trustedProxies === 0 || !forwarded) return direct;
  const chain = forwarded.split(',').map((part) => withoutMapping(part.trim()));
  const claimed = chain.at(-trustedProxies);
  return claimed && isIP(claimed) ? claimed : direct;
}

/** IPv4 written as IPv6 (RFC 4291 section 2.5.5.2) is the same address. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
