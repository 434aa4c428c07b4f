import type { Config } from '@react-router/dev/config';
import { precompress } from './scripts/precompress.mjs';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverBuildFile: 'main.js',
  ssr: true,
  buildEnd: () => precompress('build/client'),
} satisfies Config;
