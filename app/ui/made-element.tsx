import type { OlHTMLAttributes } from 'react';

type MadeElementProps = OlHTMLAttributes<HTMLElement> & {
  as: 'div' | 'header' | 'aside' | 'footer' | 'ol' | 'ul' | 'tbody';
  /** What React itself would write inside, every text in it escaped. Nothing else. */
  html: string;
};

/** On the server: an element whose inside is made already. The browser makes it of elements. */
export function MadeElement({ as: Element, html, ...attributes }: MadeElementProps) {
  // oxlint-disable-next-line react/no-danger -- the one place; no stored or typed markup comes here
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}
