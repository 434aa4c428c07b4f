/**
 * What the build is made of; a path that does not exist counts as empty. Of the scripts all, since
 * those that the configurations name import others.
 */
export const buildSources = [
  'app',
  'server',
  'public',
  'package-lock.json',
  'react-router.config.ts',
  'scripts',
  'tsconfig.json',
  'vite.config.ts',
];
