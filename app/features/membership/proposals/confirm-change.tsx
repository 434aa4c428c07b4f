import type { MemberRole } from '~/policy/actor';
import type { Change, Confirmation } from '~/features/identity/proposals/change';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import classes from '~/ui/form.module.css';

/** What is about to happen to whom, and what it takes. */
export type Question = {
  kind: 'new' | Change['kind'];
  name: string;
  email: string;
  from?: MemberRole;
  to?: MemberRole;
  confirmation: Confirmation;
};

type ConfirmChangeProps = {
  question: Question;
  /** Sent with the button, where a form has several. */
  intent?: string;
};

/** The step before rights, suspension or second factor of an account change: it names the person. */
export function ConfirmChange({ question, intent }: ConfirmChangeProps) {
  const t = useTranslate();
  const { kind, name, email, from, to, confirmation } = question;
  const words = {
    name,
    email,
    from: from ? t(`role.${from}`) : '',
    to: to ? t(`role.${to}`) : '',
  };
  return (
    <div role="alert" className={classes.panel}>
      <p>
        <strong>{t(`confirm-change.${kind}`, words)}</strong>
      </p>
      <p>{t(`confirm-change.${confirmation}`)}</p>
      {confirmation !== 'nobody' && (
        <>
          <input type="hidden" name="confirmed" value={to ?? kind} />
          <Button
            variant={kind === 'reactivate' ? 'primary' : 'danger'}
            {...(intent ? { name: 'intent', value: intent } : {})}
          >
            {t(`confirm-change.${kind}.submit`, words)}
          </Button>
        </>
      )}
    </div>
  );
}
