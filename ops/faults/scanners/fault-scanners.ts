/**
 * Debian's scanners against the demonstration, as a visitor, a member and an administrator. Every
 * finding has to be among those that docs/SECURITY.md explains.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { keyedHash } from '../../../app/platform/keyed-hash.server.ts';
import { printTable, type Row } from '../../bench/bench.ts';
import { withTemporaryFolder } from '../fault-folder.ts';
import { endProcess, password, type RunningSite, startSite } from '../fault-site.ts';
import { signIn } from '../library/library-client.ts';
import { MissingProgram } from '../missing-program.ts';
import { explained } from './scanner-findings.ts';
import { openGate } from './scanner-gate.ts';
import { nikto, type Scan, type Scanner, sqlmap, wapiti } from './scanner-programs.ts';

const secret = 'the site that is scanned has this secret';

const scanners: Record<string, Scanner> = { nikto, wapiti, sqlmap };

type Visitor = { email: string | null; starts: string[]; questions: string[] };

const everybodys = [
  '/search?q=data&language=en',
  '/news?year=2026&category=news&language=en&topic=privacy&page=1',
  '/events/overview?type=seminar&page=1',
  '/newsletter/archive?page=1',
  '/statistics?days=30',
  '/language?to=fr&redirectUrl=%2Fnews',
];
const members = [
  '/forum/search?q=data',
  '/forum/members?q=a',
  '/forum/new?category=general',
  '/intranet?sort=title&country=AT&q=data',
  '/settings/audit?before=10',
];
const administrators = [
  '/administration/users?search=a&role=USER&state=active&sort=name&page=1',
  '/administration/audit?action=user&actor=a&from=2026-01-01&before=10',
  '/administration/applications?state=submitted&search=a&page=1',
  '/administration/content?kind=article&language=en&status=published',
  '/administration/errors?state=open&page=1',
  '/administration/statistics?days=30',
];

const visitors: Record<string, Visitor> = {
  visitor: { email: null, starts: ['/membership', '/newsletter', '/login'], questions: everybodys },
  member: {
    email: 'member@demo.example',
    starts: ['/forum', '/intranet', '/settings', '/settings/security', '/events/overview'],
    questions: [...everybodys.slice(0, 2), ...members],
  },
  administrator: {
    email: 'admin@demo.example',
    starts: ['/administration', '/administration/users', '/administration/content'],
    questions: [...members.slice(0, 2), ...administrators],
  },
};

/**
 * @param minutes for each scanner and visitor
 * @throws MissingProgram when one of the scanners is not installed
 */
export async function scannerRuns(minutes = 1.5): Promise<Row[]> {
  const missing = Object.keys(scanners).filter((name) => !existsSync(`/usr/bin/${name}`));
  if (missing.length > 0) {
    throw new MissingProgram(`${missing.join(', ')}: apt-get install ${missing.join(' ')}`);
  }
  const rows: Row[] = [];
  for (const [who, visitor] of Object.entries(visitors)) {
    for (const [name, scan] of Object.entries(scanners)) {
      const lines = await withTemporaryFolder((folder) =>
        scanAs(visitor, { scan, folder, seconds: minutes * 60, title: `${name}, ${who}` }),
      );
      printTable(`${name} as ${who}`, lines);
      rows.push(...lines);
    }
  }
  return rows;
}

type Run = { scan: Scanner; folder: string; seconds: number; title: string };

/** A site of its own for each: what one has changed is not in the way of the next. */
async function scanAs(visitor: Visitor, { scan, folder, seconds, title }: Run): Promise<Row[]> {
  let address = '';
  const gate = await openGate(() => address);
  const site = await startSite({
    environment: {
      DATA_DIR: join(folder, 'data'),
      ORIGIN: gate.url,
      APP_SECRET: secret,
      FLAGS: 'metrics,analytics,errorTracking,publicStatistics',
    },
  });
  address = site.url;
  const endpoint = await openEndpoint();
  const own = join(folder, 'scanner');
  mkdirSync(own);
  try {
    const cookie = visitor.email ? (await signIn(gate.url, visitor.email, password)).cookie : '';
    const found = await scan({
      ...visitor,
      url: site.url,
      gate: gate.url,
      cookie,
      endpoint: endpoint.url,
      folder: own,
      seconds,
    });
    const row = (work: string, measured: string, isAsItShould: boolean): Row => ({
      work: `${title}: ${work}`,
      measured,
      bar: 'explained',
      reached: isAsItShould,
    });
    const counts = await countAnswers(site);
    const isStillThere = visitor.email === null || (await isSignedIn(site, cookie));
    keepOutput(title, found, site);
    return [
      ...rowsOf(found, row),
      row('answers', `${counts.all}, of them ${counts.failed} with 5xx`, counts.failed === 0),
      row('requests of the site to elsewhere', String(endpoint.calls()), endpoint.calls() === 0),
      row('the site afterwards', site.ended() ?? 'runs', site.ended() === null),
      row('the session afterwards', isStillThere ? 'as before' : 'gone', isStillThere),
    ];
  } finally {
    await endpoint.close();
    await gate.close();
    await endProcess(site.process, 'SIGTERM');
  }
}

/** With `SCANNERS_OUTPUT` all that was printed is kept in that folder. */
function keepOutput(title: string, { output, findings }: Scan, site: RunningSite): void {
  const folder = process.env.SCANNERS_OUTPUT;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const name = title.replace(', ', '-');
  writeFileSync(join(folder, `${name}.txt`), `${findings.join('\n')}\n\n${output}`);
  writeFileSync(join(folder, `${name}-site.txt`), site.output());
}

/** One line for each thing that was said, however often. */
function rowsOf(
  { findings }: Scan,
  row: (work: string, measured: string, reached: boolean) => Row,
): Row[] {
  const times = new Map<string, { count: number; isExplained: boolean }>();
  for (const finding of findings) {
    const meaning = explained.find(({ said }) => said.test(finding))?.meaning;
    const text = meaning ?? `NOT EXPLAINED: ${finding}`;
    const before = times.get(text)?.count ?? 0;
    times.set(text, { count: before + 1, isExplained: meaning !== undefined });
  }
  return [...times].map(([text, { count, isExplained }]) => row(text, `${count} ×`, isExplained));
}

async function countAnswers(site: RunningSite): Promise<{ all: number; failed: number }> {
  const headers = { Authorization: `Bearer ${keyedHash(secret, 'metrics', 'read')}` };
  const text = await (await fetch(`${site.url}/metrics`, { headers })).text();
  const counts = { all: 0, failed: 0 };
  for (const [, status = '', count] of text.matchAll(
    /^site_request_seconds_count\{.*status="(\d+)"\} (\d+)$/gm,
  )) {
    counts.all += Number(count);
    if (status.startsWith('5')) counts.failed += Number(count);
  }
  return counts;
}

async function isSignedIn({ url }: RunningSite, cookie: string): Promise<boolean> {
  const answer = await fetch(`${url}/settings`, {
    headers: { Cookie: cookie },
    redirect: 'manual',
  });
  await answer.text();
  return answer.status === 200;
}

/** Stands where a scanner looks whether the site could be made to ask elsewhere. */
async function openEndpoint() {
  let calls = 0;
  const server = createServer((request, response) => {
    const isResult = /^\/get_(ssrf|xxe)\.php/.test(request.url ?? '');
    if (!isResult) calls += 1;
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    calls: () => calls,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
