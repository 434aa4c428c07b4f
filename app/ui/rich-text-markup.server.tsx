import { renderJSONContentToReactElement } from '@tiptap/static-renderer/json/react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { RichText } from '~/lib/rich-text';
import { type MarkProps, richTextMapping } from './rich-text';

function PlainLink({ children, mark }: MarkProps) {
  const href = typeof mark.attrs?.href === 'string' ? mark.attrs.href : '';
  const isOwn = href.startsWith('/') || href.startsWith('#');
  return (
    <a href={href} rel={isOwn ? undefined : 'noreferrer nofollow'}>
      {children}
    </a>
  );
}

const render = renderJSONContentToReactElement({
  ...richTextMapping,
  markMapping: { ...richTextMapping.markMapping, link: PlainLink },
});

const most = 4_000;
const made = new Map<string, string>();

/**
 * The markup of a rich text, for `RenderedText`; the last few thousand are remembered.
 * @param key names the text and its version, and so stands for its content
 */
export function richTextMarkup(key: string, text: RichText): string {
  const known = made.get(key);
  if (known !== undefined) return known;
  const markup = renderToStaticMarkup(render({ content: text }));
  const [oldest] = made.keys();
  if (made.size >= most && oldest !== undefined) made.delete(oldest);
  made.set(key, markup);
  return markup;
}
