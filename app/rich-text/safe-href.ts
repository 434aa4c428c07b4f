/**
 * Whether a link may lead there: a web address, a mail address, or a path or place of this site.
 * Anything else (javascript:, data: …) is refused when a text is written and when it is shown.
 */
export function isSafeHref(href: unknown): href is string {
  return (
    typeof href === 'string' &&
    // Browsers drop tabs and line breaks: `/\t/host` is another site to them.
    !/\p{Cc}/u.test(href) &&
    /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(href)
  );
}
