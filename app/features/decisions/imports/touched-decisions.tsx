import { Link } from 'react-router';
import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { useTranslate } from '~/i18n/translation-context';

export type TouchedDecision = {
  id: string;
  identifier: string;
  names: string[];
  caseNumbers: string[];
  isNew: boolean;
  isEdited: boolean;
  /** It cannot return: the court that it had has been deleted. */
  lacksEarlierCourt: boolean;
};

/** How many are named at most: beyond, a number says enough. */
const most = 200;

export function TouchedDecisions({ decisions }: { decisions: readonly TouchedDecision[] }) {
  const t = useTranslate();
  const hidden = decisions.length - most;
  return (
    <>
      <ul>
        {decisions.slice(0, most).map((decision) => (
          <li key={decision.id}>
            <Link to={`/administration/decisions/${decision.id}`}>
              <bdi>{nameOfDecision(decision)}</bdi>
            </Link>
            {` · ${decision.identifier} · `}
            {t(decision.isNew ? 'decision-import.was-added' : 'decision-import.was-changed')}
            {decision.isEdited && ` · ${t('decision-import.edited')}`}
            {decision.lacksEarlierCourt && ` · ${t('decision-import.no-court')}`}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{t('decision-import.more', { count: hidden })}</p>}
    </>
  );
}
