import type { ReactNode } from 'react';
import { SiteLink } from './site-link';

/** A link whose address is data: within the site by the router, elsewhere as a plain link. */
export function SmartLink({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('/') || href.startsWith('#'))
    return <SiteLink to={href}>{children}</SiteLink>;
  return (
    <a href={href} rel="noreferrer nofollow">
      {children}
    </a>
  );
}
