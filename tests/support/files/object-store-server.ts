import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver, { type Context } from 's3rver';

/** Of a part that is not the last. */
const smallestPart = 5 * 1024 * 1024;

export type ObjectStoreServer = {
  /** For FILE_STORE_URL. */
  address: string;
  /** Lets the next request that puts the parts of an upload together fail. */
  failNextCompletion: () => void;
  close: () => Promise<void>;
};

/**
 * A server of the S3 API for tests, with an empty bucket: s3rver, which keeps objects in a folder.
 * It is not a real store: three calls that it lacks are answered in here, as is what it does not
 * mind, parts that are too small; and it checks no signatures.
 */
export async function startObjectStoreServer({
  bucket = 'library',
} = {}): Promise<ObjectStoreServer> {
  const directory = await mkdtemp(join(tmpdir(), 'object-store-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket }],
  });
  let failures = 0;
  const uploads = join(directory, bucket, '._S3rver_uploads');
  const places = { directory, uploads };
  server.middleware.unshift((context, next) => answerMissingCalls(context, next, places));
  server.middleware.unshift((context, next) => refuseSmallParts(context, next, uploads));
  server.middleware.unshift(async (context, next) => {
    if (failures === 0 || context.method !== 'POST' || !context.query.uploadId) return next();
    failures -= 1;
    context.status = 400;
    context.type = 'application/xml';
    context.body = '<Error><Code>InvalidRequest</Code><Message>Not now</Message></Error>';
  });
  const { port } = await server.run();
  return {
    address: `http://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}`,
    failNextCompletion: () => {
      failures += 1;
    },
    close: async () => {
      await server.close().catch(() => undefined);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** An upload cannot be put together of parts that are too small. */
async function refuseSmallParts(
  context: Context,
  next: () => Promise<void>,
  uploads: string,
): Promise<void> {
  const id = context.method === 'POST' ? context.query.uploadId : undefined;
  const parts = id ? await readParts(join(uploads, id)) : [];
  const isTooSmall = parts.slice(0, -1).some(({ size }) => size < smallestPart);
  if (!isTooSmall) return next();
  context.status = 400;
  context.type = 'application/xml';
  context.body = '<Error><Code>EntityTooSmall</Code><Message>Too small</Message></Error>';
}

/**
 * The three calls of the S3 API that s3rver lacks, on the folder where it keeps the parts of
 * uploads: ListParts, AbortMultipartUpload and UploadPartCopy.
 */
async function answerMissingCalls(
  context: Context,
  next: () => Promise<void>,
  { directory, uploads }: { directory: string; uploads: string },
): Promise<void> {
  const { method, query, headers } = context;
  const id = query.uploadId;
  const source = headers['x-amz-copy-source'];
  const isOurs =
    id !== undefined &&
    (['GET', 'DELETE'].includes(method) || (method === 'PUT' && source !== undefined));
  if (!isOurs) return next();
  const folder = join(uploads, id);
  const isThere = await stat(folder).catch(() => null);
  context.type = 'application/xml';
  if (!isThere) {
    context.status = 404;
    context.body = '<Error><Code>NoSuchUpload</Code><Message>No such upload</Message></Error>';
  } else if (method === 'DELETE') {
    await rm(folder, { recursive: true });
    context.status = 204;
  } else if (method === 'GET') context.body = await listParts(folder);
  else {
    const from = join(directory, `${decodeURIComponent(String(source))}._S3rver_object`);
    const range = /bytes=(\d+)-(\d+)/.exec(String(headers['x-amz-copy-source-range']));
    const bytes = Buffer.concat(
      await createReadStream(from, {
        start: Number(range?.[1]),
        end: Number(range?.[2]),
      }).toArray(),
    );
    const md5 = createHash('md5').update(bytes).digest('hex');
    await writeFile(join(folder, query.partNumber ?? ''), bytes);
    await writeFile(join(folder, `${query.partNumber}.md5`), md5);
    context.body = `<CopyPartResult><ETag>"${md5}"</ETag></CopyPartResult>`;
  }
}

async function listParts(folder: string): Promise<string> {
  const parts = (await readParts(folder)).map(
    ({ number, md5, size }) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`,
  );
  return `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`;
}

/** In their order; a part counts once its checksum is written. */
async function readParts(folder: string) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md5'));
  const parts = await Promise.all(
    names.map(async (name) => {
      const number = name.replace('.md5', '');
      const { size } = await stat(join(folder, number));
      return { number, size, md5: await readFile(join(folder, name), 'utf8') };
    }),
  );
  return parts.toSorted((a, b) => Number(a.number) - Number(b.number));
}
