import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format-date';
import { SiteLink } from '~/ui/site-link';
import { AuthorName } from './author-name';
import classes from './forum.module.css';
import { TagLink } from './tag-link';

export type ListedTopic = {
  id: string;
  title: string;
  tags: string[];
  pinned: boolean;
  isClosed: boolean;
  concernsPendingCase: boolean;
  comments: number;
  lastActivityAt: Date;
  author: string | null;
  /** Which former member of the topic opened it, once the account is deleted. */
  pseudonym: number | null;
  unread: number;
};

/** Topics of a category, the newest activity first. */
export function TopicList({ topics }: { topics: readonly ListedTopic[] }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <ul className={classes.list}>
      {topics.map((topic) => (
        <li key={topic.id} className={classes.entry}>
          <div>
            <SiteLink to={`/forum/topic/${topic.id}`} className={classes.title}>
              <bdi>{topic.title}</bdi>
            </SiteLink>
            <p className={classes.facts}>
              <span>
                <AuthorName author={{ name: topic.author, pseudonym: topic.pseudonym }} />
              </span>
              {topic.pinned && <span className={classes.mark}>{t('forum.pinned')}</span>}
              {topic.isClosed && <span className={classes.mark}>{t('forum.closed')}</span>}
              {topic.concernsPendingCase && (
                <span className={classes.mark}>{t('forum.pending-case')}</span>
              )}
              {topic.tags.map((tag) => (
                <TagLink key={tag} tag={tag} />
              ))}
            </p>
          </div>
          <div className={classes.side}>
            <p>{t('forum.comments', { count: topic.comments })}</p>
            <p>{formatDate(topic.lastActivityAt, language)}</p>
            {topic.unread > 0 && (
              <p>
                <SiteLink
                  to={`/forum/topic/${topic.id}?unread`}
                  className={`${classes.mark} ${classes.unread}`}
                >
                  {t('forum.unread', { count: topic.unread })}
                </SiteLink>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
