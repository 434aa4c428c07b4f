import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { StatusPill } from '~/ui/status-pill';
import {
  type ApplicationState,
  applicationTones,
  refusedStates,
} from '~/features/membership/application-states';

type Status = { status: ApplicationState; anonymisedAt: Date | null };

// Of who was refused the data go after some time; a member's go with the account.
const hasLeft = ({ status, anonymisedAt }: Status) =>
  anonymisedAt !== null && !refusedStates.some((refused) => refused === status);

/** The state of an application; of a member who left, that and when. */
export function ApplicationStatus({ status, anonymisedAt }: Status) {
  const t = useTranslate();
  const language = useLanguage();
  if (anonymisedAt && hasLeft({ status, anonymisedAt })) {
    return <span>{t('applications.left', { date: formatDate(anonymisedAt, language) })}</span>;
  }
  return (
    <StatusPill tone={applicationTones[status]}>{t(`application.state.${status}`)}</StatusPill>
  );
}

/** As `ApplicationStatus`, and since when it has that state. */
export function ApplicationStanding({ statusSince, ...shown }: Status & { statusSince: Date }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <>
      <ApplicationStatus status={shown.status} anonymisedAt={shown.anonymisedAt} />
      {!hasLeft(shown) && (
        <span>{t('application.since', { date: formatDate(statusSince, language) })}</span>
      )}
    </>
  );
}
