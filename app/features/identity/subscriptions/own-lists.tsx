import { useTranslate } from '~/i18n/translation-context';
import { type MailingList, mailingLists } from '~/lib/mailing-lists';
import { Button } from '~/ui/button';
import { CheckGroup } from '~/ui/fields/choices';
import classes from '~/ui/form.module.css';
import { Form } from '~/ui/form';

type OwnListsProps = { lists: readonly MailingList[]; status: string | null };

/** Which mails of the association one receives. */
export function OwnLists({ lists, status }: OwnListsProps) {
  const t = useTranslate();
  return (
    <Form method="post" className={`${classes.form} ${classes.panel}`}>
      <h2>{t('settings.subscription')}</h2>
      {status === 'bounced' && <p>{t('subscription.bounced')}</p>}
      {status === 'paused' && <p>{t('subscription.paused')}</p>}
      <CheckGroup
        name="list"
        label={t('subscription.lists')}
        chosen={lists}
        choices={mailingLists.map((list) => ({
          value: list,
          label: t(`list.${list}`),
          hint: t(`list.${list}.hint`),
        }))}
      />
      <div className={classes.actions}>
        <Button variant="primary" name="intent" value="subscription">
          {t('settings.save-subscription')}
        </Button>
        {status === 'paused' && (
          <Button name="intent" value="resume">
            {t('unsubscribe.resume')}
          </Button>
        )}
      </div>
    </Form>
  );
}
