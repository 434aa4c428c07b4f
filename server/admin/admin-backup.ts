import { commandLine } from '~/policy/actor';
import { config } from '~/config/config.server';
import { makeBackup } from '~/features/operations/backup/backup.server';
import { checkBackups, listBackups } from '~/features/operations/backup/check-backups.server';
import type { RetentionRules } from '~/features/operations/backup/store/retention-rules.server';
import type { BackupPlace } from '~/features/operations/backup/store/object-reader.server';
import { fetchLog } from '~/features/operations/backup/restore/fetch-log.server';
import {
  finishRecovery,
  prepareRecovery,
  removeRecoveryLog,
  settleRecovery,
} from '~/features/operations/backup/restore/recover.server';
import { restoreMissingFiles } from '~/features/operations/backup/restore/restore-files.server';
import { restoreBackup } from '~/features/operations/backup/restore/restore.server';
import { retentionPeriods } from '~/lib/time/retention-periods';
import type { AdminCommand, Given } from './admin-command';
import { openRecovered } from './admin-site';
import { aMoment, aNumberOfBackups, aPastMoment, momentOf, someBackups } from './option-forms';

const night = { value: '2026-11-20' };
const identity = { value: '<file>' };
const until = { value: '"2026-11-20 14:05"', form: aMoment };

/** Empty: BACKUP_STORE. */
const storeOf = (options: Given['options']): string => options.store ?? '';

const placeOf = ({ options }: Given): BackupPlace => ({
  store: storeOf(options),
  night: options.night ?? '',
  ...(options.identity ? { identity: options.identity } : {}),
});

/** One that is made by hand, before an upgrade, says nothing of others and removes none. */
function rulesOf(options: Given['options']): RetentionRules | null {
  const { 'keep-daily': daily, 'keep-weekly': weekly, 'keep-monthly': monthly } = options;
  if ((daily ?? weekly ?? monthly) === undefined) return null;
  return {
    daily: Number(daily ?? retentionPeriods.backup),
    weekly: Number(weekly ?? 0),
    monthly: Number(monthly ?? 0),
  };
}

async function backup({ options, say }: Given): Promise<boolean> {
  const keep = rulesOf(options);
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

async function list({ options, say }: Given): Promise<boolean> {
  const backups = await listBackups(commandLine, storeOf(options));
  for (const { night: name, version, recipient, wal, hasLog } of backups) {
    const facts = [
      `version ${version ?? 'unknown'}`,
      ...(recipient ? [`encrypted to ${recipient}`] : []),
      ...(wal && hasLog ? [`recovery to any moment from ${wal.from}`] : []),
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
  const named = options['wal-archive'];
  const archive = named ?? config().backup.walArchive ?? null;
  const otherSecret = options['other-secret'] !== undefined;
  const place = placeOf(given);
  const { missing, isSameSecret } = await prepareRecovery(commandLine, {
    place,
    until: moment,
    archive,
    isNamed: named !== undefined,
    otherSecret,
    say,
  });
  try {
    await openRecovered(moment, missing);
    await settleRecovery(commandLine, { until: moment, isSameSecret, say });
    // Whatever fails after it, the site may be started.
    await finishRecovery();
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

const store = { value: '<store>' };
const otherSecret = { 'other-secret': { isSwitch: true } };

/** The commands for backups, in the order of the help. */
export const backupCommands: Record<string, AdminCommand> = {
  backup: {
    what: 'Adds a backup of everything to a store, and removes old ones where it is said how many to keep; exit code 1 when a file was missing.',
    options: {
      store,
      'keep-daily': { value: String(retentionPeriods.backup), form: someBackups },
      'keep-weekly': { value: '0', form: aNumberOfBackups },
      'keep-monthly': { value: '0', form: aNumberOfBackups },
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
    what: 'Holds back what was probably sent since and ends sessions and links, after the recovery of a database server, while the site is stopped.',
    options: { until: { ...until, form: aPastMoment }, ...otherSecret },
    mustBeStopped: true,
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
