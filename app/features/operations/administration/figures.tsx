import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import own from './administration.module.css';

const shownStates = [
  'submitted',
  'under-review',
  'information-requested',
  'invited',
  'active',
] as const;

type FiguresProps = { users: number; byStatus: readonly { status: string; number: number }[] };

/** How many accounts there are, and how many applications in each state. */
export function Figures({ users, byStatus }: FiguresProps) {
  const t = useTranslate();
  const numberOf = (status: string) => byStatus.find((row) => row.status === status)?.number ?? 0;
  return (
    <ul className={own.figures}>
      <li>
        <Link to="/administration/users">
          <strong>{users}</strong>
          <span>{t('administration.accounts', { count: users })}</span>
        </Link>
      </li>
      {shownStates.map((status) => (
        <li key={status}>
          <Link to={`/administration/applications?state=${status}`}>
            <strong>{numberOf(status)}</strong>
            <span>{t(`administration.state.${status}`, { count: numberOf(status) })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
