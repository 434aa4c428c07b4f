import type { ReactNode } from 'react';
import { isFileAddress } from '~/lib/addresses/file-addresses';
import { SiteLink } from './site-link';

/**
 * A link whose address is data: to pages of the site by the router, to its files by the browser,
 * elsewhere as a plain link.
 */
export function SmartLink({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('/') && isFileAddress(href)) return <a href={href}>{children}</a>;
  if (href.startsWith('/') || href.startsWith('#'))
    return <SiteLink to={href}>{children}</SiteLink>;
  return (
    <a href={href} rel="noreferrer nofollow">
      {children}
    </a>
  );
}
