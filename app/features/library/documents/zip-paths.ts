import { fileNameOf } from './content-disposition';

/** What the name of a folder or document in an archive is made of. */
export type NamedMember = {
  id: string;
  parent: string | null;
  folder: boolean;
  title: string;
  extension: string | null;
};

/**
 * The path of each member inside the archive; equal names are told apart by a number.
 * @param tops the members that were chosen, whose paths begin at the top
 */
export function pathsOf<Member extends NamedMember>(
  members: readonly Member[],
  tops: ReadonlySet<string>,
): Map<string, Member> {
  const below = Map.groupBy(members, ({ parent }) => parent);
  const byId = new Map(members.map((member) => [member.id, member]));
  const paths = new Map<string, Member>();
  const freePath = pathFinder();
  const add = (member: Member, folder: string) => {
    const extension = member.folder ? '' : `.${member.extension ?? ''}`;
    const path = freePath(`${folder}${fileNameOf(member.title, 'x').slice(0, -2)}`, extension);
    paths.set(member.folder ? `${path}/` : path, member);
    if (member.folder) for (const child of below.get(member.id) ?? []) add(child, `${path}/`);
  };
  // What is inside another chosen folder comes along with it.
  const isInside = (member: Member): boolean => {
    const parent = member.parent === null ? undefined : byId.get(member.parent);
    return parent !== undefined && (tops.has(parent.id) || isInside(parent));
  };
  for (const id of tops) {
    const member = byId.get(id);
    if (member && !isInside(member)) add(member, '');
  }
  return paths;
}

/** Gives paths that nothing has yet, in capitals or not; of each it remembers how far it has counted. */
function pathFinder() {
  const taken = new Set<string>();
  const counted = new Map<string, number>();
  return (stem: string, extension: string): string => {
    const wanted = `${stem}${extension}`;
    const key = wanted.toLowerCase();
    let number = counted.get(key) ?? 1;
    let path = number === 1 ? wanted : `${stem} (${number})${extension}`;
    while (taken.has(path.toLowerCase())) {
      number += 1;
      path = `${stem} (${number})${extension}`;
    }
    counted.set(key, number + 1);
    taken.add(path.toLowerCase());
    return path;
  };
}
