import { Form } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { SiteLink } from '~/ui/site-link';
import classes from './following.module.css';
import type { PresentedNews } from './present-news.server';

type NewInFollowsProps = {
  news: PresentedNews;
  /** How many decisions are listed; all when it is absent. */
  most?: number;
  from: 'settings' | 'page';
};

/** The new decisions of what a member follows, and what was withdrawn, until they are marked as seen. */
export function NewInFollows({ news, most, from }: NewInFollowsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { decisions, withdrawals, until, isCut } = news;
  if (until === null) return <EmptyState>{t('follows.nothing-new')}</EmptyState>;
  const listed = decisions.slice(0, most);
  return (
    <>
      <ul className={classes.news}>
        {withdrawals.map((identifier) => (
          <li key={identifier}>{t('follows.withdrawn', { identifier })}</li>
        ))}
        {listed.map(({ address, name, court, decidedOn }) => (
          <li key={address}>
            <SiteLink to={address}>
              <bdi>{name}</bdi>
            </SiteLink>
            <span className={classes.meta}>
              {court} · {formatDate(decidedOn, language)}
            </span>
          </li>
        ))}
      </ul>
      {(isCut || listed.length < decisions.length) && (
        <p className={classes.meta}>
          {isCut
            ? t('follows.many-more')
            : t('follows.more', { count: decisions.length - listed.length })}
        </p>
      )}
      <Form method="post" action="/settings/following" className={classes.seen}>
        <input type="hidden" name="intent" value="seen" />
        <input type="hidden" name="until" value={until} />
        <input type="hidden" name="from" value={from} />
        <Button>{t('follows.mark-seen')}</Button>
      </Form>
    </>
  );
}
