/** Reads `length` bytes from `start` on; fewer when the file ends before. */
export type ReadBytes = (start: number, length: number) => Promise<Uint8Array>;

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Numbers from here on name no sector. */
const firstSpecial = 0xff_ff_ff_fa;
const noEntry = 0xff_ff_ff_ff;
const entryLength = 128;
/** A file that sends us about more than this is none that an office program has written. */
const maxReads = 2_000;
const maxEntries = 50_000;

/**
 * The names of what lies at the top of a compound file, the container of the older Office formats:
 * what is embedded deeper, such as a letter in a table or in a mail, says nothing of the file.
 * Source: [MS-CFB] 2.2 to 2.6.
 * @returns the names in lower case, since case carries no meaning there; none when it is damaged
 */
export async function namesInCompoundFile(read: ReadBytes): Promise<Set<string>> {
  try {
    const file = await openCompoundFile(read);
    return namesAtTop(await file.directory());
  } catch (error) {
    if (error instanceof Damaged) return new Set();
    throw error;
  }
}

class Damaged extends Error {}

async function openCompoundFile(read: ReadBytes) {
  let reads = 0;
  const bytesAt = async (start: number, length: number): Promise<DataView> => {
    reads += 1;
    if (reads > maxReads) throw new Damaged('too many parts');
    const bytes = await read(start, length);
    if (bytes.length < length) throw new Damaged('it ends too early');
    return new DataView(bytes.buffer, bytes.byteOffset, length);
  };
  const head = await bytesAt(0, 512);
  const shift = head.getUint16(30, true);
  const isSigned = signature.every((byte, position) => head.getUint8(position) === byte);
  if (!isSigned || (shift !== 9 && shift !== 12)) throw new Damaged('no such file');
  const size = 1 << shift;
  const known = new Map<number, DataView>();
  const sector = async (number: number): Promise<DataView> => {
    if (number >= firstSpecial) throw new Damaged('no sector');
    const found = known.get(number) ?? (await bytesAt((number + 1) * size, size));
    known.set(number, found);
    return found;
  };
  const perSector = size / 4;
  /** The sector that holds this part of the allocation table. */
  const tableSector = async (part: number): Promise<DataView> => {
    if (part < 109) return sector(head.getUint32(76 + part * 4, true));
    let list = await sector(head.getUint32(68, true));
    let position = part - 109;
    while (position >= perSector - 1) {
      list = await sector(list.getUint32(size - 4, true));
      position -= perSector - 1;
    }
    return sector(list.getUint32(position * 4, true));
  };
  const directory = async (): Promise<DataView[]> => {
    const entries: DataView[] = [];
    for (let number = head.getUint32(48, true); number < firstSpecial;) {
      const part = await sector(number);
      for (let start = 0; start < size; start += entryLength)
        entries.push(new DataView(part.buffer, part.byteOffset + start, entryLength));
      if (entries.length > maxEntries) throw new Damaged('too many entries');
      const table = await tableSector(Math.floor(number / perSector));
      number = table.getUint32((number % perSector) * 4, true);
    }
    return entries;
  };
  return { directory };
}

/** The root's children are a tree of neighbours, each with one to the left and one to the right. */
function namesAtTop(entries: readonly DataView[]): Set<string> {
  const names = new Set<string>();
  const seen = new Set<number>();
  const open = [entries[0]?.getUint32(76, true) ?? noEntry];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    const entry = entries[number];
    if (!entry || seen.has(number)) continue;
    seen.add(number);
    names.add(nameOf(entry).toLowerCase());
    open.push(entry.getUint32(68, true), entry.getUint32(72, true));
  }
  return names;
}

/** UTF-16LE with a closing zero; its length in bytes stands behind. */
function nameOf(entry: DataView): string {
  const length = Math.min(entry.getUint16(64, true), 64);
  const bytes = new Uint8Array(entry.buffer, entry.byteOffset, Math.max(0, length - 2));
  return new TextDecoder('utf-16le').decode(bytes);
}
