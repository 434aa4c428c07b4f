import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const { version } = JSON.parse(readFileSync(packageFile, 'utf8'));

/** What the PDF reader fetches for itself: character maps, standard fonts, picture decoders. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
/** The version is part of the address, so that they may be kept for ever like all assets. */
const address = `assets/pdf-reader-${version}`;

/**
 * Puts the files that the PDF reader needs beside its worker, so that no other site is asked for
 * them. `import.meta.env.PDF_READER_FILES` is where they lie.
 * @returns {import('vite').Plugin}
 */
export function pdfReaderFiles() {
  return {
    name: 'pdf-reader-files',
    config: () => ({
      define: { 'import.meta.env.PDF_READER_FILES': JSON.stringify(`/${address}/`) },
    }),
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { name, path } of files()) {
        this.emitFile({
          type: 'asset',
          fileName: `${address}/${name}`,
          source: readFileSync(path),
        });
      }
    },
    configureServer(server) {
      const known = new Map(files().map(({ name, path }) => [`/${address}/${name}`, path]));
      server.middlewares.use((request, response, next) => {
        const path = known.get(request.url ?? '');
        if (path === undefined) next();
        else {
          const type = path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
          response.writeHead(200, { 'content-type': type }).end(readFileSync(path));
        }
      });
    },
  };
}

/** @returns {{ name: string; path: string }[]} */
function files() {
  return folders.flatMap((folder) => {
    const directory = join(dirname(packageFile), folder);
    return readdirSync(directory).map((file) => ({
      name: `${folder}/${file}`,
      path: join(directory, file),
    }));
  });
}
