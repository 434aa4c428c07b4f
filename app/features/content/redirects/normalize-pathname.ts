/** A path in its plain spelling: no doubled slashes, none at its end. */
export function normalizePathname(path: string): string {
  return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
}
