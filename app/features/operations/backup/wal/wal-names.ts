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

/** Segments have 16 MB, as initdb makes them, so that 256 of them have a number in common. */
function after(segment: string): string {
  const [timeline, number, last] = [segment.slice(0, 8), segment.slice(8, 16), segment.slice(16)];
  const next = BigInt(`0x${number}`) * 256n + BigInt(`0x${last}`) + 1n;
  const hexadecimal = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return `${timeline}${hexadecimal(next / 256n)}${hexadecimal(next % 256n)}`;
}

/**
 * Finds the first segment that an archive lacks though a later one of its timeline is there.
 * @param names files of the archive, in any order
 * @param start the first segment that counts
 */
export function findMissingSegment(names: readonly string[], start: string): string | null {
  const segments = names
    .flatMap((name) => /^([0-9A-F]{24})\.gz$/.exec(name)?.[1] ?? [])
    .filter((segment) => segment.slice(8) >= start.slice(8))
    .toSorted();
  if (!segments.includes(start)) return start;
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    if (before?.slice(0, 8) !== segment.slice(0, 8)) continue;
    if (after(before) !== segment) return after(before);
  }
  return null;
}
