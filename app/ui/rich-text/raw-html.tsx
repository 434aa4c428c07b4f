import type { CheckedHtml } from '~/rich-text/rendered-text';
import { useDelegatedLinks } from '~/ui/use-delegated-links';
import classes from './rich-text.module.css';

/** A rich text as it was rendered when it was written: the only place that puts markup into a page. */
export function RawHtml({ html }: { html: CheckedHtml }) {
  const followLink = useDelegatedLinks();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are followed by the router
    <div
      className={classes.text}
      onClick={followLink}
      // oxlint-disable-next-line react/no-danger -- made by React from a text that was checked
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
