import { and, sql } from 'drizzle-orm';
import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { subtree, visibleTo } from '~/features/library/resources/resources.server';
import { fileNameOf } from './content-disposition';
import { authorise } from '~/policy/permissions';
import { type NamedMember, pathsOf } from './zip-paths';
import { fileStore } from '~/platform/files/file-store.server';

const { documentVersions: versions, intranetResources: resources } = schema;

const fourGigabytes = 0xff_ff_ff_ff;

type Member = NamedMember & {
  storageKey: string | null;
  bytes: number | null;
  changedAt: Date;
};

/**
 * A ZIP archive of folders with everything in them, and of documents; made while it is read, so
 * that its size does not matter. Names are UTF-8.
 * @returns the archive's bytes and its name
 * @throws AppError `error.not-found` when one of them is not there for the actor
 */
export async function openZip(
  actor: Actor,
  ids: readonly string[],
): Promise<{ name: string; stream: Readable }> {
  authorise(actor, 'library.read');
  const members: Member[] = await db()
    .select({
      id: resources.id,
      parent: resources.parent,
      folder: resources.folder,
      title: resources.title,
      extension: resources.storageExtension,
      storageKey: versions.storageKey,
      bytes: versions.bytes,
      changedAt: sql<Date>`coalesce(${resources.fileAt}, ${resources.updatedAt})`.mapWith(
        resources.updatedAt,
      ),
    })
    .from(resources)
    .leftJoin(
      versions,
      and(
        sql`${versions.document} = ${resources.id}`,
        sql`${versions.number} = ${resources.fileVersion}`,
      ),
    )
    .where(and(sql`${resources.id} in ${subtree(ids)}`, visibleTo(actor)));
  const found = new Set(members.map(({ id }) => id));
  if (ids.length === 0 || !ids.every((id) => found.has(id))) throw new AppError('error.not-found');
  const [first] = members.filter(({ id }) => id === ids[0]);
  const name = ids.length === 1 && first ? first.title : 'documents';
  const output = new PassThrough();
  void fill(members, new Set(ids), output);
  return { name: fileNameOf(name, 'zip'), stream: output };
}

/** Adds one file after the other: each is opened only when the one before has been read. */
async function fill(members: readonly Member[], tops: ReadonlySet<string>, output: PassThrough) {
  const zip = new ZipFile();
  zip.outputStream.on('error', (error) => output.destroy(error));
  zip.outputStream.pipe(output);
  try {
    for (const [path, member] of pathsOf(members, tops)) {
      if (output.destroyed) return;
      if (member.folder) zip.addEmptyDirectory(path, { mtime: member.changedAt });
      else if (member.storageKey) await addFile({ zip, output }, path, member);
    }
    zip.end();
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error('The archive could not be made'));
  }
}

async function addFile(
  { zip, output }: { zip: ZipFile; output: PassThrough },
  path: string,
  member: Member,
): Promise<void> {
  const stream = await fileStore().getStream(member.storageKey ?? '');
  // The client has gone: close the open file.
  const letGo = () => stream.destroy();
  output.once('close', letGo);
  if (output.destroyed) letGo();
  const isRead = new Promise<void>((resolve, reject) => {
    stream.once('close', resolve);
    stream.once('error', reject);
  });
  // PDF, Word and pictures are compressed already: stored as they are, which is fast.
  const isCompressed = !/^(txt|md|csv|rtf|doc)$/.test(member.extension ?? '');
  // Sizes of 4 GB and more have longer fields (APPNOTE 4.3.9.2); that has to be said beforehand.
  const forceZip64Format = (member.bytes ?? 0) >= fourGigabytes;
  const options = { mtime: member.changedAt, compress: !isCompressed, forceZip64Format };
  zip.addReadStream(stream, path, options);
  // What has been read is not kept until the end of the archive.
  await isRead.finally(() => output.off('close', letGo));
}
