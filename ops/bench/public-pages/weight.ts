/** What public pages make a browser load, in kB as they travel (brotli). */
import { type Row, withSite } from '../bench.ts';
import { type PublicPage, publicPages } from './public-pages.ts';

const most = { script: 140, scriptWithForm: 170, style: 15, font: 60 };

/** Words that stand only in what public pages have no use for. */
const strangers: Record<string, RegExp> = {
  editor: /ProseMirror/,
  uploader: /tus-resumable/i,
  'PDF viewer': /pdfjs|PDFPageProxy/,
  administration: /administration\.navigation/,
};

export function weight(): Promise<Row[]> {
  return withSite({}, async ({ url }) => {
    const rows: Row[] = [];
    for (const page of publicPages) rows.push(...(await weigh(url, page)));
    return rows;
  });
}

type Loaded = { kilobytes: number; texts: string[] };

async function weigh(origin: string, { path, hasForm }: PublicPage): Promise<Row[]> {
  const html = await (await fetch(`${origin}${path}`)).text();
  const script = await load(origin, [
    ...linksOf(html, 'modulepreload'),
    ...matches(html, /<script[^>]* src="([^"]+)"/g),
    ...matches(html, /import\("?(\/assets\/[^"')]+)/g),
    ...matches(html, /from "(\/assets\/[^"]+)"/g),
  ]);
  const style = await load(origin, linksOf(html, 'stylesheet'));
  const fonts = await load(origin, matches(html, /href="([^"]+\.woff2)"/g));
  const found = Object.entries(strangers)
    .filter(([, words]) => script.texts.some((text) => words.test(text)))
    .map(([name]) => name);
  const limit = hasForm ? most.scriptWithForm : most.script;
  return [
    row(`${path}: script`, script.kilobytes, limit),
    row(`${path}: style`, style.kilobytes, most.style),
    row(`${path}: fonts`, fonts.kilobytes, most.font),
    {
      work: `${path}: strangers`,
      measured: found.join(', ') || 'none',
      bar: 'none',
      reached: found.length === 0,
    },
  ];
}

function row(work: string, kilobytes: number, limit: number): Row {
  const measured = `${kilobytes.toFixed(1)} kB`;
  return { work, measured, bar: `≤ ${limit} kB`, reached: kilobytes <= limit };
}

const matches = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, address = '']) => address);

function linksOf(html: string, rel: string): string[] {
  return matches(html, /<link ([^>]*)>/g)
    .filter((attributes) => attributes.includes(`rel="${rel}"`))
    .flatMap((attributes) => matches(attributes, /href="([^"]+)"/g));
}

/** Loads each file once, and what its modules import at once, as a browser does. */
async function load(origin: string, addresses: readonly string[]): Promise<Loaded> {
  const wanted = [...new Set(addresses)];
  const loaded: Loaded = { kilobytes: 0, texts: [] };
  for (const address of wanted) {
    const compressed = await fetch(`${origin}${address}`, { headers: { 'accept-encoding': 'br' } });
    if (!compressed.ok) throw new Error(`${address} answers ${compressed.status}`);
    const bytes = Buffer.from(await compressed.arrayBuffer());
    const length = compressed.headers.get('content-length');
    loaded.kilobytes += (length === null ? bytes.length : Number(length)) / 1000;
    if (!address.endsWith('.js')) continue;
    const text = bytes.toString();
    loaded.texts.push(text);
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
      const imported = address.replace(/[^/]+$/, name);
      if (!wanted.includes(imported)) wanted.push(imported);
    }
  }
  return loaded;
}
