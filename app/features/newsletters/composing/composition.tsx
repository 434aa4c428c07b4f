import type { PrintedItem } from '~/db/schema/newsletters';
import type { TextKey } from '~/i18n/translate';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { languageName } from '~/lib/format/display-names';
import { openLists } from '~/lib/mailing-lists';
import classes from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import { CheckField, CheckGroup } from '~/ui/fields/choices';
import { SelectField, TextField } from '~/ui/fields/fields';
import { RichTextField } from '~/ui/rich-text/rich-text-field';
import type { Newsletter } from '~/features/newsletters/delivery/newsletter-starts.server';
import own from '~/features/newsletters/newsletters.module.css';
import { itemKey } from './newsletter-items';
import { Form } from '~/ui/form';

type Composed = Pick<
  Newsletter,
  'version' | 'subject' | 'language' | 'list' | 'onlyLanguage' | 'inArchive' | 'body' | 'items'
>;

type CompositionProps = {
  newsletter: Composed | null;
  /** Of a draft that is not saved yet: sent twice, it is one. */
  newId: string | null;
  /** What is typed was of a draft that is deleted, and becomes a new one. */
  isGone: boolean;
  /** Null: it is no draft any more, and nothing is to be chosen. */
  choices: readonly PrintedItem[] | null;
  /** What someone else has saved meanwhile, and the page shows; else it is not overwritten. */
  saved?: { version: number; isDraft: boolean } | undefined;
  fieldErrors?: Record<string, string>;
  /** What was typed, after a refusal. */
  values?: Record<string, string>;
};

export const newsletterFieldLabels: Record<string, TextKey> = {
  subject: 'newsletter.subject',
  language: 'newsletter.language',
  list: 'newsletter.list',
  onlyLanguage: 'newsletter.only-language',
  inArchive: 'newsletter.in-archive',
  body: 'newsletter.body',
  items: 'newsletter.items',
};

/** Subject, own words and chosen items of a newsletter. */
export function Composition({
  newsletter,
  newId,
  isGone,
  choices,
  saved,
  fieldErrors = {},
  values,
}: CompositionProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const errorOf = (name: string) => fieldErrors[name] && textOf(fieldErrors[name]);
  const tick = (name: 'onlyLanguage' | 'inArchive', otherwise: boolean) => ({
    name,
    defaultChecked: values ? values[name] === 'on' : (newsletter?.[name] ?? otherwise),
  });
  const chosen = values?.item?.split(',') ?? (newsletter?.items ?? []).map(itemKey);
  return (
    <Form method="post" className={classes.form} noValidate>
      {newId && <input type="hidden" name="id" value={values?.id ?? newId} />}
      {/* Without scripts, the page of a refusal is made with what was saved meanwhile. */}
      <input
        type="hidden"
        name="version"
        value={saved?.version ?? values?.version ?? newsletter?.version ?? 0}
      />
      <TextField
        name="subject"
        label={t('newsletter.subject')}
        hint={t('newsletter.subject-hint')}
        maxLength={120}
        required
        defaultValue={values?.subject ?? newsletter?.subject}
        error={errorOf('subject')}
      />
      <SelectField
        name="language"
        label={t('newsletter.language')}
        defaultValue={values?.language ?? newsletter?.language}
        choices={['en', 'fr', 'de'].map((value) => ({ value, label: languageName(value) }))}
      />
      <SelectField
        name="list"
        label={t('newsletter.list')}
        defaultValue={values?.list ?? newsletter?.list}
        choices={openLists.map((value) => ({ value, label: t(`list.${value}`) }))}
      />
      <CheckField {...tick('onlyLanguage', false)} label={t('newsletter.only-language')} />
      <CheckField
        {...tick('inArchive', true)}
        label={t('newsletter.in-archive')}
        hint={t('newsletter.in-archive-hint')}
      />
      <RichTextField
        name="body"
        label={t('newsletter.body')}
        hint={t('newsletter.body-hint')}
        hasHeadings
        hasTables
        defaultValue={newsletter?.body}
        defaultText={values?.bodyFormat ? undefined : values?.body}
        error={errorOf('body')}
      />
      {choices?.length === 0 && <p>{t('newsletter.no-items')}</p>}
      {choices && choices.length > 0 && (
        <div className={own.items}>
          <CheckGroup
            name="item"
            label={t('newsletter.items')}
            hint={t('newsletter.items-hint')}
            error={errorOf('item')}
            chosen={chosen}
            choices={choices.map((item) => ({
              value: itemKey(item),
              label: item.title,
              hint: `${t(`newsletter.kind.${item.kind}`)} · ${item.when}`,
            }))}
          />
        </div>
      )}
      {(!saved || saved.isDraft) && (
        <Button variant="primary">
          {t(isGone ? 'newsletter.save-as-new' : 'newsletter.save')}
        </Button>
      )}
    </Form>
  );
}
