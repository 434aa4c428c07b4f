import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { SiteLink } from '~/ui/site-link';
import { AuthorName } from '~/features/forum/comments/author-name';
import classes from '~/features/forum/forum.module.css';
import { TagLink } from './tag-link';
import { TopicTitle } from './topic-title';
import { StatusPill } from '~/ui/status-pill';

export type ListedTopic = {
  id: string;
  /** Null when it is not shown. */
  title: string | null;
  tags: string[];
  pinned: boolean;
  isClosed: boolean;
  concernsPendingCase: boolean;
  comments: number;
  lastActivityAt: Date;
  author: string | null;
  unread: number;
  category: { slug: string; name: string };
};

type TopicListProps = {
  topics: readonly ListedTopic[];
  /** Where they come from several. */
  showsCategory?: boolean;
};

/** A list of topics, in the order given. */
export function TopicList({ topics, showsCategory = false }: TopicListProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <ul className={classes.list}>
      {topics.map((topic) => (
        <li key={topic.id} className={classes.entry}>
          <div>
            <SiteLink to={`/forum/topic/${topic.id}`} className={classes.title}>
              <TopicTitle title={topic.title} />
            </SiteLink>
            <p className={classes.facts}>
              {showsCategory && (
                <SiteLink to={`/forum/${topic.category.slug}`}>
                  <bdi>{topic.category.name}</bdi>
                </SiteLink>
              )}
              <span>
                {/* The number of a former member means something within the topic alone. */}
                <AuthorName author={{ name: topic.author, pseudonym: null }} />
              </span>
              {topic.pinned && <StatusPill>{t('forum.pinned')}</StatusPill>}
              {topic.isClosed && <StatusPill>{t('forum.closed')}</StatusPill>}
              {topic.concernsPendingCase && <StatusPill>{t('forum.pending-case')}</StatusPill>}
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
