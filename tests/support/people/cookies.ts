export type ReadCookie = { value: string; attributes: Set<string>; maxAge: number | null };

/** The cookies that an answer sets, by name; attributes in lower case, `Max-Age` apart. */
export function readCookies(setCookies: string[]): Record<string, ReadCookie> {
  return Object.fromEntries(
    setCookies.map((line) => {
      const [pair = '', ...rest] = line.split(/;\s*/);
      const at = pair.indexOf('=');
      const attributes = rest.map((attribute) => attribute.toLowerCase());
      const maxAge = attributes.find((attribute) => attribute.startsWith('max-age='));
      return [
        pair.slice(0, at),
        {
          value: pair.slice(at + 1),
          attributes: new Set(attributes.filter((attribute) => attribute !== maxAge)),
          maxAge: maxAge === undefined ? null : Number(maxAge.slice('max-age='.length)),
        },
      ];
    }),
  );
}

/** What a browser sends back after an answer with these `Set-Cookie` values. */
export function cookieHeader(setCookies: string[]): Headers {
  const kept = Object.entries(readCookies(setCookies)).filter(([, { maxAge }]) => maxAge !== 0);
  return new Headers({ cookie: kept.map(([name, { value }]) => `${name}=${value}`).join('; ') });
}
