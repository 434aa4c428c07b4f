import { useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import type { MenuLabel as Label, NavigationItem } from '~/policy/navigation';
import { MenuLabel } from '~/site/menu/menu-label';
import classes from './main-menu.module.css';
import { SiteLink } from '~/ui/site-link';

type Item = NavigationItem<Label>;

type MainMenuProps = {
  items: readonly Item[];
  pathname: string;
  /** Side by side with sub-menus on hover or focus, or a list with sub-menus to expand. */
  variant: 'desktop' | 'mobile';
};

/** Whether an entry leads to the present page or to the area it is in. */
function isCurrent(item: Item, pathname: string): boolean {
  if (!item.path) return item.items.some((child) => isCurrent(child, pathname));
  if (item.path === '/') return pathname === '/';
  const area = item.path.replace(/\/overview$/, '');
  return pathname === item.path || pathname === area || pathname.startsWith(`${area}/`);
}

export function MainMenu({ items, pathname, variant }: MainMenuProps) {
  const t = useTranslate();
  return (
    <nav className={classes[variant]} aria-label={t('header.navigation')}>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id} className={classes.item}>
            {item.type === 'none' ? (
              <SubMenu item={item} pathname={pathname} variant={variant} />
            ) : (
              <MenuLink item={item} pathname={pathname} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MenuLink({ item, pathname }: { item: Item; pathname: string }) {
  const path = item.path ?? '/';
  if (item.type === 'external') {
    return (
      <a className={classes.link} href={path} rel="noreferrer">
        <MenuLabel label={item.label} />
      </a>
    );
  }
  const current = pathname === path ? 'page' : isCurrent(item, pathname) ? 'true' : undefined;
  return (
    <SiteLink className={classes.link} to={path} aria-current={current}>
      <MenuLabel label={item.label} />
    </SiteLink>
  );
}

type SubMenuProps = { item: Item; pathname: string; variant: 'desktop' | 'mobile' };

/**
 * A group without a page of its own. On large screens the style sheet opens it on hover or focus;
 * `isOpen` follows, so that the button tells the truth and Escape closes (WCAG 2.2, 1.4.13).
 */
function SubMenu({ item, pathname, variant }: SubMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  const id = `menu-${variant}-${item.id}`;
  const list = (
    <ul id={id} className={classes.submenu}>
      {item.items.map((child) => (
        <li key={child.id}>
          <MenuLink item={child} pathname={pathname} />
        </li>
      ))}
    </ul>
  );
  if (variant === 'mobile') {
    return (
      <details className={classes.group}>
        <summary className={classes.link}>
          <MenuLabel label={item.label} />
        </summary>
        {list}
      </details>
    );
  }
  const close = () => setOpen(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens for what happens in it
    <div
      className={classes.group}
      data-dismissed={isDismissed || undefined}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => {
        close();
        setDismissed(false);
      }}
      onFocus={() => setOpen(true)}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        close();
        setDismissed(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        close();
        setDismissed(true);
        event.currentTarget.querySelector('button')?.focus();
      }}
      onClick={(event) => {
        const isLink = event.target instanceof Element && event.target.closest('a');
        setDismissed(Boolean(isLink));
        setOpen(!isLink);
      }}
    >
      <button
        type="button"
        className={classes.link}
        aria-expanded={isOpen && !isDismissed}
        aria-controls={id}
        data-current={isCurrent(item, pathname) || undefined}
      >
        <MenuLabel label={item.label} />
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M2 4l4 4 4-4" stroke="currentColor" strokeWidth="1.75" fill="none" />
        </svg>
      </button>
      {list}
    </div>
  );
}
