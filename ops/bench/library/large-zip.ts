/**
 * `node ops/bench/library/large-zip.ts`: a folder with a file of more than 4 GB, and with others behind it, is
 * fetched as a ZIP archive and read by another program (unzip, else Python). By hand: it writes
 * 4.5 GB to the temporary folder.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, openSync, truncateSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { printTable } from '../bench.ts';
import type { LibraryClient } from '../../faults/library/library-client.ts';
import { residentMegabytes, withLibrary } from './library-site.ts';

const large = 4_500_000_000;
const mostMegabytes = 50;

/** A folder of three documents, the first of them sparse on disk. @returns its id and a small one's */
async function plant(
  database: pg.Client,
  files: string,
): Promise<{ folder: string; small: string }> {
  const { rows } = await database.query<{
    folder: string;
    document: string;
    key: string;
    number: number;
  }>(
    `with place as (insert into intranet_resources (id, collection, folder, metadata, title)
        values (gen_random_uuid(), 'userIntranet', true, '{"schema":1,"kind":"folder"}', 'Großes') returning id),
      made as (insert into intranet_resources (id, collection, folder, parent, metadata, title, storage_extension, file_version)
        select gen_random_uuid(), 'userIntranet', false, place.id, '{"schema":1,"kind":"other"}', 'Ταινία ' || n, 'pdf', 1
        from place, generate_series(1, 3) as n returning id, parent, title),
      kept as (insert into intranet_document_versions (id, document, number, file_name, extension, storage_key, bytes, sha256, media_type)
        select gen_random_uuid(), id, 1, 'a.pdf', 'pdf', 'userIntranet/' || id || '/document.pdf',
          case when title like '%1' then $1::bigint else 9 end, repeat('0', 64), 'application/pdf'
        from made returning document, storage_key, bytes)
    select made.parent as folder, made.id as document, kept.storage_key as key, right(made.title, 1)::int as number
      from made join kept on kept.document = made.id`,
    [large],
  );
  for (const { key, number } of rows) {
    const path = join(files, key);
    mkdirSync(dirname(path), { recursive: true });
    writeSync(openSync(path, 'w'), 'the start');
    if (number === 1) truncateSync(path, large);
  }
  const small = rows.find(({ number }) => number === 2)?.document ?? '';
  return { folder: rows[0]?.folder ?? '', small };
}

/** What another program says of an archive; the names in it, once it has read all of it. */
function readByAnother(path: string): string {
  if (spawnSync('unzip', ['-v']).status === 0) {
    return execFileSync('unzip', ['-t', path], { encoding: 'utf8' });
  }
  const program =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); bad = z.testzip(); print([(i.filename, i.file_size) for i in z.infolist()]); sys.exit(1 if bad else 0)';
  return execFileSync('python3', ['-X', 'utf8', '-c', program, path], { encoding: 'utf8' });
}

async function fetchArchive(member: LibraryClient, id: string, path: string): Promise<void> {
  const answer = await fetch(`${member.url}/intranet/zip`, {
    method: 'POST',
    headers: { cookie: member.cookie, origin: member.url },
    body: new URLSearchParams({ ids: id }),
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`The archive: ${answer.status}`);
  await pipeline(Readable.from(answer.body), createWriteStream(path));
}

const rows = await withLibrary(async ({ database, member, folder, process: site }) => {
  const planted = await plant(database, join(folder, 'data/files'));
  // The first archive loads what makes archives.
  await fetchArchive(member, planted.small, join(folder, 'small.zip'));
  const idle = residentMegabytes(site.pid ?? 0);
  let peak = idle;
  const watch = setInterval(() => (peak = Math.max(peak, residentMegabytes(site.pid ?? 0))), 50);
  const archive = join(folder, 'archive.zip');
  await fetchArchive(member, planted.folder, archive);
  clearInterval(watch);
  console.log(readByAnother(archive));
  return [
    {
      work: 'ZIP of 4.5 GB, read by another program',
      measured: `whole, ${(peak - idle).toFixed(0)} MB over idle`,
      bar: `whole, memory ≤ ${mostMegabytes} MB over idle`,
      reached: peak - idle <= mostMegabytes,
    },
  ];
});
printTable('large archives', rows);
