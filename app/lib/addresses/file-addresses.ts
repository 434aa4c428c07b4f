/** Routes that show no page: what a browser asks for itself, downloads, or sends a form to. */
const withoutPage = new RegExp(
  `^/(${[
    'events|events/[^/]+/calendar',
    '(files|pictures|logo|social-card|profile-picture|feeds|passkey|api|uploads)/.+',
    'app-check|palette|tracked-errors|page-views|consent/receipts|language|session|session/watch|sign-out|hosted-sign-in',
    'forum/(members|drafts/save|topic/[^/]+/(live|read))',
    'intranet/(zip|deletion|(folders|unfinished|live)/.+|documents/[^/]+/(file|links/.+))',
    'settings/data/export',
    'administration/(views|content/pictures|.+/(live|export)|(events|content)/.+/files)',
  ].join('|')})/?$|^(?!/decisions/).*\\.[a-z\\d]+$`,
  'i',
);

/**
 * Whether an address of this site is that of a file, a feed or something else that is no page. The
 * router of the browser can show none of these: links to them are left to the browser.
 * @param address a path from the root of the site, with whatever follows it
 */
export function isFileAddress(address: string): boolean {
  return withoutPage.test(address.replace(/[?#].*$/, ''));
}
