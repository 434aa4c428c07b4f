import { fileURLToPath } from 'node:url';

/** The folder of `package.json`, whatever the current directory is. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url));
