/**
 * Parts of the data of a page that stand in the page itself, word for word: a long text would travel
 * twice, and the browser read it twice. A page comes without them in its data; what the router of a
 * browser asks for later has them.
 */
const shorter = new WeakMap<object, object>();

/** Says how a part of the data is sent where the page is sent as well. */
export function showOnce(part: object, sent: object): void {
  shorter.set(part, sent);
}

/** How deep in the data of a page such parts are looked for. */
const deepest = 2;

/** The data of a page that comes with the page. */
export function withoutShown(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const known = shorter.get(data);
  if (known) return known;
  const sent = without(data, deepest);
  // Data that are kept in memory are sent again and again.
  if (sent !== data) shorter.set(data, sent);
  return sent;
}

function without(data: object, depth: number): object {
  const known = shorter.get(data);
  if (known) return known;
  if (depth === 0 || Object.getPrototypeOf(data) !== Object.prototype) return data;
  let sent: object | null = null;
  for (const [key, value] of Object.entries(data)) {
    if (typeof value !== 'object' || value === null) continue;
    const part = without(value, depth - 1);
    if (part === value) continue;
    sent ??= { ...data };
    Reflect.set(sent, key, part);
  }
  return sent ?? data;
}
