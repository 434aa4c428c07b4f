/** A path in its plain spelling: no doubled slashes, none at its end. */
export function tidyPathname(path: string): string {
  return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
}
