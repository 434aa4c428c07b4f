import { memo } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { publicFilePath } from '~/lib/addresses/public-path';
import { CheckField, CheckGroup, RadioField } from '~/ui/fields/choices';
import { LongTextField, SelectField, TextField } from '~/ui/fields/fields';
import own from './application-form.module.css';
import type { ApplicationOptions } from './application-options.server';
import { useProblemText } from './use-problem-text';
import { memberCategories } from '~/features/membership/member-categories';

/**
 * The parts of the application form. Lengths and rules: `applicationSchema`. Each is made again only
 * when something in it is said differently, not at every step through the form.
 */
type PartProps = {
  /** What is wrong with fields, by name, as keys of the texts. */
  problems: Record<string, string>;
  /** What was sent, by name. */
  values?: Record<string, string>;
};

/** What all fields of the form have: name, anchor, what was typed, what is wrong. */
function useField({ problems, values }: PartProps) {
  const problemText = useProblemText(problems);
  return (name: string) => ({
    name,
    id: `field-${name}`,
    defaultValue: values?.[name],
    error: problemText(name)?.text,
  });
}

export const PersonPart = memo(function PersonPart(props: PartProps) {
  const t = useTranslate();
  const field = useField(props);
  return (
    <>
      <TextField
        {...field('title')}
        label={t('application.field.title')}
        hint={t('application.hint.title')}
        autoComplete="honorific-prefix"
        maxLength={40}
      />
      <div className={own.pair}>
        <TextField
          {...field('firstName')}
          label={t('application.field.firstName')}
          autoComplete="given-name"
          maxLength={100}
          required
        />
        <TextField
          {...field('lastName')}
          label={t('application.field.lastName')}
          autoComplete="family-name"
          maxLength={100}
          required
        />
      </div>
      <TextField
        {...field('email')}
        type="email"
        label={t('application.field.email')}
        hint={t('application.hint.email')}
        autoComplete="email"
        maxLength={254}
        required
      />
      <TextField
        {...field('phone')}
        type="tel"
        label={t('application.field.phone')}
        hint={t('application.hint.phone')}
        autoComplete="tel"
        minLength={5}
        maxLength={40}
      />
    </>
  );
});

type WithOptions = PartProps & { options: ApplicationOptions };

export const OfficePart = memo(function OfficePart({ options, ...props }: WithOptions) {
  const t = useTranslate();
  const field = useField(props);
  return (
    <>
      <RadioField
        {...field('memberCategory')}
        label={t('application.field.memberCategory')}
        required
        choices={memberCategories.map((value) => ({
          value,
          label: t(`membership.category.${value}`),
          hint: t(`membership.category-hint.${value}`),
        }))}
      />
      <TextField
        {...field('function')}
        label={t('application.field.function')}
        hint={t('application.hint.function')}
        autoComplete="organization-title"
        minLength={2}
        maxLength={200}
        required
      />
      <TextField
        {...field('courtName')}
        label={t('application.field.courtName')}
        autoComplete="organization"
        minLength={2}
        maxLength={200}
        required
      />
      <div className={own.pair}>
        <TextField
          {...field('courtCity')}
          label={t('application.field.courtCity')}
          autoComplete="address-level2"
          minLength={2}
          maxLength={200}
          required
        />
        <SelectField
          {...field('country')}
          label={t('application.field.country')}
          autoComplete="country"
          choices={[{ value: '', label: t('application.choose') }]}
          groups={[
            { label: t('application.countries-near'), choices: options.near },
            { label: t('application.countries-others'), choices: options.others },
          ]}
          required
        />
      </div>
      <div className={own.pair}>
        <TextField
          {...field('appointedSince')}
          label={t('application.field.appointedSince')}
          hint={t('application.hint.appointedSince')}
          inputMode="numeric"
          maxLength={4}
        />
      </div>
    </>
  );
});

export const WorkPart = memo(function WorkPart({ options, ...props }: WithOptions) {
  const t = useTranslate();
  const field = useField(props);
  const { defaultValue: chosen, ...languages } = field('workingLanguages');
  return (
    <>
      <LongTextField
        {...field('gdprExperience')}
        label={t('application.field.gdprExperience')}
        hint={t('application.hint.gdprExperience')}
        minLength={20}
        maxLength={2000}
        rows={6}
        required
      />
      <CheckGroup
        {...languages}
        label={t('application.field.workingLanguages')}
        hint={t('application.hint.workingLanguages')}
        chosen={chosen?.split(',') ?? []}
        choices={options.languages}
        isCompact
      />
      <div className={own.pair}>
        <SelectField
          {...field('preferredLanguage')}
          label={t('application.field.preferredLanguage')}
          choices={[{ value: '', label: t('application.choose') }, ...options.languages]}
          required
        />
      </div>
      <TextField
        {...field('referee')}
        label={t('application.field.referee')}
        hint={t('application.hint.referee')}
        minLength={2}
        maxLength={200}
      />
      <LongTextField
        {...field('message')}
        label={t('application.field.message')}
        hint={t('application.hint.message')}
        maxLength={2000}
        rows={4}
      />
    </>
  );
});

type ConsentPartProps = PartProps & { statutes: { id: string; fileName: string } | null };

export const ConsentPart = memo(function ConsentPart({ statutes, ...props }: ConsentPartProps) {
  const t = useTranslate();
  const field = useField(props);
  const tick = (name: string) => {
    const { defaultValue, ...box } = field(name);
    return { ...box, defaultChecked: defaultValue === 'on' };
  };
  return (
    <>
      <div className={own.ticks}>
        <h4>{t('application.necessary')}</h4>
        <CheckField
          {...tick('acceptStatutes')}
          label={t('application.field.acceptStatutes')}
          required
        />
        <CheckField
          {...tick('acceptEndUserAgreement')}
          label={t('application.field.acceptEndUserAgreement')}
          required
        />
        <CheckField
          {...tick('privacyNoticeSeen')}
          label={t('application.field.privacyNoticeSeen')}
          required
        />
        <p>
          {statutes && (
            <>
              <a href={publicFilePath(statutes)}>{t('application.read-statutes')}</a>
              {' · '}
            </>
          )}
          <a href="/end-user-agreement" target="_blank" rel="noreferrer">
            {t('application.read-agreement')}
          </a>
          {' · '}
          <a href="/privacy-policy" target="_blank" rel="noreferrer">
            {t('application.read-policy')}
          </a>
        </p>
      </div>
      <div className={own.ticks}>
        <h4>{t('application.voluntary')}</h4>
        <CheckField
          {...tick('newsletterConsent')}
          label={t('application.field.newsletterConsent')}
          hint={t('application.hint.newsletterConsent')}
        />
      </div>
      <p>{t('application.after-sending')}</p>
    </>
  );
});
