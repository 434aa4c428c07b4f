/** Whether the rows of the library are whole, asked past the application. */
import type pg from 'pg';

export type Structure = {
  /** Things that lie within themselves. */
  cycles: number;
  /** Things that no way leads to from the top level of their collection. */
  unreachable: number;
  /** Things in what is not there, is no folder or belongs to another collection. */
  misplaced: number;
  /** Folders that have the name of another one beside them. */
  doubled: number;
  /** Versions and pages without a document, and documents without their newest version. */
  unattached: number;
};

export async function inspectStructure(database: pg.Pool): Promise<Structure> {
  const { rows } = await database.query<Record<keyof Structure, string>>(`
    with recursive reached (id, collection) as (
        select id, collection from intranet_resources where parent is null
        union select r.id, r.collection from intranet_resources r
          join reached on r.parent = reached.id and r.collection = reached.collection
      ),
      above (id, at) as (
        select id, parent from intranet_resources where parent is not null
        union select above.id, r.parent from above
          join intranet_resources r on r.id = above.at where r.parent is not null
      )
    select
      (select count(*) from above where id = at) as cycles,
      (select count(*) from intranet_resources
        where id not in (select id from reached)) as unreachable,
      (select count(*) from intranet_resources r
        left join intranet_resources p on p.id = r.parent
        where r.parent is not null
          and (p.id is null or not p.folder or p.collection <> r.collection)) as misplaced,
      (select count(*) from (
        select 1 from intranet_resources where folder and trashed_at is null
        group by collection, parent, lower(title) having count(*) > 1) as names) as doubled,
      (select count(*) from intranet_document_versions v
          left join intranet_resources r on r.id = v.document
          where r.id is null or r.folder)
        + (select count(*) from intranet_document_pages p
          left join intranet_resources r on r.id = p.document where r.id is null)
        + (select count(*) from intranet_resources r
          left join intranet_document_versions v
            on v.document = r.id and v.number = r.file_version
          where not r.folder and v.id is null) as unattached`);
  const [row] = rows;
  return {
    cycles: Number(row?.cycles),
    unreachable: Number(row?.unreachable),
    misplaced: Number(row?.misplaced),
    doubled: Number(row?.doubled),
    unattached: Number(row?.unattached),
  };
}
