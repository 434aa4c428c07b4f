import { useEffect, useRef, useState } from 'react';
import { Link, useActionData, useNavigation } from 'react-router';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { LongTextField } from '~/ui/fields/fields';
import classes from '~/features/forum/forum.module.css';
import { Form } from '~/ui/form';

type TopicLinksProps = {
  links: readonly { kind: 'document' | 'event'; address: string; title: string }[];
  mayLink: boolean;
  error?: string;
  /** What was sent and refused: the addresses, and those that the form was opened with. */
  refused?: { links?: string; shown?: string };
};

/** The documents and events that a topic is about, and the form in which its author names them. */
export function TopicLinks({ links, mayLink, error, refused }: TopicLinksProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const present = links.map(({ address }) => address).join('\n');
  const { opened, onSubmit } = useOpened(present);
  // What is saved now stands above the form once it is said to be another list.
  const shown = error === 'forum.links-changed' ? present : (refused?.shown ?? opened);
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
          <Form method="post" onSubmit={onSubmit}>
            <input type="hidden" name="intent" value="link" />
            <input type="hidden" name="shown" value={shown} />
            <LongTextField
              key={shown}
              name="links"
              label={t('forum.links')}
              hint={t('forum.links-hint')}
              defaultValue={refused?.links ?? opened}
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

/**
 * The list that the form was opened with. The page is read again as others write: what they save is not
 * taken for what was seen, and what is typed stays. After the form's own saving it begins anew.
 */
function useOpened(present: string) {
  const [opened, setOpened] = useState(present);
  const { state } = useNavigation();
  // A refusal, or a line that is cut; what was saved leads to the topic without an answer.
  const isAnswered = useActionData<unknown>() !== undefined;
  const wasSent = useRef(false);
  useEffect(() => {
    if (state !== 'idle' || !wasSent.current) return;
    wasSent.current = false;
    // oxlint-disable-next-line react/set-state-in-effect -- only the end of the navigation tells
    if (!isAnswered) setOpened(present);
  }, [state, present, isAnswered]);
  const onSubmit = () => {
    wasSent.current = true;
  };
  return { opened, onSubmit };
}
