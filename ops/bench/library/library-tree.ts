/** Deletion of a tree of folders and documents: one transaction, and how it grows. */
import type pg from 'pg';
import { change } from '../../faults/library/library-client.ts';
import type { Row } from '../bench.ts';
import { medianOf, withLibrary } from './library-site.ts';

const mostSeconds = 2;

export function treeDeletion(): Promise<Row[]> {
  return withLibrary(async ({ database, member }) => {
    const timeOf = async (entries: number): Promise<number> => {
      const rounds: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const top = await plant(database, entries);
        await database.query('vacuum analyze intranet_resources, intranet_document_versions');
        const begun = performance.now();
        await change(member, null, { intent: 'delete', ids: top });
        rounds.push((performance.now() - begun) / 1000);
        const { rows } = await database.query('select 1 from intranet_resources where id = $1', [
          top,
        ]);
        if (rows.length > 0) throw new Error('The tree is still there');
      }
      return medianOf(rounds);
    };
    await timeOf(100);
    const small = await timeOf(1_000);
    const large = await timeOf(10_000);
    const growth = large / small;
    return [
      row('a tree of 1,000 entries deleted', `${small.toFixed(2)} s`, small <= mostSeconds),
      row('a tree of 10,000 entries deleted', `${large.toFixed(2)} s`, large <= mostSeconds),
      {
        work: '10 times the entries take',
        measured: `${growth.toFixed(1)} times the time`,
        bar: '≤ 12 times',
        reached: growth <= 12,
      },
    ];
  });
}

const row = (work: string, measured: string, reached: boolean): Row => ({
  work,
  measured,
  bar: `≤ ${mostSeconds} s`,
  reached,
});

/** Every tenth entry a folder, ten levels deep, each document with one version. @returns the top */
async function plant(database: pg.Client, entries: number): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `with owner as (select id from users where email = 'member@demo.example'),
      numbered as (select n, gen_random_uuid() as id, n % 10 = 0 as folder
        from generate_series(0, $1::int - 1) as n),
      folders as (select * from numbered where folder),
      made as (insert into intranet_resources
        (id, collection, folder, metadata, title, parent, user_id, storage_extension, file_version)
        select c.id, 'userIntranet', c.folder, '{"schema":1,"kind":"other"}', 'Entry ' || c.n,
          p.id, owner.id, case when c.folder then null else 'txt' end,
          case when c.folder then null else 1 end
        from owner, numbered c left join folders p
          on c.n > 0 and p.n = (case when c.folder then (c.n / 20) * 10 else c.n - c.n % 10 end)
          and p.n <> c.n)
      select id from numbered where n = 0`,
    [entries],
  );
  const top = rows[0]?.id ?? '';
  await database.query(
    `insert into intranet_document_versions
      (id, document, number, file_name, extension, storage_key, bytes, sha256, media_type)
      select gen_random_uuid(), id, 1, 'a.txt', 'txt', collection || '/' || id || '/document.txt',
        1000, repeat('0', 64), 'text/plain'
      from intranet_resources r where not folder
        and not exists (select 1 from intranet_document_versions v where v.document = r.id)`,
  );
  return top;
}
