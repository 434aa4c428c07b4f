import { useTranslate } from '~/i18n/translation-context';
import type { MailingList } from '~/lib/mailing-lists';
import classes from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import { CheckGroup } from '~/ui/fields/choices';
import type { SubscriptionView } from './unsubscribing.server';
import { Form } from '~/ui/form';

type SubscriptionChoicesProps = {
  view: SubscriptionView;
  /** The list that the mail came by. */
  list: MailingList | null;
  /** What is wrong with the boxes that were sent. */
  error?: string;
};

/** What someone who came by the link of a mail can do. */
export function SubscriptionChoices({ view, list, error }: SubscriptionChoicesProps) {
  const t = useTranslate();
  const { email, lists, status, undo } = view;
  return (
    <>
      {lists.length === 0 && <p>{t('unsubscribe.nothing', { email })}</p>}
      {lists.length > 0 && (
        <Form method="post" className={classes.form} key={lists.join(' ')}>
          <p>{t('unsubscribe.address', { email })}</p>
          {status === 'paused' && <p>{t('subscription.paused')}</p>}
          {status === 'bounced' && <p>{t('subscription.bounced')}</p>}
          <CheckGroup
            name="list"
            label={t('unsubscribe.lists')}
            // After a refusal none, as they were sent.
            chosen={error ? [] : list ? [list] : lists}
            error={error}
            choices={lists.map((name) => ({ value: name, label: t(`list.${name}`) }))}
          />
          <div className={classes.actions}>
            <Button variant="primary" name="intent" value="leave">
              {t('unsubscribe.leave')}
            </Button>
            <Button name="intent" value="leave-all">
              {t('unsubscribe.all')}
            </Button>
          </div>
          {status === 'active' && (
            <Button name="intent" value="pause">
              {t('unsubscribe.pause')}
            </Button>
          )}
          {status === 'paused' && (
            <Button name="intent" value="resume">
              {t('unsubscribe.resume')}
            </Button>
          )}
        </Form>
      )}
      {undo.length > 0 && (
        <Form method="post" className={classes.form}>
          <p>
            {t('unsubscribe.left', { lists: undo.map((name) => t(`list.${name}`)).join(', ') })}
          </p>
          <Button name="intent" value="undo">
            {t('unsubscribe.undo')}
          </Button>
        </Form>
      )}
    </>
  );
}
