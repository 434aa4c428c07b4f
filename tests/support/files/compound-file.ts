const special = {
  end: 0xff_ff_ff_fe,
  table: 0xff_ff_ff_fd,
  free: 0xff_ff_ff_ff,
  none: 0xff_ff_ff_ff,
};
const sectorBytes = 512;

/** Something in a compound file: a stream, or a storage that holds others. */
export type Part = { name: string; inside?: readonly Part[] };

type Entry = { name: string; kind: number; left: number; right: number; child: number };

/**
 * A compound file with empty streams of these names, as [MS-CFB] has it.
 * @param before sectors that lie before the directory, so that it is found by its number alone
 */
export function compoundFile(parts: readonly Part[], before = 0): Buffer {
  const entries: Entry[] = [];
  const add = ({ name, inside }: Part, kind: number): number => {
    const number = entries.length;
    const entry: Entry = {
      name,
      kind,
      left: special.none,
      right: special.none,
      child: special.none,
    };
    entries.push(entry);
    let last: Entry | undefined;
    for (const part of inside ?? []) {
      const child = add(part, part.inside ? 1 : 2);
      if (last) last.right = child;
      else entry.child = child;
      last = entries[child];
    }
    return number;
  };
  add({ name: 'Root Entry', inside: parts }, 5);
  const directory = Buffer.concat(entries.map(entryBytes));
  const padded = Buffer.alloc(Math.ceil(directory.length / sectorBytes) * sectorBytes);
  directory.copy(padded);
  const directorySectors = padded.length / sectorBytes;
  const tables = Math.ceil((before + directorySectors + 1) / 127);
  const first = tables + before;
  const table = Buffer.alloc(tables * sectorBytes, 0xff);
  for (let number = 0; number < tables; number += 1) table.writeUInt32LE(special.table, number * 4);
  for (let number = tables; number < first; number += 1)
    table.writeUInt32LE(special.end, number * 4);
  for (let number = first; number < first + directorySectors; number += 1) {
    const isLast = number === first + directorySectors - 1;
    table.writeUInt32LE(isLast ? special.end : number + 1, number * 4);
  }
  const filler = Buffer.alloc(before * sectorBytes, 7);
  return Buffer.concat([headBytes(tables, first), table, filler, padded]);
}

function headBytes(tables: number, first: number): Buffer {
  const head = Buffer.alloc(sectorBytes);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.writeUInt16LE(0x3e, 24);
  head.writeUInt16LE(3, 26);
  head.writeUInt16LE(0xff_fe, 28);
  head.writeUInt16LE(9, 30);
  head.writeUInt16LE(6, 32);
  head.writeUInt32LE(tables, 44);
  head.writeUInt32LE(first, 48);
  head.writeUInt32LE(4096, 56);
  head.writeUInt32LE(special.end, 60);
  head.writeUInt32LE(special.end, 68);
  head.fill(0xff, 76);
  for (let part = 0; part < tables; part += 1) head.writeUInt32LE(part, 76 + part * 4);
  return head;
}

function entryBytes({ name, kind, left, right, child }: Entry): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 0, 'utf16le');
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes.writeUInt8(kind, 66);
  bytes.writeUInt32LE(left, 68);
  bytes.writeUInt32LE(right, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(special.end, 116);
  return bytes;
}
