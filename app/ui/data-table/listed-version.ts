import { isUuid } from '~/lib/is-uuid';

/** A thing and the version of it that is listed, in one value of a form. */
export const versionKey = ({ id, version }: { id: string; version: number }) => `${id}/${version}`;

/**
 * The versions that were listed of the things that were ticked.
 * @param keys as `versionKey` makes them; what is none is left out
 * @returns version by id
 */
export function listedVersions(keys: readonly string[]): Map<string, number> {
  return new Map(
    keys.flatMap((key) => {
      const [, id = '', version] = /^([^/]+)\/([1-9]\d{0,8})$/.exec(key) ?? [];
      return isUuid(id) ? [[id, Number(version)] as const] : [];
    }),
  );
}
