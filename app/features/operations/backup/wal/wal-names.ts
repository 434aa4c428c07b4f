/**
 * What an archive of the log of PostgreSQL holds, compressed: segments (the timeline, then 16 digits
 * that order them across timelines), the unfinished one of a timeline that ended, marks of base
 * backups, the histories of timelines, and the base backups of a server of one's own.
 */
const archived =
  /^[0-9A-F]{8}(\.history|[0-9A-F]{16}(\.partial|\.[0-9A-F]{8}\.backup|\.[\dTZ-]{20}\.base\.tar)?)\.gz$/;

export const isWalFile = (name: string): boolean => archived.test(name);

/** A copy of a database server, by the segment it begins with and the second it was finished. */
export function baseBackupOf(name: string): { start: string; night: string } | null {
  const [, start, night] =
    /^([0-9A-F]{24})\.(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.base\.tar\.gz$/.exec(name) ?? [];
  return start && night ? { start, night } : null;
}

/** Where in the log a file begins; null for the history of a timeline, which counts always. */
export const positionOf = (name: string): string | null =>
  /^[0-9A-F]{8}([0-9A-F]{16})\b/.exec(name)?.[1] ?? null;

/** The numbers of a segment: eight digits for each 4 GB of the log, then eight within them. */
const numbersOf = (segment: string): [bigint, bigint] => [
  BigInt(`0x${segment.slice(8, 16)}`),
  BigInt(`0x${segment.slice(16)}`),
];

const fourGigabytes = 2n ** 32n;

/** Where a segment of a size begins in the log, in bytes. */
export function beginningOf(segment: string, bytes: number): bigint {
  const [number, last] = numbersOf(segment);
  return number * fourGigabytes + last * BigInt(bytes);
}

function after(segment: string, bytes: number): string {
  const next = beginningOf(segment, bytes) + BigInt(bytes);
  const hexadecimal = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  const last = (next % fourGigabytes) / BigInt(bytes);
  return `${segment.slice(0, 8)}${hexadecimal(next / fourGigabytes)}${hexadecimal(last)}`;
}

/** The segments among the files of an archive, in the order of the log. */
export const segmentsFrom = (names: readonly string[], start: string): string[] =>
  names
    .flatMap((name) => /^([0-9A-F]{24})\.gz$/.exec(name)?.[1] ?? [])
    .filter((segment) => segment.slice(8) >= start.slice(8))
    .toSorted();

/** How large segments are at most, by their names alone: the last one before 4 GB has the highest. */
export function guessSegmentBytes(names: readonly string[]): number {
  const numbers = segmentsFrom(names, ''.padEnd(24, '0')).map((name) => Number(numbersOf(name)[1]));
  const perFourGigabytes = 2 ** Math.ceil(Math.log2(Math.max(3, ...numbers) + 1));
  return Number(fourGigabytes) / perFourGigabytes;
}

/**
 * Finds the first segment that an archive lacks though a later one of its timeline is there.
 * @param names files of the archive, in any order
 * @param start the first segment that counts
 * @param bytes how large a segment is
 */
export function findMissingSegment(
  names: readonly string[],
  start: string,
  bytes: number,
): string | null {
  const segments = segmentsFrom(names, start);
  if (!segments.includes(start)) return start;
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    if (before?.slice(0, 8) !== segment.slice(0, 8)) continue;
    const expected = after(before, bytes);
    if (expected !== segment) return expected;
  }
  return null;
}
