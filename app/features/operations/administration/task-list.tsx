import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { EmptyState } from '~/ui/empty-state';
import own from './administration.module.css';
import type { Task } from './tasks.server';

/** What needs the administrator, each with its number and where it is done. */
export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  const t = useTranslate();
  if (tasks.length === 0) return <EmptyState>{t('administration.nothing')}</EmptyState>;
  return (
    <ul className={own.tasks}>
      {tasks.map(({ name, count, to }) => {
        const said = t(`administration.task.${name}`, { count });
        return <li key={name}>{to ? <Link to={to}>{said}</Link> : <span>{said}</span>}</li>;
      })}
    </ul>
  );
}
