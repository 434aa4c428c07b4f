import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { filesUnder } from './files-under.mjs';

const compressible = /\.(js|css|svg|json|txt|xml|webmanifest)$/;
const smallest = 256;

/**
 * Puts compressed copies beside the files of a build, so that nothing is compressed per request.
 * @param {string} folder below the project's root, such as `build/client`
 */
export function precompress(folder) {
  for (const path of filesUnder(folder)) {
    if (!compressible.test(path)) continue;
    const content = readFileSync(path);
    if (content.length < smallest) continue;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    writeFileSync(`${path}.br`, brotliCompressSync(content, quality));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
