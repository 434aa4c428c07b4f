import { config } from '~/config/config.server';
import { translateIn } from '~/i18n/translations.server';
import { archiveFolder } from '~/platform/embedded-postgres/postgres-archive.server';
import { Refusal } from '~/policy/refusal';
import { dateOfNight, type Say } from '~/features/operations/backup/store/backup-format.server';
import { findStoreSecret } from '~/features/operations/backup/store/claim-store.server';
import { listNights, readNight } from '~/features/operations/backup/store/nights.server';
import { listWal, type WalFile, type WalSource } from './fetch-wal.server';
import { logReader, type LogReader } from './read-log.server';
import { askArchivingOff } from './server-archiving.server';
import { listStoredWal, serverCopiesIn, type StoredWal } from './stored-wal.server';
import { findMissingSegment, guessSegmentBytes, segmentsFrom } from './wal-names';

type LogPlace = Omit<WalSource, 'waiting'> & {
  /** Whether the log in WAL_ARCHIVE belongs to this store. */
  isOwn: boolean;
};

type LogCheck = {
  /** The beginning of the name of a night; empty: the newest. */
  wanted: string;
  /** Whether every segment is read, and not a few. */
  isFull: boolean;
  say: Say;
};

/** A copy of the database from which the log is replayed. */
type Copy = {
  system: string;
  start: string;
  night: string;
  /** When a recovery can begin with it. */
  from: Date;
  /** The file among the log, where a server of one's own made it. */
  file: string | null;
};

/**
 * Checks the write-ahead log since the newest copy of the database, and says up to when a recovery
 * can reach.
 * @returns whether it is whole, or none is kept
 */
export async function checkWal(place: LogPlace, check: LogCheck): Promise<boolean> {
  const archive = place.isOwn ? config().backup.walArchive : undefined;
  const off = archive ? await askArchivingOff() : null;
  if (off) check.say(translateIn('en')(off));
  const stored = await listStoredWal(place.store);
  const copy = await findNewestCopy(place, stored, check.wanted);
  if (!copy || (!archive && !stored.has(copy.system))) return checkWithout(place, stored, check);
  const folder = archive && !copy.file ? archiveFolder(archive, copy.system) : archive;
  const files = await listWal({ ...place, waiting: folder ?? null }, copy.system);
  return checkSince(copy, { ...place, files }, check);
}

function checkWithout(
  { store, isOwn }: LogPlace,
  stored: Map<string, StoredWal[]>,
  { say }: LogCheck,
): boolean {
  if (stored.size > 0) {
    say(
      'Write-ahead log: there is no copy of the database to begin with; the next one mends this.',
    );
    return false;
  }
  const { walArchive } = config().backup;
  const none = 'so a backup brings back its own moment only.';
  if (!walArchive) say(`Write-ahead log: none is kept (WAL_ARCHIVE), ${none}`);
  else if (isOwn) say(`Write-ahead log: nothing of it is in ${store.name} yet.`);
  else say(`Write-ahead log: it goes to BACKUP_STORE and not here, ${none}`);
  return true;
}

/** The newest, or the newest of the wanted night and those before it. */
async function findNewestCopy(
  { store }: LogPlace,
  stored: Map<string, StoredWal[]>,
  wanted: string,
): Promise<Copy | null> {
  const counts = (night: string) => night.slice(0, wanted.length) <= wanted;
  const copies: Copy[] = serverCopiesIn(stored).map(({ name, ...copy }) => {
    return { ...copy, file: name, from: dateOfNight(copy.night) };
  });
  for (const night of await listNights(store)) {
    // One that is damaged was said already.
    const { wal } = await readNight(store, night).catch((error: unknown) => {
      if (error instanceof Refusal) return { wal: null };
      throw error;
    });
    if (wal) copies.push({ ...wal, night, from: new Date(wal.from), file: null });
  }
  const sorted = copies.filter(({ night }) => counts(night)).toSorted((a, b) => +a.from - +b.from);
  return sorted.at(-1) ?? null;
}

type Log = LogPlace & { files: WalFile[] };

async function checkSince(copy: Copy, log: Log, check: LogCheck): Promise<boolean> {
  const { say } = check;
  const names = log.files.map(({ name }) => name);
  const isLocked = !log.decipher && log.files.some(({ stored }) => stored?.isEncrypted);
  const secret = await findStoreSecret(log.store);
  const reader = logReader(log.files, { system: copy.system, secret });
  const first = isLocked ? null : await reader.readSegment(copy.start);
  const bytes = first?.bytes ?? guessSegmentBytes(names);
  const missing = findMissingSegment(names, copy.start, bytes);
  const segments = segmentsFrom(names, copy.start);
  const state = missing
    ? `${missing} is missing, and nothing after it can be replayed`
    : 'none is missing';
  say(`Write-ahead log since the copy of ${copy.night}: ${segments.length} segments, ${state}.`);
  if (isLocked) {
    say('Only the key tells more of the log: add --identity and the file of the key.');
    return !missing;
  }
  const reachable = segments.filter((segment) => !missing || segment < missing);
  const usable = missing === copy.start ? [] : reachable;
  const isSound = await readLog({ copy, reader, segments: usable }, check);
  return isSound && !missing;
}

/** The segments that can be replayed after a copy, as far as none is missing. */
type Reachable = { copy: Copy; reader: LogReader; segments: string[] };

/** @returns whether nothing that was read is damaged */
async function readLog(
  { copy, reader, segments }: Reachable,
  { isFull, say }: LogCheck,
): Promise<boolean> {
  // The copy itself where it is among the log, and the histories of timelines, are needed by all.
  await reader.readOthers(copy.file);
  const needed = reader.problems().size;
  const chosen = isFull ? segments : spread(segments);
  for (const segment of chosen) await reader.readSegment(segment);
  for (const problem of reader.problems().values()) say(problem);
  const isSound = reader.problems().size === 0;
  if (isSound) say(`${chosen.length} of them were read and are whole.`);
  const damaged = segments.findIndex((segment) => reader.problems().has(segment));
  const usable = needed > 0 ? [] : segments.slice(0, damaged < 0 ? undefined : damaged);
  say(sayReach(copy, await findReach(usable, reader)));
  return isSound;
}

/** The first, the last, and a few between them. */
function spread(segments: string[]): string[] {
  const few = 5;
  if (segments.length <= few) return segments;
  const step = (segments.length - 1) / (few - 1);
  return Array.from({ length: few }, (_, index) => segments[Math.round(index * step)] ?? '');
}

function sayReach({ from, night }: Copy, last: Date | null): string {
  if (!last || last <= from) return `No moment after the copy of ${night} can be reached.`;
  return `A recovery can reach any moment from ${from.toISOString()} to ${last.toISOString()}.`;
}

/** When the last transaction ended of which the log tells. */
async function findReach(segments: string[], reader: LogReader): Promise<Date | null> {
  for (const segment of segments.toReversed()) {
    const last = (await reader.readSegment(segment))?.lastEnd;
    if (last) return last;
  }
  return null;
}
