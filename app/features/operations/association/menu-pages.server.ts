import { diffFields } from '~/features/content/publishing/publishing.server';
import { listPublishedPages } from '~/features/content/pages/pages.server';
import { inReadersLanguage } from '~/i18n/readers-language.server';
import { translateIn } from '~/i18n/translations.server';
import type { Language } from '~/config/config.server';
import { publicPath } from '~/lib/addresses/public-path';
import type { Actor } from '~/policy/actor';
import { shorten } from '~/site/shorten';
import { getAssociation } from './association.server';
import { hasWords, type MenuInput, mostLetters } from './menu-schemas';

/** The published pages by address, with the title in each language. */
async function titlesByAddress(actor: Actor) {
  return Map.groupBy(await listPublishedPages(actor), ({ slug }) => publicPath('page', slug));
}

/** The published pages that menu and footer can lead to, named in the reader's language. */
export async function listMenuPages(actor: Actor, language: string) {
  const pages = [...(await titlesByAddress(actor))];
  return pages
    .map(([value, titles]) => ({
      value,
      label: inReadersLanguage(titles, language)?.title ?? value,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
}

/** The entries and lines; what leads to a page without words of its own has the page's titles. */
export async function withPageTitles(
  actor: Actor,
  { menu, footer }: MenuInput,
): Promise<MenuInput> {
  const pages = await titlesByAddress(actor);
  const named = <Row extends MenuInput['footer'][number]>(row: Row, most: number): Row => {
    if (hasWords(row)) return row;
    const titles = (pages.get(row.url) ?? []).map(({ language, title }) => [language, title]);
    const { en = '', fr = '', de = '' }: Record<string, string> = Object.fromEntries(titles);
    const cut = { en: shorten(en, most), fr: shorten(fr, most), de: shorten(de, most) };
    // A page may have been withdrawn meanwhile.
    return { ...row, ...(hasWords(cut) ? cut : { en: row.url }) };
  };
  return {
    menu: menu.map((row) => named(row, mostLetters.menu)),
    footer: footer.map((row) => named(row, mostLetters.footer)),
  };
}

/** What is saved of menu and footer now, against what was typed on an older version. */
export function findSavedMenu(actor: Actor, typed: MenuInput, language: Language) {
  const t = translateIn(language);
  const lineOf = (row: MenuInput['footer'][number] & Partial<MenuInput['menu'][number]>) =>
    [
      row.en,
      row.fr,
      row.de,
      row.url,
      row.inGroup && t('association.in-group'),
      row.isHidden && t('association.is-hidden'),
    ]
      .filter(Boolean)
      .join(' · ');
  const linesOf = ({ menu, footer }: MenuInput) => ({
    menu: menu.map(lineOf).join('\n'),
    footer: footer.map(lineOf).join('\n'),
  });
  return diffFields(linesOf(getAssociation(actor)), linesOf(typed));
}
