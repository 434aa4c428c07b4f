import type { ComponentProps } from 'react';
import { SavedMeanwhile } from '~/features/content/versions/saved-meanwhile';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { languagesInSentence } from '~/lib/format/display-names';
import { type FormRefusal, type Row, rowsOf } from '~/lib/forms/form';
import { useSite } from '~/site/site';
import { Button } from '~/ui/button';
import type { Choice } from '~/ui/fields/fields';
import type { Column } from '~/ui/fields/row-cells';
import { RowsField } from '~/ui/fields/rows-field';
import { useFilledFields } from '~/ui/fields/use-filled-fields';
import { Form } from '~/ui/form';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { MenuInput } from './menu-schemas';
import { MenuPreview } from './menu-preview';
import styles from './association.module.css';

type MenuFormProps = {
  own: MenuInput & { version: number };
  /** The published pages, by address. */
  pages: readonly Choice[];
  answer?: Partial<FormRefusal> & {
    error?: string;
    preview?: MenuInput;
    meanwhile?: ComponentProps<typeof SavedMeanwhile>['changes'];
  };
};

const rowFields = ['menu', 'footer'] as const;
const menuIntents = ['save-menu', 'preview-menu'];

/** Entries of the menu and lines of the footer that the site does not have by itself. */
export function MenuForm({ own, pages, answer }: MenuFormProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { fieldErrors = {}, values } = answer ?? {};
  const filled = useFilledFields(own, { names: rowFields, intents: menuIntents, answer });
  const rows = (name: 'menu' | 'footer') =>
    values ? rowsOf(values[name]) : filled.saved[name].map((row) => typedRow(row, pages));
  const address: Column = { name: 'url', label: t('content.link.url'), kind: 'text' };
  const page: Column = {
    name: 'page',
    label: t('association.page'),
    kind: 'choice',
    options: [{ value: '', label: '–' }, ...pages],
  };
  const words = useWordColumns();
  return (
    <section className={`${classes.form} ${styles.section}`} aria-labelledby="menu">
      <h2 id="menu">{t('association.menu')}</h2>
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      {answer?.meanwhile && answer.meanwhile.length > 0 && (
        <SavedMeanwhile
          changes={answer.meanwhile}
          labels={{ menu: 'association.menu-entries', footer: 'association.footer-lines' }}
          text={t('content.saved-elsewhere-text')}
        />
      )}
      <p>{t('association.menu-hint')}</p>
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="version" value={filled.version} />
        <RowsField
          key={`menu ${filled.key}`}
          name="menu"
          label={t('association.menu-entries')}
          hint={t('association.address-hint')}
          errors={fieldErrors}
          defaultRows={rows('menu')}
          newRow={() => ({ page: '', url: '' })}
          texts={useRowTexts()}
          columns={[
            ...words,
            page,
            address,
            { name: 'inGroup', label: t('association.in-group'), kind: 'tick' },
            { name: 'isHidden', label: t('association.is-hidden'), kind: 'tick' },
          ]}
        />
        <RowsField
          key={`footer ${filled.key}`}
          name="footer"
          label={t('association.footer-lines')}
          hint={t('association.footer-hint')}
          errors={fieldErrors}
          defaultRows={rows('footer')}
          newRow={() => ({ page: '', url: '' })}
          texts={{
            ...useRowTexts(),
            add: t('association.add-line'),
            empty: t('association.no-lines'),
          }}
          columns={[...words, page, { ...address, label: t('association.line-address') }]}
        />
        {answer?.preview && <MenuPreview {...answer.preview} />}
        <p className={classes.actions}>
          <Button variant="primary" name="intent" value="save-menu">
            {t('association.save-menu')}
          </Button>
          <Button name="intent" value="preview-menu">
            {t('association.preview-menu')}
          </Button>
        </p>
      </Form>
    </section>
  );
}

/** A row as the form has it: a box that is ticked says `on`, and a page is chosen by its name. */
function typedRow({ url, ...row }: SavedRow, pages: readonly Choice[]): Row {
  const texts = Object.entries(row).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value ? 'on' : '',
  ]);
  const isPage = pages.some(({ value }) => value === url);
  return { ...Object.fromEntries(texts), page: isPage ? url : '', url: isPage ? '' : url };
}

type SavedRow = { url: string; [name: string]: string | boolean };

/** A column of words for each language of the site. */
function useWordColumns(): Column[] {
  const t = useTranslate();
  const reader = useLanguage();
  const languages = useSite()?.config.languages ?? [reader];
  return languages.map((language) => ({
    name: language,
    label: t('association.words-in', { language: languagesInSentence([language], reader) }),
    kind: 'text',
  }));
}

function useRowTexts() {
  const t = useTranslate();
  return {
    add: t('association.add-entry'),
    empty: t('association.no-entries'),
    row: (number: number) => t('content.link.row', { number }),
    remove: (number: number) => t('content.link.remove', { number }),
    up: (number: number) => t('content.link.up', { number }),
    down: (number: number) => t('content.link.down', { number }),
  };
}
