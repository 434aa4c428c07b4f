import { commandLine } from '~/policy/actor';
import { config } from '~/config/config.server';
import { makeBackup } from '~/features/operations/backup/backup.server';
import { checkBackups, listBackups } from '~/features/operations/backup/check-backups.server';
import type { BackupPlace } from '~/features/operations/backup/store/object-reader.server';
import { fetchLog } from '~/features/operations/backup/restore/fetch-log.server';
import {
  prepareRecovery,
  removeRecoveryLog,
  settleRecovery,
} from '~/features/operations/backup/restore/recover.server';
import { restoreMissingFiles } from '~/features/operations/backup/restore/restore-files.server';
import { restoreBackup } from '~/features/operations/backup/restore/restore.server';
import { retentionPeriods } from '~/lib/time/retention-periods';
import { Refusal } from '~/policy/refusal';
import type { AdminCommand, Given } from './admin-command';
import { openRecovered } from './admin-site';

const night = { value: '2026-11-20' };
const identity = { value: '<file>' };
const until = { value: '"2026-11-20 14:05"' };

/** Empty: BACKUP_STORE. */
const storeOf = (options: Given['options']): string => options.store ?? '';

const placeOf = ({ options }: Given): BackupPlace => ({
  store: storeOf(options),
  night: options.night ?? '',
  ...(options.identity ? { identity: options.identity } : {}),
});

async function backup({ options, say }: Given): Promise<boolean> {
  const keep = {
    daily: numberOf(options, 'keep-daily', retentionPeriods.backup),
    weekly: numberOf(options, 'keep-weekly', 0),
    monthly: numberOf(options, 'keep-monthly', 0),
  };
  if (keep.daily === 0) throw new Refusal('--keep-daily is 1 at least.');
  const made = await makeBackup(commandLine, { store: storeOf(options), keep, say });
  const { missing } = made.manifest;
  if (missing.length > 0) {
    say(`${missing.length} files that the database names were not in the file store:`);
    for (const key of missing) say(`  ${key}`);
  }
  say('The secret is not part of it: keep it apart, a restore needs the same.');
  say(`The backup is finished: ${made.night} in ${made.store}`);
  return missing.length === 0;
}

function numberOf(options: Given['options'], name: string, standard: number): number {
  const text = options[name];
  if (text === undefined) return standard;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new Refusal(`--${name} is a number of backups, not "${text}".`);
}

async function list({ options, say }: Given): Promise<boolean> {
  const backups = await listBackups(commandLine, storeOf(options));
  for (const { night: name, version, recipient, wal } of backups) {
    const facts = [
      `version ${version ?? 'unknown'}`,
      ...(recipient ? [`encrypted to ${recipient}`] : []),
      ...(wal ? [`recovery to any moment from ${wal.from}`] : []),
    ];
    say(`${name}  ${facts.join(', ')}`);
  }
  if (backups.length === 0) say('There are no backups yet.');
  return true;
}

async function check(given: Given): Promise<boolean> {
  const isFull = given.options.all !== undefined;
  return checkBackups(commandLine, placeOf(given), { isFull, say: given.say });
}

async function restore(given: Given): Promise<boolean> {
  const { options, say } = given;
  const otherSecret = options['other-secret'] !== undefined;
  const { madeAt } = await restoreBackup(commandLine, placeOf(given), { say, otherSecret });
  say(`The backup of ${madeAt} is restored. The site can be started.`);
  return true;
}

async function restoreFiles(given: Given): Promise<boolean> {
  const absent = await restoreMissingFiles(commandLine, placeOf(given), given.say);
  if (absent.length === 0) given.say('Every file that the database names is in the file store.');
  else given.say(`In no backup: ${absent.join(', ')}`);
  return absent.length === 0;
}

async function recover(given: Given): Promise<boolean> {
  const { options, say } = given;
  const moment = momentOf(options.until);
  const archive = options['wal-archive'] ?? config().backup.walArchive ?? null;
  const otherSecret = options['other-secret'] !== undefined;
  const place = placeOf(given);
  try {
    const { missing, isSameSecret } = await prepareRecovery(commandLine, {
      place,
      until: moment,
      archive,
      otherSecret,
      say,
    });
    await openRecovered(moment, missing);
    // First of all: whatever fails after it, the site may be started.
    await settleRecovery(commandLine, { until: moment, isSameSecret, say });
  } finally {
    await removeRecoveryLog();
  }
  say(
    `The database is as it was ${moment ? `at ${moment.toISOString()}` : 'at the end of the archive'}.`,
  );
  const isWhole = await restoreFiles(given);
  say('The site can be started.');
  return isWhole;
}

async function noteRecovery({ options, say }: Given): Promise<boolean> {
  const isSameSecret = options['other-secret'] === undefined;
  await settleRecovery(commandLine, { until: momentOf(options.until), isSameSecret, say });
  say('The recovery is noted. The site can be started.');
  return true;
}

async function fetch(given: Given): Promise<boolean> {
  const { options, say } = given;
  const request = { place: placeOf(given), until: momentOf(options.until), say };
  await fetchLog(commandLine, { ...request, folder: options.folder ?? '' });
  return true;
}

/** Without an offset it is the time of this machine. */
function momentOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const moment = new Date(text);
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !Number.isNaN(moment.getTime())) return moment;
  throw new Refusal(`--until is a moment such as "2026-11-20 14:05", not "${text}".`);
}

const store = { value: '<store>' };
const otherSecret = { 'other-secret': { isSwitch: true } };

/** The commands for backups, in the order of the help. */
export const backupCommands: Record<string, AdminCommand> = {
  backup: {
    what: 'Adds a backup of everything to a store and removes old ones; exit code 1 when a file was missing.',
    options: {
      store,
      'keep-daily': { value: String(retentionPeriods.backup) },
      'keep-weekly': { value: '0' },
      'keep-monthly': { value: '0' },
    },
    takes: 'store',
    run: backup,
  },
  'list-backups': {
    what: 'Shows the backups of a store.',
    options: { store },
    takes: 'store',
    isOffline: true,
    run: list,
  },
  'check-backup': {
    what: 'Reads all backups of a store, or one, and the log since the newest copy of the database (with --all each segment of it); exit code 1 when something is missing or damaged.',
    options: { store, night, identity, all: { isSwitch: true } },
    takes: 'store',
    isOffline: true,
    run: check,
  },
  restore: {
    what: 'Brings a backup back into an empty database and file store, while the site is stopped.',
    options: { store, night, identity, ...otherSecret },
    takes: 'store',
    isRestore: true,
    run: restore,
  },
  'restore-files': {
    what: 'Brings back files that the database names and the file store has not.',
    options: { store, identity },
    takes: 'store',
    run: restoreFiles,
  },
  recover: {
    what: 'Brings the embedded database back as it was at any moment, while the site is stopped.',
    options: {
      store,
      until,
      'wal-archive': { value: '<folder>' },
      identity,
      ...otherSecret,
    },
    takes: 'store',
    isOffline: true,
    run: recover,
  },
  'note-recovery': {
    what: 'Holds back what was probably sent since, after the recovery of a database server, while the site is stopped.',
    options: { until, ...otherSecret },
    run: noteRecovery,
  },
  'fetch-log': {
    what: 'Fetches the copy of a database server before a moment, and the log after it, into a new folder.',
    options: { folder: { isNeeded: true, value: '<folder>' }, store, until, identity },
    takes: 'folder',
    isOffline: true,
    run: fetch,
  },
};
