import { Link } from 'react-router';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { LongTextField } from '~/ui/fields/fields';
import classes from '~/features/forum/forum.module.css';
import { Form } from '~/ui/form';

type TopicLinksProps = {
  links: readonly { kind: 'document' | 'event'; address: string; title: string }[];
  mayLink: boolean;
  error?: string;
  typed?: string;
};

/** The documents and events that a topic is about, and the form in which its author names them. */
export function TopicLinks({ links, mayLink, error, typed }: TopicLinksProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const present = links.map(({ address }) => address).join('\n');
  return (
    <>
      {links.length > 0 && (
        <nav aria-label={t('forum.links')} className={classes.links}>
          <ul>
            {links.map(({ kind, address, title }) => (
              <li key={address}>
                {t(`forum.link.${kind}`)}{' '}
                <Link to={address}>
                  <bdi>{title}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {mayLink && (
        <details className={classes.manage} data-no-print open={error ? true : undefined}>
          <summary>{t('forum.link-change')}</summary>
          <Form method="post">
            <input type="hidden" name="intent" value="link" />
            <input type="hidden" name="shown" value={present} />
            <LongTextField
              key={present}
              name="links"
              label={t('forum.links')}
              hint={t('forum.links-hint')}
              defaultValue={typed ?? present}
              error={error && textOf(error)}
              maxLength={4000}
            />
            <Button>{t('forum.link-save')}</Button>
          </Form>
        </details>
      )}
    </>
  );
}
