import { Fragment } from 'react';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { countryName, languageName, languageNames } from '~/lib/format/display-names';
import reading from '~/ui/reading.module.css';
import own from '~/features/membership/review/application.module.css';
import { isMemberCategory } from '~/features/membership/member-categories';

type ShownApplication = {
  title: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  memberCategory: string;
  function: string | null;
  courtName: string | null;
  courtCity: string | null;
  country: string;
  appointedSince: number | null;
  gdprExperience: string | null;
  workingLanguages: string[];
  preferredLanguage: string | null;
  referee: string | null;
  message: string | null;
  consents: { newsletter?: string };
  anonymisedAt?: Date | null;
};

/** All data of an application, for the applicant and for administrators. */
export function ApplicationFields({ application }: { application: ShownApplication }) {
  const t = useTranslate();
  const language = useLanguage();
  const { memberCategory: category } = application;
  const yesOrNo = (version?: string) => (version ? t('application.yes') : t('application.no'));
  const person = [application.title, application.firstName, application.lastName];
  const rows = [
    ['name', person.filter(Boolean).join(' ')],
    ['email', application.email],
    ['phone', application.phone],
    [
      'memberCategory',
      isMemberCategory(category) ? t(`membership.category.${category}`) : category,
    ],
    ['function', application.function],
    ['courtName', [application.courtName, application.courtCity].filter(Boolean).join(', ')],
    ['country', countryName(application.country, language)],
    ['appointedSince', application.appointedSince],
    ['gdprExperience', application.gdprExperience],
    ['workingLanguages', languageNames(application.workingLanguages, language)],
    [
      'preferredLanguage',
      application.preferredLanguage && languageName(application.preferredLanguage, language),
    ],
    ['referee', application.referee],
    ['message', application.message],
    // What was consented to goes with the person, and is then not known.
    ['newsletterConsent', !application.anonymisedAt && yesOrNo(application.consents.newsletter)],
  ] as const;
  return (
    <dl className={reading.facts}>
      {rows
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{t(`application.short.${name}`)}</dt>
            <dd className={own.text}>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
