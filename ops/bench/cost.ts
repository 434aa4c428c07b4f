/** What a page costs that is made for one person, as one client asks for it again and again. */
import type { Row, Site } from './bench.ts';
import { measure } from './load.ts';

export type Page = {
  work: string;
  path: string;
  headers: Record<string, string>;
  /** The most milliseconds of processor time that a request may take. */
  most: number;
};

/** The processor time of the application and its database together. */
export async function cost(site: Site, { work, path, headers, most }: Page): Promise<Row> {
  const { perSecond } = await measure(site, { path, headers, clients: 1 });
  const milliseconds = 1000 / perSecond;
  return {
    work,
    measured: `${milliseconds.toFixed(1)} ms of processor a request`,
    bar: `≤ ${most} ms`,
    reached: milliseconds <= most,
  };
}
