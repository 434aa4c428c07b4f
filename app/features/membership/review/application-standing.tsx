import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { StatusPill } from '~/ui/status-pill';
import {
  type ApplicationState,
  applicationTones,
  leftAt,
} from '~/features/membership/application-states';

type Status = { status: ApplicationState; anonymisedAt: Date | null };

/** The state of an application; of a member who left, that and when. */
export function ApplicationStatus(shown: Status) {
  const t = useTranslate();
  const language = useLanguage();
  const left = leftAt(shown);
  if (left) return <span>{t('applications.left', { date: formatDate(left, language) })}</span>;
  return (
    <StatusPill tone={applicationTones[shown.status]}>
      {t(`application.state.${shown.status}`)}
    </StatusPill>
  );
}

/** As `ApplicationStatus`, and since when it has that state. */
export function ApplicationStanding({ statusSince, ...shown }: Status & { statusSince: Date }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <>
      <ApplicationStatus status={shown.status} anonymisedAt={shown.anonymisedAt} />
      {!leftAt(shown) && (
        <span>{t('application.since', { date: formatDate(statusSince, language) })}</span>
      )}
    </>
  );
}
