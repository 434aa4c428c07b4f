import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { StatusPill } from '~/ui/status-pill';
import {
  type ApplicationState,
  applicationTones,
  refusedStates,
} from '~/features/membership/application-states';

type ApplicationStandingProps = {
  status: ApplicationState;
  statusSince: Date;
  anonymisedAt: Date | null;
};

/** The state of an application and since when it has it; of a member who left, that and when. */
export function ApplicationStanding(props: ApplicationStandingProps) {
  const { status, statusSince, anonymisedAt } = props;
  const t = useTranslate();
  const language = useLanguage();
  const isRefused = refusedStates.some((refused) => refused === status);
  // Of who was refused the data go after some time; a member's go with the account.
  if (anonymisedAt && !isRefused) {
    return <span>{t('applications.left', { date: formatDate(anonymisedAt, language) })}</span>;
  }
  return (
    <>
      <StatusPill tone={applicationTones[status]}>{t(`application.state.${status}`)}</StatusPill>
      <span>{t('application.since', { date: formatDate(statusSince, language) })}</span>
    </>
  );
}
