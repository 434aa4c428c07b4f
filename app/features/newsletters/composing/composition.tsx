import type { PrintedItem } from '~/db/schema/newsletters';
import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { languageName } from '~/lib/format/display-names';
import { openLists } from '~/lib/mailing-lists';
import { CheckField, CheckGroup } from '~/ui/fields/choices';
import { SelectField, TextField } from '~/ui/fields/fields';
import type { findDraft } from '~/features/writing/drafts/drafts.server';
import { WritingForm } from '~/features/writing/drafts/writing-form';
import type { Newsletter } from '~/features/newsletters/delivery/newsletter-starts.server';
import own from '~/features/newsletters/newsletters.module.css';
import { itemKey } from './newsletter-items';

type Composed = Pick<
  Newsletter,
  'version' | 'subject' | 'language' | 'list' | 'onlyLanguage' | 'inArchive' | 'body' | 'items'
>;

type CompositionProps = {
  /** Where what is not saved yet is kept. */
  place: string;
  draft: Awaited<ReturnType<typeof findDraft>>;
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

/** Subject, own words and chosen items of a newsletter. Nothing typed is lost where it is left. */
export function Composition(props: CompositionProps) {
  const { newsletter, newId, isGone, choices, saved, fieldErrors = {}, values } = props;
  const t = useTranslate();
  const textOf = useTextOf();
  const errorOf = (name: string) => fieldErrors[name] && textOf(fieldErrors[name]);
  // What was typed has all fields; a box that is not ticked is not in it.
  const typedIn = (kept: Record<string, string>) =>
    values ?? ('subject' in kept ? kept : undefined);
  const mayBeSaved = !saved || saved.isDraft;
  return (
    <WritingForm
      place={props.place}
      draft={props.draft}
      start={newsletter?.body}
      // Without scripts, the page of a refusal is made with what was saved meanwhile.
      base={String(saved?.version ?? values?.version ?? newsletter?.version ?? 0)}
      hasSeenNewer={saved !== undefined}
      label={t('newsletter.body')}
      hint={t('newsletter.body-hint')}
      bodyError={errorOf('body')}
      typed={values?.bodyFormat ? undefined : values?.body}
      submitLabel={
        mayBeSaved ? t(isGone ? 'newsletter.save-as-new' : 'newsletter.save') : undefined
      }
      keptText={t('newsletter.kept')}
      hasHeadings
      hasTables
      // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, not a component
      below={(kept) => (
        <ItemsField
          choices={choices}
          chosen={itemsOf(typedIn(kept)) ?? (newsletter?.items ?? []).map(itemKey)}
          error={errorOf('item')}
        />
      )}
    >
      {(kept) => (
        <>
          {newId && <input type="hidden" name="id" value={values?.id ?? newId} />}
          <input type="hidden" name="version" value={kept.base} />
          <SettingFields
            newsletter={newsletter}
            typed={typedIn(kept)}
            subjectError={errorOf('subject')}
          />
        </>
      )}
    </WritingForm>
  );
}

const itemsOf = (typed: Record<string, string> | undefined) =>
  typed && (typed.item ? typed.item.split(',') : []);

type SettingFieldsProps = Pick<CompositionProps, 'newsletter'> & {
  typed: Record<string, string> | undefined;
  subjectError: string | undefined;
};

/** Its subject, and whom it is for. */
function SettingFields({ newsletter, typed, subjectError }: SettingFieldsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const tick = (name: 'onlyLanguage' | 'inArchive', otherwise: boolean) => ({
    name,
    defaultChecked: typed ? typed[name] === 'on' : (newsletter?.[name] ?? otherwise),
  });
  return (
    <>
      <TextField
        name="subject"
        label={t('newsletter.subject')}
        hint={t('newsletter.subject-hint')}
        maxLength={120}
        required
        defaultValue={typed?.subject ?? newsletter?.subject}
        error={subjectError}
      />
      <SelectField
        name="language"
        label={t('newsletter.language')}
        defaultValue={typed?.language ?? newsletter?.language ?? language}
        choices={['en', 'fr', 'de'].map((value) => ({
          value,
          label: languageName(value, language),
        }))}
      />
      <SelectField
        name="list"
        label={t('newsletter.list')}
        defaultValue={typed?.list ?? newsletter?.list}
        choices={openLists.map((value) => ({ value, label: t(`list.${value}`) }))}
      />
      <CheckField {...tick('onlyLanguage', false)} label={t('newsletter.only-language')} />
      <CheckField
        {...tick('inArchive', true)}
        label={t('newsletter.in-archive')}
        hint={t('newsletter.in-archive-hint')}
      />
    </>
  );
}

type ItemsFieldProps = Pick<CompositionProps, 'choices'> & {
  chosen: string[];
  error: string | undefined;
};

function ItemsField({ choices, chosen, error }: ItemsFieldProps) {
  const t = useTranslate();
  if (!choices) return null;
  if (choices.length === 0) return <p>{t('newsletter.no-items')}</p>;
  return (
    <div className={own.items}>
      <CheckGroup
        name="item"
        label={t('newsletter.items')}
        hint={t('newsletter.items-hint')}
        error={error}
        chosen={chosen}
        choices={choices.map((item) => ({
          value: itemKey(item),
          label: item.title,
          hint: `${t(`newsletter.kind.${item.kind}`)} · ${item.when}`,
        }))}
      />
    </div>
  );
}
