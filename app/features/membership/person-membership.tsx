import { Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import classes from '~/ui/form.module.css';
import type { ApplicationState } from './application-states';
import { isMemberCategory } from './member-categories';

export type PersonApplication = {
  id: string;
  createdAt: Date;
  status: ApplicationState;
  statusSince: Date;
  memberCategory: string;
  memberNumber: number | null;
  feeStatus: 'not-due' | 'requested' | 'paid' | 'waived';
  decidedAt: Date | null;
  /** Whether the account was made by it. */
  isOfAccount: boolean;
};

type PersonMembershipProps = { applications: readonly PersonApplication[] };

/** A person's membership, from the application that the account was made by. */
export function PersonMembership({ applications }: PersonMembershipProps) {
  const t = useTranslate();
  const language = useLanguage();
  const own = applications.find(({ isOfAccount }) => isOfAccount);
  if (!own) return <p>{t('user.no-membership')}</p>;
  const { memberCategory: category } = own;
  return (
    <dl className={classes.facts}>
      <dt>{t('applications.state')}</dt>
      <dd>{t(`application.state.${own.status}`)}</dd>
      {own.memberNumber !== null && (
        <>
          <dt>{t('user.member-number')}</dt>
          <dd>{own.memberNumber}</dd>
        </>
      )}
      <dt>{t('application.short.memberCategory')}</dt>
      <dd>{isMemberCategory(category) ? t(`membership.category.${category}`) : category}</dd>
      {own.decidedAt && (
        <>
          <dt>{t('user.member-since')}</dt>
          <dd>{formatDate(own.decidedAt, language)}</dd>
        </>
      )}
      <dt>{t('applications.fee-status')}</dt>
      <dd>{t(`applications.fee.${own.feeStatus}`)}</dd>
    </dl>
  );
}

/** The applications of a person, with the way to each in the administration. */
export function PersonApplications({ applications }: PersonMembershipProps) {
  const t = useTranslate();
  const language = useLanguage();
  if (applications.length === 0) return <p>{t('user.no-applications')}</p>;
  return (
    <ul className={classes.entries}>
      {applications.map(({ id, createdAt, status, statusSince }) => (
        <li key={id}>
          <Link to={`/administration/applications/${id}`}>
            {t('user.application-from', { date: formatDate(createdAt, language) })}
          </Link>
          <span>
            {t(`application.state.${status}`)} · {formatDate(statusSince, language)}
          </span>
        </li>
      ))}
    </ul>
  );
}
