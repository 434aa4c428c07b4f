import { Link } from 'react-router';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import type { DecisionState } from '~/features/decisions/records/decision-kinds';
import { useTranslate } from '~/i18n/translation-context';
import classes from './editor.module.css';

const list = '/administration/decisions';

type ShownRecord = {
  id: string;
  identifier: string;
  state: DecisionState;
  version: number;
  into: { id: string; identifier: string } | null;
};

/** Where the record stands, with the ways to its page and its versions. */
export function StateLine({ record }: { record: ShownRecord }) {
  const t = useTranslate();
  return (
    <p className={classes.state}>
      {record.identifier}
      {' · '}
      {record.into?.identifier ? (
        <Link to={`${list}/${record.into.id}`}>
          {t('decision-editor.merged-into', { identifier: record.into.identifier })}
        </Link>
      ) : (
        t(`decision-editor.state.${record.state}`)
      )}
      {record.state === 'checked' && (
        <>
          {' · '}
          <Link to={decisionAddress(record.identifier)}>{t('decision-editor.see')}</Link>
        </>
      )}
      {record.version > 1 && (
        <>
          {' · '}
          <Link to={`${list}/${record.id}/versions`}>{t('decision-editor.versions')}</Link>
        </>
      )}
    </p>
  );
}
