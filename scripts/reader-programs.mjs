import { build } from 'vite';

const mark = '?program';

/**
 * Gives the source of a program that reads files, with everything it imports, as one text:
 * `import source from './some.reader.server.ts?program'`. The site starts it as a program of its own,
 * which then needs no file of the site, neither of a working copy nor of an installation.
 * @returns {import('vitest/config').Plugin}
 */
export function readerPrograms() {
  return {
    name: 'reader-programs',
    enforce: 'pre',
    // What is kept between two runs of the tests knows the entry, and not what it imports.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => (id.endsWith(mark) ? false : undefined));
    },
    async load(id) {
      if (!id.endsWith(mark)) return null;
      const { code, modules } = await bundle(id.slice(0, -mark.length));
      for (const path of modules) if (!path.includes('node_modules')) this.addWatchFile(path);
      return `export default ${JSON.stringify(code)}`;
    },
  };
}

/** @param {string} entry */
async function bundle(entry) {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      write: false,
      minify: true,
      target: 'node24',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const chunk = 'output' in built ? built.output[0] : undefined;
  if (!chunk) throw new Error(`${entry} has not become one program`);
  return { code: chunk.code, modules: chunk.moduleIds };
}
