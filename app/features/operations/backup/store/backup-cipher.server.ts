import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { keyedHash } from '~/platform/keyed-hash.server';
import { readNamedFile } from '~/platform/files/named-file.server';
import { Refusal } from '~/policy/refusal';

/** How objects are written: as they are, or encrypted to a public key of age. */
export type Cipher = {
  recipient: string | null;
  /**
   * The name of an object with this content. An encrypted one is named by a keyed hash: equal
   * content is stored once, and the name tells nothing without the secret of the site.
   */
  nameOf: (sha256: string) => string;
  encrypt: (plain: Readable) => Promise<Readable>;
};

/** @throws Refusal when `recipient` is no public key of age */
export function cipherFor(recipient: string | undefined, secret: string): Cipher {
  if (!recipient)
    return {
      recipient: null,
      nameOf: (sha256) => sha256,
      encrypt: (plain) => Promise.resolve(plain),
    };
  requireRecipient(recipient);
  return {
    recipient,
    nameOf: (sha256) => keyedHash(secret, `backup-object:${recipient}`, sha256),
    encrypt: async (plain) => {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      return fromWeb(await encrypter.encrypt(toWeb(plain)));
    },
  };
}

function requireRecipient(recipient: string): void {
  try {
    new Encrypter().addRecipient(recipient);
  } catch {
    throw new Refusal('BACKUP_RECIPIENT: must be a public key of age, such as age1…');
  }
}

export type Decipher = (sealed: Readable) => Promise<Readable>;

/**
 * @param identityFile as age-keygen writes it: a secret key a line, and comments
 * @throws Refusal when the file holds no secret key
 */
export async function decipherWith(identityFile: string): Promise<Decipher> {
  const text = await readNamedFile(identityFile);
  const identities = text.split(/\s+/).filter((word) => word.startsWith('AGE-SECRET-KEY-'));
  if (identities.length === 0)
    throw new Refusal(`${identityFile} holds no secret key of age (AGE-SECRET-KEY-…).`);
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    throw new Refusal(`${identityFile} holds a secret key of age that cannot be read.`);
  }
  return async (sealed) => fromWeb(await decrypter.decrypt(toWeb(sealed)));
}

function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void stream.destroy(),
  });
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.from(chunksOf(stream), { objectMode: false });
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
