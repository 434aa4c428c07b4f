import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { config } from '~/config.server';

let disk: Disk | undefined;

/**
 * Where files are kept: a folder of the data directory. Keys are made by us, never from a name
 * somebody typed.
 */
export function fileStore(): Disk {
  disk ??= new Disk(
    new FSDriver({ location: join(config().dataDirectory, 'files'), visibility: 'private' }),
  );
  return disk;
}

/** @throws when the store cannot be written or read */
export async function pingFileStore(): Promise<void> {
  const key = 'ready';
  await fileStore().put(key, 'ready');
  if ((await fileStore().get(key)) !== 'ready')
    throw new Error('The file store returned other bytes');
}
