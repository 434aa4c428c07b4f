/**
 * `node ops/faults/library/newsletter-kills.ts [addresses] [kills]`: a newsletter to 5,000 addresses through a
 * real mail server that drops, delays and refuses; the process is killed five times in the middle.
 * Prints how often each address got it. Never a test of every run: it takes minutes.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendThroughKills } from '../../../tests/support/mail/newsletter-rounds.ts';

const [, , addresses = '5000', kills = '5'] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'newsletter-'));
// Run by root, the database server is another user, who has to reach the data in here.
chmodSync(folder, 0o755);

try {
  const result = await sendThroughKills({
    addresses: Number(addresses),
    kills: Number(kills),
    dataDirectory: join(folder, 'data'),
  });
  console.log(JSON.stringify(result, null, 2));
  const once = result.times[1] ?? 0;
  console.log(`${once} of ${addresses} addresses exactly once`);
  process.exitCode = once === Number(addresses) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
