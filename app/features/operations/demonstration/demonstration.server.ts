import { randomInt } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { config, setConfig } from '~/config/config.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { collectSearchWords } from '~/features/search/search.server';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { replaceDemonstrationPassword } from '~/features/identity/accounts/accounts.server';
import { isEmpty } from './is-empty.server';
import { loadDemonstrationForum } from './forum-content.server';
import { loadDemonstrationDecisions } from './decision-content.server';
import { loadLibrary } from './library-content.server';
import { loadDemonstrationContent, loadStartingPages } from './starting-content.server';
import { verifyPassword } from '~/platform/password-hash.server';

/** The accounts of the demonstration; they exist only outside production. */
const accounts = [
  { email: 'admin@demo.example', role: 'ADMIN', firstName: 'Ada', lastName: 'Exemple' },
  { email: 'dev@demo.example', role: 'DEV', firstName: 'Devi', lastName: 'Exemple' },
  { email: 'member@demo.example', role: 'USER', firstName: 'Mara', lastName: 'Exemple' },
  { email: 'member2@demo.example', role: 'USER', firstName: 'Miro', lastName: 'Exemple' },
] as const;

/** What a new site starts with: its pages, and in a demonstration accounts and content. */
export async function loadStartingContent(): Promise<void> {
  await loadStartingPages();
  await loadCourts();
  // Before documents are read, which give words of their own.
  const hasNoWords = await isEmpty(schema.searchWords);
  if (!config().demonstration.enabled) return;
  await ensureAccounts(await demonstrationPassword());
  await loadDemonstrationContent();
  await loadDemonstrationForum();
  await loadDemonstrationDecisions();
  await loadLibrary('member@demo.example');
  // Each night collects them anew; at the start that would take as long as there are texts.
  if (hasNoWords) await collectSearchWords.run({});
}

/** The given password, else one made at the first start and kept in the data directory. */
async function demonstrationPassword(): Promise<string> {
  const given = config().demonstration.password;
  if (given) return given;
  const file = join(config().dataDirectory, 'demonstration-password');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  const password = kept || makePassword();
  if (!kept) {
    await mkdir(config().dataDirectory, { recursive: true });
    await writeFile(`${file}.new`, password, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  }
  setConfig({ ...config(), demonstration: { ...config().demonstration, generated: password } });
  return password;
}

/** Four groups of letters that are easy to tell apart and to type: about 74 bits. */
function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

async function ensureAccounts(password: string): Promise<void> {
  for (const account of accounts) {
    const [method] = await db()
      .select({ userId: schema.signInMethods.userId, hash: schema.signInMethods.password })
      .from(schema.signInMethods)
      .innerJoin(schema.signInAccounts, eq(schema.signInAccounts.id, schema.signInMethods.userId))
      .where(
        and(
          eq(schema.signInAccounts.email, account.email),
          eq(schema.signInMethods.providerId, 'credential'),
        ),
      );
    if (!method) {
      await transaction((tx) => makeUser(tx, { ...account, password }));
    } else if (!(await verifyPassword({ hash: method.hash ?? '', password }))) {
      await replaceDemonstrationPassword(method.userId, password);
    }
  }
}

/** The start message of a demonstration: accounts and sign-in. */
export function demonstrationNotice(): string {
  const { enabled, generated } = config().demonstration;
  if (!enabled) return '';
  const password = generated ?? 'the one given in DEMO_PASSWORD';
  const names = accounts.map(({ email, role }) => `  ${email} (${role})`).join('\n');
  return `Demonstration accounts:\n${names}\n  password: ${password}\n`;
}
