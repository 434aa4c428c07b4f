import type { OlHTMLAttributes } from 'react';

type MadeElementProps = OlHTMLAttributes<HTMLElement> & {
  as: 'div' | 'header' | 'aside' | 'footer' | 'ol' | 'ul' | 'tbody';
  'data-text'?: string | undefined;
  /** What React itself would write inside, every text in it escaped. Nothing else. */
  html: string;
};

/**
 * An element whose inside is made already: on the server, and in the browser where it came with the
 * page. React leaves what it finds.
 */
export function MadeElement({ as: Element, html, ...attributes }: MadeElementProps) {
  // oxlint-disable-next-line react/no-danger -- the one place; no stored or typed markup comes here
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}
