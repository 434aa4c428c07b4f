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

/** @returns null when the bytes are not the beginning of a segment */
export function readSegmentHeader(head: Buffer): SegmentHeader | null {
  // Written in the machine's own byte order; the machines there are programs for are little-endian.
  if (head.length < headerBytes || (head.readUInt16LE(2) & longHeader) === 0) return null;
  const bytes = head.readUInt32LE(32);
  const isSize = bytes >= megabyte && bytes <= 1024 * megabyte && (bytes & (bytes - 1)) === 0;
  if (!isSize) return null;
  return {
    system: head.readBigUInt64LE(24).toString(),
    bytes,
    begins: head.readBigUInt64LE(8),
  };
}
