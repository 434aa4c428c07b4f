import { warnUnlessOutage } from '~/answers/failure.server';
import { findHiddenPages } from '~/features/content/pages/pages.server';
import { anonymous } from '~/policy/actor';
import type { PublicConfig } from '~/site/public-config.server';

/** With the entries of menu and footer that lead somewhere now: pages appear and expire by the clock. */
export async function withShownEntries(config: PublicConfig): Promise<PublicConfig> {
  const addresses = [...config.menu, ...config.footer].map(({ url }) => url);
  const hidden = await findHiddenPages(anonymous, addresses).catch((error: unknown) => {
    warnUnlessOutage(error, 'which pages of the menu are public could not be read');
    return new Set<string>();
  });
  const isShown = ({ url }: { url: string }) => !hidden.has(url);
  return { ...config, menu: config.menu.filter(isShown), footer: config.footer.filter(isShown) };
}
