import classes from './rich-text.module.css';

/**
 * A rich text that the server has rendered already, for pages that show many of them. The markup
 * comes from `rich-text-markup.server.tsx` and from nowhere else: it is made of a checked text by
 * React, which escapes every word, and is never stored.
 */
export function RenderedText({ markup }: { markup: string }) {
  // oxlint-disable-next-line react/no-danger -- see above
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: markup }} />;
}
