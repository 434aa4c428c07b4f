import { Link } from 'react-router';
import { useActionText } from '~/features/identity/audit/audit-table';
import type { listLatestEntries } from '~/features/identity/audit/audit.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { EmptyState } from '~/ui/empty-state';
import own from './administration.module.css';

type Entries = Awaited<ReturnType<typeof listLatestEntries>>;

/** The newest entries of the audit log, in words. */
export function LatelyHappened({ entries }: { entries: Entries }) {
  const t = useTranslate();
  const language = useLanguage();
  const actionText = useActionText();
  if (entries.length === 0) return <EmptyState>{t('audit.none')}</EmptyState>;
  return (
    <>
      <ul className={own.lately}>
        {entries.map((entry) => (
          <li key={entry.seq}>
            <Link to={`/administration/audit/${entry.seq}`}>
              {actionText(entry.action)}
              {entry.result === 'refused' && ` (${t('audit.refused')})`}
            </Link>
            <span className={own.soft}>
              <bdi>{entry.actorName ?? t(`audit.actor.${entry.actorKind}`)}</bdi> ·{' '}
              {formatInstant(entry.at, language, siteZone)}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/administration/audit">{t('administration.all-entries')}</Link>
      </p>
    </>
  );
}
