import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { pool } from '~/db/db.server';
import { translations } from '~/i18n/translations.server';
import { projectRoot } from '~/config/project-root.server';
import { configure } from '../support/database/configure';
import { mailsOf } from '../support/mail/every-mail';
import { outboxMails } from '../support/mail/outbox';
import { buildOf, serveRoutes } from '../support/site/served-routes';

/** What the gateways of courts do: they open every link of every mail, again and again. */
const times = 5;
const origin = 'https://association.example';
const site = 'Judges';

/**
 * All that the database holds, the queue of jobs included: a fingerprint of each table. That a page for
 * administrators was asked for is noted, so the list of that may grow.
 */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
       and table_name <> 'security_events'`,
  );
  const held: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool().query<{ print: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${name} t`,
    );
    held[name] = rows[0]?.print ?? '';
  }
  return held;
}

type Sent = Awaited<ReturnType<typeof outboxMails>>[number];

/** The links in both parts of a mail and in its headers. */
function linksIn({ text, html, headers }: Sent): string[] {
  const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const listed = Object.values(headers).flatMap((value) => value.match(/https:[^>\s]+/g) ?? []);
  const typed = text.match(/https?:\/\/[^\s<>)]+/g) ?? [];
  return [...hrefs, ...listed, ...typed].filter((link) => link.startsWith(origin));
}

const files = readdirSync(join(projectRoot(), 'app/features'), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.email.tsx'));

let mails: Sent[];
beforeAll(async () => {
  configure({ ASSOCIATION_SHORT_NAME: site });
  for (const write of Object.values(mailsOf)) await write();
  mails = await outboxMails();
}, 120_000);

describe('every mail there is', () => {
  test('is among those whose links are opened here', () => {
    expect(Object.keys(mailsOf).toSorted()).toEqual(files.toSorted());
    const keys = Object.keys(translations.en).filter((key) => /^mail\..+\.subject$/.test(key));
    const subjects = new Set(mails.map(({ subject }) => subject));
    const texts: Record<string, string> = translations.en;
    const missing = keys.filter((key) => {
      const pattern = (texts[key] ?? '').replaceAll('{{site}}', site);
      const isCounted = pattern.includes('{{');
      return isCounted
        ? ![...subjects].some((one) => one.startsWith(pattern.split('{{')[0] ?? ''))
        : !subjects.has(pattern);
    });
    expect(keys.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });

  test('has links that change nothing, however often a robot opens them', async () => {
    const links = [...new Set(mails.flatMap(linksIn))];
    expect(links.length).toBeGreaterThan(25);
    const build = await buildOf([...links, `${origin}/login`, `${origin}/agreement`]);
    const { ask, stop } = await serveRoutes(build);
    const before = await everything();
    const statuses: Record<string, number> = {};
    for (const link of links) {
      for (let time = 0; time < times; time += 1) {
        for (const method of ['GET', 'HEAD']) {
          const { status } = await ask(link, { method });
          expect(statuses[link] ?? status, `${method} ${link}`).toBe(status);
          statuses[link] = status;
        }
      }
    }
    // Pages, the way to the sign-in, and the one link that was used when these mails were made: no
    // link was a dead one, which would prove nothing.
    expect(
      Object.entries(statuses).filter(([, status]) => ![200, 302, 410].includes(status)),
    ).toEqual([]);
    expect(Object.values(statuses).filter((status) => status === 410)).toHaveLength(1);
    expect(await everything()).toEqual(before);
    await stop();
  }, 120_000);
});
