import { Form } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { SiteLink } from '~/ui/site-link';
import classes from './following.module.css';
import type { PresentedNews } from './present-following.server';

type NewInFollowsProps = {
  news: PresentedNews;
  /** How many decisions and documents are listed; all when it is absent. */
  most?: number;
  from: 'settings' | 'page';
};

/** What is new in what a member follows, and what was withdrawn or deleted, until it is marked as seen. */
export function NewInFollows({ news, most, from }: NewInFollowsProps) {
  const t = useTranslate();
  const { entries, withdrawals, deletedFolders, until, isCut } = news;
  if (until === null) return <EmptyState>{t('follows.nothing-new')}</EmptyState>;
  const listed = entries.slice(0, most);
  return (
    <>
      <ul className={classes.news}>
        {withdrawals.map((identifier) => (
          <li key={identifier}>{t('follows.withdrawn', { identifier })}</li>
        ))}
        {deletedFolders.map((name, at) => (
          // Two folders may have had one name.
          <li key={`${at} ${name}`}>{t('follows.deleted-folder', { name })}</li>
        ))}
        {listed.map(({ address, name, where, date }) => (
          <li key={address}>
            <SiteLink to={address}>
              <bdi>{name}</bdi>
            </SiteLink>
            <span className={classes.meta}>
              <bdi>{where}</bdi> · {date}
            </span>
          </li>
        ))}
      </ul>
      {(isCut || listed.length < entries.length) && (
        <p className={classes.meta}>
          {isCut
            ? t('follows.many-more')
            : t('follows.more', { count: entries.length - listed.length })}
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
