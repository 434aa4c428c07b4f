import {
  type MenuLabel,
  type NavigationItem,
  visibleNavigation,
  withAdded,
} from '~/policy/navigation';
import { useSite } from '~/site/site';

/** The entries of menu and site map that the reader sees, those of the administration included. */
export function useMenu(): NavigationItem<MenuLabel>[] {
  const site = useSite();
  return visibleNavigation(
    site?.reader.role ?? 'UNAUTHENTICATED',
    withAdded(site?.config.menu ?? []),
  );
}
