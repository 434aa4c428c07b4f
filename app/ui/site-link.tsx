import type { AnchorHTMLAttributes } from 'react';
import { Link } from 'react-router';

type SiteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** A path of this site, from its root. */
  to: string;
  /** What the next page learns of the way to it. */
  state?: unknown;
};

/** A link within the site. */
export function SiteLink({ to, ...rest }: SiteLinkProps) {
  return <Link {...rest} to={to} />;
}
