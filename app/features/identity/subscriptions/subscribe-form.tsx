import { Link, useNavigation } from 'react-router';
import { AppCheck } from '~/features/identity/bot-protection/app-check';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { openLists } from '~/lib/mailing-lists';
import classes from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import { CheckField, CheckGroup } from '~/ui/fields/choices';
import { TextField } from '~/ui/fields/fields';
import { Form } from '~/ui/form';

type SubscribeFormProps = {
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

/** Asks for mails of any list that is open to everybody. */
export function SubscribeForm({ fieldErrors = {}, values }: SubscribeFormProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().state === 'submitting';
  const errorOf = (name: string) => fieldErrors[name] && textOf(fieldErrors[name]);
  const chosen = values?.list?.split(',') ?? ['newsletter'];
  return (
    <Form method="post" action="/newsletter" className={classes.form} noValidate>
      <TextField
        name="email"
        type="email"
        label={t('field.email')}
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={values?.email}
        error={errorOf('email')}
      />
      <CheckGroup
        name="list"
        label={t('subscription.lists')}
        error={errorOf('list')}
        chosen={chosen}
        choices={openLists.map((list) => ({
          value: list,
          label: t(`list.${list}`),
          hint: t(`list.${list}.hint`),
        }))}
      />
      <CheckField
        name="agreed"
        label={t('subscribe.agree')}
        hint={t('subscribe.agree-hint')}
        error={errorOf('agreed')}
        defaultChecked={values?.agreed === 'on'}
      />
      <p>
        <Link to="/privacy-policy">{t('footer.privacy-policy')}</Link>
      </p>
      <AppCheck />
      <Button variant="primary" isBusy={isBusy}>
        {t('subscribe.submit')}
      </Button>
    </Form>
  );
}
