import type { AnchorHTMLAttributes } from 'react';
import { Link } from 'react-router';

type SiteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** A path of this site, from its root. */
  to: string;
};

/**
 * A link within the site. In the browser it is the router's; on the server, where a page has a
 * hundred of them and nobody clicks, it is the element that the router's would become.
 */
export function SiteLink({ to, children, ...rest }: SiteLinkProps) {
  if (import.meta.env.SSR && to.startsWith('/')) {
    return (
      <a {...rest} href={to} data-discover="true">
        {children}
      </a>
    );
  }
  return (
    <Link {...rest} to={to}>
      {children}
    </Link>
  );
}
