import { commandLine, type MemberRole } from '~/policy/actor';
import {
  checkAuditChain,
  findLastAuditCheck,
  ownsAuditLog,
  settleAuditHeads,
} from '~/features/identity/audit/audit.server';
import { noteOtherBackup } from '~/features/operations/backup/backup.server';
import { runRetention } from '~/features/compliance/data-rights/data-rights.server';
import { checkFiles } from '~/features/operations/file-check/file-check.server';
import { addAdministrator, resetSecondFactor } from '~/features/membership/users/users.server';
import { Refusal } from '~/policy/refusal';
import { metricsToken } from '~/platform/log/metrics.server';
import { trySmtp } from '~/platform/mail/test-mail.server';
import { type AdminCommand, type Given } from './admin-command';
import { backupCommands } from './admin-backup';
import { takeDecisions } from './admin-decisions';
import { importBounce } from './admin-bounce';
import { aHead, anAddress, headOf } from './option-forms';

const needed = { isNeeded: true };

async function createAdministrator({ options, say }: Given): Promise<boolean> {
  const { email = '', 'first-name': firstName = '', 'last-name': lastName = '' } = options;
  const role = isRole(options.role) ? options.role : 'ADMIN';
  const address = await addAdministrator(commandLine, { email, firstName, lastName, role });
  say(`The account of ${email} is made. The invitation is in the queue for mails; its address is`);
  say(`  ${address}`);
  say('It can be used once, within 72 hours, to set a password.');
  return true;
}

const isRole = (text: string | undefined): text is Extract<MemberRole, 'ADMIN' | 'DEV'> =>
  text === 'ADMIN' || text === 'DEV';

async function takeSecondFactorAway({ options, say }: Given): Promise<boolean> {
  const { email = '' } = options;
  const isFound = await resetSecondFactor(commandLine, email);
  if (!isFound) throw new Refusal(`There is no account with the address ${email}.`);
  say(`${email} can sign in with the password alone and is asked to set up a new second factor`);
  say('where the site requires one. Open sessions have ended, and the person is told by mail.');
  return true;
}

async function verifyAudit({ options, say }: Given): Promise<boolean> {
  if (options.settle) await settleAuditHeads();
  const broken = await checkAuditChain(headOf(options.head));
  if (broken === null)
    say('The audit log is intact: every entry matches the one before it and its own seal.');
  else say(`The audit log is NOT intact: entry ${broken} is missing or was changed.`);
  const last = broken === null ? await findLastAuditCheck(commandLine) : null;
  if (last) say(`Its head: ${last.entries}:${last.lastHash}`);
  if (await ownsAuditLog())
    say(
      'Its table belongs to the database role of the site, which could disable its triggers: see docs/OPERATIONS.md.',
    );
  return broken === null;
}

async function retention({ say }: Given): Promise<boolean> {
  const removed = await runRetention(commandLine);
  say(`What has run out is removed: ${removed} rows.`);
  return true;
}

/** A site that runs may be getting files just now: those younger than a day are left alone. */
async function checkStoredFiles({ options, say }: Given): Promise<boolean> {
  const { withoutFile, ...found } = await checkFiles(options['site-is-stopped'] ? 0 : undefined);
  if (options.json) {
    say(JSON.stringify({ ...found, withoutFile: withoutFile.length }));
    return true;
  }
  say(`${found.files} files of documents are in the store.`);
  say(`${found.withoutRow + found.leftUploads} that nothing names are given up for removal.`);
  if (withoutFile.length === 0) say('Every document has its file.');
  else say(`${withoutFile.length} documents have no file: ${withoutFile.join(', ')}`);
  return withoutFile.length === 0;
}

/** The commands by name, in the order of the help. */
export const adminCommands: Record<string, AdminCommand> = {
  'create-administrator': {
    what: 'Makes an account, mails its invitation and shows the address of it.',
    options: {
      email: { ...needed, form: anAddress },
      'first-name': needed,
      'last-name': needed,
      role: { value: 'ADMIN|DEV', form: { what: 'ADMIN or DEV', fits: isRole } },
    },
    run: createAdministrator,
  },
  'reset-second-factor': {
    what: 'Takes authenticator app, recovery codes and passkeys of a person away and ends the sessions.',
    options: { email: needed },
    run: takeSecondFactorAway,
  },
  'verify-audit': {
    what: 'Checks the whole audit log; with --head also that it contains an entry that was noted elsewhere. Exit code 1 when an entry is missing or was changed. A head that does not match is compared again in every later check, until the corrected head or a later one matches; --settle closes all such findings first.',
    options: { head: { value: 'NUMBER:HASH', form: aHead }, settle: { isSwitch: true } },
    run: verifyAudit,
  },
  bounce: {
    what: 'Reads a mail that came back from standard input; for a pipe of the mail server.',
    options: {},
    run: ({ say }) => importBounce(process.stdin, say),
  },
  'import-decisions': {
    what: 'Takes decisions from a file (JSON, JSON Lines, CSV or ECLI metadata as XML, as exported); with --dry-run only says what it would do.',
    options: { file: { isNeeded: true, value: 'FILE' }, 'dry-run': { isSwitch: true } },
    takes: 'file',
    run: takeDecisions,
  },
  'test-mail': {
    what: 'Sends a mail to the address by SMTP_URL at once, and says in one line what came of it.',
    options: { to: { isNeeded: true, value: 'you@example.org', form: anAddress } },
    isOffline: true,
    run: async ({ options, say }) => {
      const { isTaken, line } = await trySmtp(options.to ?? '');
      say(line);
      return isTaken;
    },
  },
  'run-retention': {
    what: 'Removes what has run out, as the nightly job does.',
    options: {},
    run: retention,
  },
  'metrics-token': {
    what: 'Shows what Prometheus has to send to read /metrics.',
    options: {},
    run: async ({ say }) => {
      say(metricsToken());
      return true;
    },
  },
  'check-files': {
    what: 'Compares documents and stored files; exit code 1 when a document has no file.',
    options: { 'site-is-stopped': { isSwitch: true }, json: { isSwitch: true } },
    run: checkStoredFiles,
  },
  ...backupCommands,
  'note-backup': {
    what: 'Notes that a backup was made by other means, so that the health page knows.',
    options: { how: { isNeeded: true, value: '"pg_dump and rsync"' } },
    run: async ({ options, say }) => {
      await noteOtherBackup(commandLine, options.how ?? '');
      say('Noted.');
      return true;
    },
  },
};
