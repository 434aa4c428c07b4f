import { z } from 'zod';
import { textField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';
import { isSafeHref } from '~/rich-text/safe-href';
import { rowsField, rowTick } from '~/ui/fields/rows-input';

const mostEntries = 6;
/** The bar of a window of 1024 pixels has no room for more. */
const mostInBar = 2;
const mostLines = 8;

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

const address = (least: number) =>
  textField(least, 300).refine((text) => text === '' || isLinkAddress(text), {
    error: 'form.link-address',
  });

const words = (most: number) => ({
  en: textField(0, most).default(''),
  fr: textField(0, most).default(''),
  de: textField(0, most).default(''),
});

const hasWords = ({ en, fr, de }: { en: string; fr: string; de: string }) =>
  en !== '' || fr !== '' || de !== '';
const needsWords = { error: 'form.words-needed' };

const entry = z
  .strictObject({ ...words(40), url: address(1), inGroup: rowTick, isHidden: rowTick })
  .refine(hasWords, needsWords);

const line = z
  .strictObject({ ...words(200), url: address(0).default('') })
  .refine(hasWords, needsWords);

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
