import type { AnchorHTMLAttributes } from 'react';
import { Link } from 'react-router';

type SiteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** A path of this site, from its root. */
  to: string;
};

/** A link within the site. */
export function SiteLink({ to, ...rest }: SiteLinkProps) {
  return <Link {...rest} to={to} />;
}
