import { Hono } from 'hono';
import { config } from '~/config/config.server';
import { association } from '~/platform/association.server';

const day = 24 * 3600 * 1000;
/** RFC 9116 section 2.5.5 recommends less than a year. */
const validDays = 180;

/** Addresses that other programs look for on any site (RFC 8615). */
export function wellKnown(): Hono {
  const app = new Hono();
  app.get('/.well-known/security.txt', (context) =>
    context.text(securityText(new Date()), 200, { 'Cache-Control': 'public, max-age=86400' }),
  );
  // RFC 9116 section 3: older programs look at the top.
  app.get('/security.txt', (context) => context.redirect('/.well-known/security.txt', 301));
  // W3C "A well-known URL for changing passwords": password managers lead there.
  app.get('/.well-known/change-password', (context) => {
    context.header('Cache-Control', 'no-store');
    return context.redirect('/settings/security', 302);
  });
  return app;
}

/** The file security.txt (RFC 9116). @param now the text is valid for half a year from it */
export function securityText(now: Date): string {
  const { languages, server } = config();
  const midnight = Math.floor(now.getTime() / day) * day;
  const expires = new Date(midnight + validDays * day).toISOString().replace('.000Z', 'Z');
  return [
    `Contact: mailto:${association().email}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${languages.active.join(', ')}`,
    `Canonical: ${server.origin}/.well-known/security.txt`,
    `Policy: ${server.origin}/security-policy`,
    '',
  ].join('\n');
}
