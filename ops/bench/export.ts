/**
 * A member's own data under load: an account with 100,000 audit entries asks for 24 exports and
 * looks at the page of its data 60 times, all at once, and so does an ordinary account with the
 * page; meanwhile someone else reads.
 */
import { readFileSync } from 'node:fs';
import { type Row, signIn } from './bench.ts';
import { type LibrarySite, withLibrary } from './library/library-site.ts';

const entries = 100_000;
const exports = 24;
const views = 60;

export function exportPart(): Promise<Row[]> {
  return withLibrary(async (site) => {
    await plant(site);
    const { cookie } = site.member;
    const others = await signIn(site, 'member2@demo.example');
    const reader = await signIn(site, 'admin@demo.example');
    // Once each before, as on a site that has been running for a while.
    for (const path of ['/forum', '/intranet', '/settings']) await lookAt(site, path, reader);
    const waits: number[] = [];
    const load = new AbortController();
    const reading = (async () => {
      while (!load.signal.aborted)
        for (const path of ['/forum', '/intranet', '/settings', '/news'])
          waits.push(await lookAt(site, path, reader));
    })();
    const pages = [cookie, others].flatMap((own) =>
      Array.from({ length: views }, () => lookAt(site, '/settings/data', own)),
    );
    const files = await Promise.all(Array.from({ length: exports }, () => takeOut(site, cookie)));
    await Promise.all(pages);
    load.abort();
    await reading;
    const made = files.filter(({ status }) => status === 200);
    const told = files.filter(({ status, retryAfter }) => status === 429 && retryAfter);
    const peak = peakMegabytes(site.process.pid ?? 0);
    const slowest = Math.max(...waits);
    return [
      {
        work: `${exports} exports at once of ${entries} entries: made, and told to wait`,
        measured: `${made.length} of ${made[0]?.bytes ?? 0} bytes, ${told.length}`,
        bar: `1, ${exports - 1}`,
        reached: made.length === 1 && told.length === exports - 1,
      },
      {
        work: `peak memory of the application, with ${2 * views} looks at the page`,
        measured: `${peak.toFixed(0)} MB`,
        bar: '≤ 450 MB',
        reached: peak <= 450,
      },
      {
        work: `slowest of ${waits.length} pages of another reader meanwhile`,
        measured: `${slowest.toFixed(0)} ms`,
        bar: '≤ 1000 ms',
        reached: slowest <= 1_000,
      },
    ];
  });
}

/** The entries are not chained: nobody checks the chain here. */
async function plant({ database }: LibrarySite): Promise<void> {
  await database.query(
    `insert into audit_entries (seq, at, actor_kind, actor_id, role, action, target_kind, target_id,
       changes, request_id, previous_hash, hash)
     select (select max(seq) from audit_entries) + number, now(), 'user', users.id, 'USER',
       'comment.create', 'comment', gen_random_uuid()::text, '{"state": {"from": "a", "to": "b"}}',
       gen_random_uuid()::text, repeat('a', 64), repeat('b', 64)
     from users, generate_series(1, $1::int) number where users.email = 'member@demo.example'`,
    [entries],
  );
  await database.query('vacuum analyze audit_entries');
}

/** Milliseconds until the whole page is there. */
async function lookAt({ url }: LibrarySite, path: string, cookie: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${url}${path}`, { headers: { cookie } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - begun;
}

async function takeOut({ url }: LibrarySite, cookie: string) {
  const answer = await fetch(`${url}/settings/data/export`, {
    method: 'POST',
    headers: { cookie, origin: url },
  });
  let bytes = 0;
  if (answer.body) for await (const piece of answer.body) bytes += piece.byteLength;
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), bytes };
}

/** The most that the program has ever held in memory, on Linux. */
function peakMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1000;
}
