import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { languageName } from '~/lib/format/display-names';
import { type FormRefusal, type Row, rowsOf } from '~/lib/forms/form';
import { useSite } from '~/site/site';
import { Button } from '~/ui/button';
import { type Column, RowsField } from '~/ui/fields/rows-field';
import { Form } from '~/ui/form';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { MenuInput } from './menu-schemas';
import { MenuPreview } from './menu-preview';

type MenuFormProps = {
  own: MenuInput & { version: number };
  answer?: Partial<FormRefusal> & { error?: string; preview?: MenuInput };
};

/** Entries of the menu and lines of the footer that the site does not have by itself. */
export function MenuForm({ own, answer }: MenuFormProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { fieldErrors = {}, values } = answer ?? {};
  const rows = (name: 'menu' | 'footer') =>
    values ? rowsOf(values[name]) : own[name].map((row) => typedRow(row));
  const address: Column = { name: 'url', label: t('content.link.url'), kind: 'text' };
  const words = useWordColumns();
  return (
    <section className={classes.form} aria-labelledby="menu">
      <h2 id="menu">{t('association.menu')}</h2>
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      <p>{t('association.menu-hint')}</p>
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="version" value={own.version} />
        <RowsField
          key={`menu ${own.version}`}
          name="menu"
          label={t('association.menu-entries')}
          hint={t('association.address-hint')}
          errors={fieldErrors}
          defaultRows={rows('menu')}
          newRow={() => ({ url: '' })}
          texts={useRowTexts()}
          columns={[
            ...words,
            address,
            { name: 'inGroup', label: t('association.in-group'), kind: 'tick' },
            { name: 'isHidden', label: t('association.is-hidden'), kind: 'tick' },
          ]}
        />
        <RowsField
          key={`footer ${own.version}`}
          name="footer"
          label={t('association.footer-lines')}
          hint={t('association.footer-hint')}
          errors={fieldErrors}
          defaultRows={rows('footer')}
          newRow={() => ({ url: '' })}
          texts={{
            ...useRowTexts(),
            add: t('association.add-line'),
            empty: t('association.no-lines'),
          }}
          columns={[...words, { ...address, label: t('association.line-address') }]}
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

/** A row as the form has it: a box that is ticked says `on`. */
const typedRow = (row: Record<string, string | boolean>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value ? 'on' : '',
    ]),
  );

/** A column of words for each language of the site. */
function useWordColumns(): Column[] {
  const t = useTranslate();
  const reader = useLanguage();
  const languages = useSite()?.config.languages ?? [reader];
  return languages.map((language) => ({
    name: language,
    label: t('association.words-in', { language: languageName(language) }),
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
