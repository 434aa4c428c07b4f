/** What the first page of a segment tells of it (PostgreSQL, xlog_internal.h, XLogLongPageHeaderData). */
export type SegmentHeader = {
  /** The identifier of the database that wrote it. */
  system: string;
  /** How large it is, as initdb was told: 16 MB where it was told nothing. */
  bytes: number;
  /** Where in the log it begins, in bytes. */
  begins: bigint;
};

export const headerBytes = 40;
const longHeader = 0x0002;
const megabyte = 2 ** 20;

const pageBytesOf = (head: Buffer) => head.readUInt32LE(36);

/** @returns null when the bytes are not the beginning of a segment */
export function readSegmentHeader(head: Buffer): SegmentHeader | null {
  // Written in the machine's own byte order; the machines there are programs for are little-endian.
  if (head.length < headerBytes || (head.readUInt16LE(2) & longHeader) === 0) return null;
  const bytes = head.readUInt32LE(32);
  const isSize = bytes >= megabyte && bytes <= 1024 * megabyte && (bytes & (bytes - 1)) === 0;
  if (!isSize || pageBytesOf(head) < 1024) return null;
  return {
    system: head.readBigUInt64LE(24).toString(),
    bytes,
    begins: head.readBigUInt64LE(8),
  };
}

const continues = 0x0001;
const shortHeaderBytes = 24;
const recordBytes = 24;
const transactions = 1;
/** Commit, abort, and the same of prepared transactions (PostgreSQL, xact.h). */
const ends = new Set([0x00, 0x20, 0x30, 0x40]);
const aligned = (position: number) => Math.ceil(position / 8) * 8;

/**
 * Finds when the last transaction ended that a segment tells of: what a recovery to a point in time
 * goes by (PostgreSQL, xlogrecord.h and xact.h). Null where none ended in it.
 */
export function findLastEnd(segment: Buffer): Date | null {
  const records = withoutPageHeaders(segment);
  const isContinued = (segment.readUInt16LE(2) & continues) !== 0;
  let position = isContinued ? aligned(segment.readUInt32LE(16)) : 0;
  let last: Date | null = null;
  while (position + recordBytes <= records.length) {
    const bytes = records.readUInt32LE(position);
    // Nothing follows, or what follows ends in the next segment.
    if (bytes < recordBytes || position + bytes > records.length) break;
    last = endOf(records.subarray(position, position + bytes)) ?? last;
    position = aligned(position + bytes);
  }
  return last;
}

function withoutPageHeaders(segment: Buffer): Buffer {
  const pageBytes = pageBytesOf(segment);
  const pages: Buffer[] = [];
  for (let begin = 0; begin + pageBytes <= segment.length; begin += pageBytes) {
    const header = begin === 0 ? headerBytes : shortHeaderBytes;
    pages.push(segment.subarray(begin + header, begin + pageBytes));
  }
  return Buffer.concat(pages);
}

const millisecondsBefore2000 = Date.UTC(2000, 0, 1);

function endOf(record: Buffer): Date | null {
  if (record[17] !== transactions || !ends.has((record[16] ?? 0) & 0x70)) return null;
  let position = recordBytes;
  // Where it comes from, and of which transaction it is a part, may stand before.
  if (record[position] === 253) position += 3;
  if (record[position] === 252) position += 5;
  const header = record[position] === 255 ? 2 : record[position] === 254 ? 5 : null;
  if (header === null || position + header + 8 > record.length) return null;
  const microseconds = record.readBigInt64LE(position + header);
  return new Date(millisecondsBefore2000 + Number(microseconds / 1_000n));
}
