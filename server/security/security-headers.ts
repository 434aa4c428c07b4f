import type { MiddlewareHandler } from 'hono';
import { config } from '~/config/config.server';

/** The address for reports of CSP violations, while error tracking is on. */
export const policyReportsPath = '/csp-reports';

/** What may run and style besides our own files: source expressions such as `'nonce-...'`. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/**
 * The headers of every answer, errors and files included (OWASP ASVS 5.0 chapter 3.4, MDN HTTP
 * Observatory). Scripts run by nonce only, or by hash in pages that many get. Style attributes are
 * allowed because the widgets set sizes by them; style sheets are our own or carry the nonce.
 */
export function contentSecurityPolicy({ scripts, styles }: InlineSources): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...reporting(),
  ].join('; ');
}

/** `report-to` counts where it is known and works over HTTPS only; others follow `report-uri`. */
function reporting(): string[] {
  if (!config().flags.errorTracking) return [];
  const older = `report-uri ${policyReportsPath}`;
  return isHttps() ? [older, 'report-to policy'] : [older];
}

const isHttps = () => config().server.origin.startsWith('https:');

/** Two years, twice as long as the lists of browsers ask for (hstspreload.org). */
const strictTransportSeconds = 63_072_000;

/** RFC 6797. What it says of other names than the site's own is a promise that only its owner can give. */
function strictTransport(): string {
  const { hstsIncludeSubDomains, hstsPreload } = config().flags;
  return [
    `max-age=${strictTransportSeconds}`,
    ...(hstsIncludeSubDomains ? ['includeSubDomains'] : []),
    ...(hstsPreload ? ['preload'] : []),
  ].join('; ');
}

const constantHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-DNS-Prefetch-Control': 'off',
};

/** Sets the headers on `headers` where an answer has not chosen stricter ones itself. */
export function applySecurityHeaders(headers: Headers, inline: InlineSources): void {
  for (const [name, value] of Object.entries(constantHeaders)) headers.set(name, value);
  headers.set('Strict-Transport-Security', strictTransport());
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', contentSecurityPolicy(inline));
  }
  if (config().flags.errorTracking && isHttps()) {
    headers.set('Reporting-Endpoints', `policy="${policyReportsPath}"`);
  }
}

export const securityHeaders: MiddlewareHandler<{ Variables: { nonce: string } }> = async (
  context,
  next,
) => {
  await next();
  const nonce = `'nonce-${context.get('nonce')}'`;
  applySecurityHeaders(context.res.headers, { scripts: [nonce], styles: [nonce] });
};

/** In development Vite brings inline scripts and a web socket of its own. */
export const withoutContentSecurityPolicy: MiddlewareHandler = async (context, next) => {
  await next();
  context.res.headers.delete('Content-Security-Policy');
};
