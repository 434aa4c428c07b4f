/** Uploads in two parts, so that there is something to cut, and going on with what was cut. */
import { randomBytes } from 'node:crypto';
import { askOffset, beginUpload, type LibraryClient, sendBytes, sha256 } from './library-client.ts';
import type { Ledger, OwnArea, Place, Transfer } from './library-ledger.ts';

/** Some text that no other upload has. */
export const someText = (word: string) =>
  Buffer.from(`${word} ${randomBytes(10_000 + Math.random() * 90_000).toString('hex')}`);

type Wish = {
  client: LibraryClient;
  place: Place;
  title: string;
  /** The folder's id, empty for the top level. */
  folder: string;
  bytes: Buffer;
  area?: OwnArea;
};

/** @throws when it was cut, and then it can be resumed, or refused */
export async function upload(
  ledger: Ledger,
  { client, place, title, folder, bytes, area }: Wish,
): Promise<void> {
  const file = { name: `${title}.txt`, bytes: bytes.length, folder, collection: place.collection };
  const transfer = { client, path: await beginUpload(client, file), bytes, area: area ?? null };
  ledger.cut.push(transfer);
  await sendOn(ledger, transfer, 0);
}

/** Once the site has said what became of it, there is nothing to resume. */
async function sendOn(ledger: Ledger, transfer: Transfer, from: number): Promise<void> {
  const { client, path, bytes } = transfer;
  const middle = Math.floor((from + bytes.length) / 2);
  if (middle > from) {
    const first = new Uint8Array(bytes.subarray(from, middle));
    await sendBytes(client, path, { offset: from, bytes: first });
  }
  const last = new Uint8Array(bytes.subarray(middle));
  const document = await sendBytes(client, path, { offset: middle, bytes: last });
  if (!document) throw new Error('All bytes were taken and there is no document');
  arrived(ledger, transfer, document);
}

function arrived(ledger: Ledger, transfer: Transfer, document: string): void {
  ledger.cut = ledger.cut.filter((one) => one !== transfer);
  ledger.checksums.set(document, sha256(transfer.bytes));
  ledger.acknowledged.uploads += 1;
  const { area } = transfer;
  if (!area?.wanted) return;
  area.tree = area.wanted;
  area.wanted = null;
}

/** Goes on with what was cut. @returns how many of them the site does not know any more */
export async function resumeAll(ledger: Ledger): Promise<number> {
  let lost = 0;
  for (const transfer of ledger.cut) {
    const known = await askOffset(transfer.client, transfer.path);
    if (known?.document) arrived(ledger, transfer, known.document);
    else if (known) {
      // In a shared folder that is gone by now there is no place for it.
      await sendOn(ledger, transfer, known.offset).catch((error: unknown) => {
        if (transfer.area) throw error;
      });
    } else if (transfer.area) lost += 1;
  }
  ledger.cut = [];
  return lost;
}
