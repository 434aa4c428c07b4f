/** A part of a file: first and last byte, both included. */
export type Range = { start: number; end: number };

/**
 * Reads a `Range` header (RFC 9110 section 14.2). Only one range is answered; several, or another
 * unit, are as good as none, which the RFC allows.
 * @returns null for the whole file, 'unsatisfiable' when the range lies outside of it
 */
export function parseRange(header: string | null, bytes: number): Range | 'unsatisfiable' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!found) return null;
  const [, first = '', last = ''] = found;
  if (!first && !last) return null;
  if (!first) {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last ? Math.min(Number(last), bytes - 1) : bytes - 1;
  if (last && Number(last) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
