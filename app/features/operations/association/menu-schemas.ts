import { z } from 'zod';
import { textField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';
import { isSafeHref } from '~/rich-text/safe-href';
import { rowsField, rowTick } from '~/ui/fields/rows-input';

const mostEntries = 6;
/** The bar of a window of 1024 pixels has no room for more. */
const mostInBar = 2;
const mostLines = 8;
export const mostLetters = { menu: 40, footer: 200 };

/**
 * A page of this site, a web address or a mail address. One with a name before its host, such as
 * `https://court.example@evil.example`, leads elsewhere than it seems.
 */
function isLinkAddress(address: string): boolean {
  if (!isSafeHref(address) || address.startsWith('#') || /\s/u.test(address)) return false;
  if (address.startsWith('/')) return true;
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, hostname, pathname } = new URL(address);
  if (protocol === 'mailto:') return /^[^@]+@[^@]+\.[^@]+$/.test(pathname);
  return hostname.includes('.') && !username && !password;
}

const address = () =>
  textField(0, 300).refine((text) => text === '' || isLinkAddress(text), {
    error: 'form.link-address',
  });

const words = (most: number) => ({
  en: textField(0, most).default(''),
  fr: textField(0, most).default(''),
  de: textField(0, most).default(''),
});

export const hasWords = ({ en, fr, de }: { en: string; fr: string; de: string }) =>
  en !== '' || fr !== '' || de !== '';

/** Where a row leads: one of the pages to choose from, or what is typed. */
const target = { page: address().default(''), url: address().default('') };

type Typed = { en: string; fr: string; de: string; page: string; url: string };

function withAddress<Row extends Typed>({ page, ...row }: Row, context: z.RefinementCtx) {
  const refuse = (message: string, path: string[] = []) =>
    context.addIssue({ code: 'custom', message, path });
  // The title of a page stands for words that are not there.
  if (!hasWords(row) && !page) refuse('form.words-needed');
  if (page && row.url) refuse('form.page-or-address', ['url']);
  return { ...row, url: page || row.url };
}

const entry = z
  .strictObject({ ...words(mostLetters.menu), ...target, inGroup: rowTick, isHidden: rowTick })
  .transform(withAddress)
  .refine(({ url }) => url !== '', { error: 'form.required', path: ['url'] });

const line = z.strictObject({ ...words(mostLetters.footer), ...target }).transform(withAddress);

export const menuForm = z.strictObject({
  intent: z.enum(['save-menu', 'preview-menu']),
  version: versionField,
  menu: rowsField(entry, mostEntries).refine(
    (rows) => rows.filter(({ inGroup, isHidden }) => !inGroup && !isHidden).length <= mostInBar,
    { error: 'form.too-many-in-bar' },
  ),
  footer: rowsField(line, mostLines),
});

export type MenuInput = Pick<z.output<typeof menuForm>, 'menu' | 'footer'>;
