import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import type { translationsFile } from '~/i18n/translations.server';
import { createApp } from './app';
import { listen } from './start/listen';
import { startPlatform, stopPlatform } from './start/platform';
import { startProblem } from './start/start-problem';

function isServerBuild(
  module: Record<string, unknown>,
): module is Record<string, unknown> & ServerBuild {
  return 'routes' in module && 'entry' in module;
}

/** The site with Vite in front of it: changes of the sources show at once. */
export async function startDevelopment(vite: ViteDevServer): Promise<void> {
  try {
    await serve(vite);
  } catch (error) {
    const problem = startProblem(error);
    if (!problem) throw error;
    process.stderr.write(`${problem}\n`);
    await stopPlatform().catch(() => undefined);
    process.exit(1);
  }
}

async function serve(vite: ViteDevServer): Promise<void> {
  const build = async () => {
    const module = await vite.ssrLoadModule('virtual:react-router/server-build');
    if (!isServerBuild(module)) throw new Error('The server build is incomplete');
    return module;
  };
  // Loaded while the database starts, so that the first page need not wait; what is wrong in it is
  // said to whoever asks for a page.
  void build().catch(() => undefined);
  await startPlatform();
  const textsFile = async () => {
    const texts = await vite.ssrLoadModule('/app/i18n/translations.server.ts');
    const find: typeof translationsFile = texts.translationsFile;
    return find;
  };
  const app = createApp({ mode: 'development', build, textsFile });
  await listen(app, {
    before: vite.middlewares,
    onStop: async () => {
      await vite.close();
      await stopPlatform();
    },
  });
}
