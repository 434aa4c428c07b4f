import { useLocation } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { SiteLink } from '~/ui/site-link';
import classes from '~/features/forum/forum.module.css';

/** The ways to look at the forum: by category, or topics of all categories. */
export function TopicListsNav() {
  const t = useTranslate();
  const { search } = useLocation();
  const parameters = new URLSearchParams(search);
  const present = parameters.get('list') ?? (parameters.has('tag') ? 'tag' : '');
  return (
    <nav aria-label={t('forum.lists')}>
      <ul className={classes.lists}>
        {(['', 'unread', 'recent', 'own'] as const).map((name) => (
          <li key={name}>
            <SiteLink
              to={name ? `/forum?list=${name}` : '/forum'}
              aria-current={present === name ? 'page' : undefined}
            >
              {t(name ? `forum.list.${name}` : 'forum.list.categories')}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
