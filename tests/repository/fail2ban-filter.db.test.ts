import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withRequestScope } from '~/platform/log/log.server';
import { noteRepeatedEvent, noteSecurityEvent } from '~/platform/security-events.server';
import { projectRoot } from '~/config/project-root.server';
import { configure } from '../support/database/configure';
import { captureLog } from '../support/site/captured-log';

const filter = join(projectRoot(), 'ops/fail2ban/association.conf');
const [, failRegex = ''] = /^failregex = (.*)$/m.exec(readFileSync(filter, 'utf8')) ?? [];
const address = '(?<address>[0-9a-f:.]+)';
const pattern = new RegExp(failRegex.replace('<ADDR>', address));
/** As fail2ban hands it over: what `datepattern` matches is cut out before. */
const withoutDate = (line: string) => line.replace(/"time":"[-0-9T:]+/, '');

let lines: string[];
beforeAll(async () => {
  configure({ FLAGS: 'securityLogAddresses' });
  const captured = captureLog();
  const from = (client: string, work: () => Promise<void>) =>
    withRequestScope({ requestId: 'request-1', client, method: 'POST' }, work);
  const event = 'session.start';
  await from('192.0.2.7', () =>
    noteSecurityEvent({ event, outcome: 'failure', detail: 'password', typedEmail: 'x@y.example' }),
  );
  await from('2001:db8::7', () =>
    noteSecurityEvent({ event: 'limit.reach', outcome: 'refused', detail: 'pair' }),
  );
  await from('192.0.2.8', () =>
    noteSecurityEvent({ event, outcome: 'success', detail: 'passkey' }),
  );
  for (const event of ['guard.refuse', 'load.refuse'])
    await from('192.0.2.9', () => noteRepeatedEvent({ event, outcome: 'refused', detail: 'page' }));
  captured.release();
  lines = captured.raw;
});

test('the filter for fail2ban finds failed sign-ins and reached limits, and nothing else', () => {
  expect(lines).toHaveLength(5);
  const found = lines.map((line) => pattern.exec(withoutDate(line))?.groups?.address ?? null);
  expect(found).toEqual(['192.0.2.7', '2001:db8::7', null, null, null]);
});

test.runIf(isInstalled())('fail2ban itself reads the lines so', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fail2ban-'));
  const log = join(folder, 'site.log');
  writeFileSync(log, `${lines.join('\n')}\n`);
  const said = execFileSync('fail2ban-regex', [log, filter], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(said).toContain('5 lines, 0 ignored, 2 matched, 3 missed');
});

function isInstalled(): boolean {
  try {
    execFileSync('fail2ban-regex', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
