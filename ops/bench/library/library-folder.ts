/** A folder of 500 entries as a member sees it. */
import type pg from 'pg';
import type { Row } from '../bench.ts';
import { cost } from '../cost.ts';
import { withLibrary } from './library-site.ts';

export function folder(): Promise<Row[]> {
  return withLibrary(async (site) => {
    const id = await plant(site.database);
    return [
      await cost(site, {
        work: 'folder of 500 entries, signed in',
        path: `/intranet/${id}`,
        headers: { cookie: site.member.cookie, 'accept-encoding': 'gzip' },
        most: 25,
      }),
    ];
  });
}

async function plant(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `with place as (insert into intranet_resources (id, collection, folder, metadata, title)
        values (gen_random_uuid(), 'userIntranet', true, '{"schema":1,"kind":"folder"}', 'Bench') returning id),
      filled as (insert into intranet_resources (id, collection, folder, parent, metadata, title, storage_extension, file_version, bytes, file_at)
        select gen_random_uuid(), 'userIntranet', false, place.id, '{"schema":1,"kind":"other"}', 'Document ' || n, 'pdf', 1, 1000 * n, now()
        from place, generate_series(1, 500) as n)
    select id from place`,
  );
  await database.query('vacuum analyze intranet_resources');
  return rows[0]?.id ?? '';
}
