import { createContext, useContext } from 'react';

/** The markup inside of what stands around a page. */
export type MadeFrame = { header: string; sideBar: string; footer: string };

const MadeFrameContext = createContext<MadeFrame | null>(null);
export const MadeFrameProvider = MadeFrameContext.Provider;

/**
 * On the server: a part of the frame as it was made before, for the same address, language and
 * reader. In the browser it is made of elements, which find the same markup.
 */
export function useMadePart(name: keyof MadeFrame): string | null {
  const frame = useContext(MadeFrameContext);
  return import.meta.env.SSR && frame ? frame[name] : null;
}

/** Takes the frame out of a page; null when it is not there whole. */
export function frameOf(html: string): MadeFrame | null {
  const end = html.indexOf('</main>');
  const header = inside(html, 'header', 0);
  const sideBar = inside(html, 'aside', end);
  const footer = inside(html, 'footer', end);
  if (end < 0 || header === null || sideBar === null || footer === null) return null;
  return { header, sideBar, footer };
}

/** Text is escaped, so what looks like a tag is one; none of these has another of its kind inside. */
function inside(html: string, tag: string, from: number): string | null {
  const begin = html.indexOf(`<${tag} `, from);
  const start = html.indexOf('>', begin) + 1;
  const end = html.indexOf(`</${tag}>`, start);
  return begin >= 0 && start > 0 && end > 0 ? html.slice(start, end) : null;
}
