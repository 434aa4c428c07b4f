import type { TextKey } from '~/i18n/translate';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { FieldFrame, type FieldProps, LongTextField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import type { EditAnswer } from './edit-text.server';
import classes from './publishing.module.css';
import { Form } from '~/ui/form';

type StatePanelsProps = {
  row: { status: 'draft' | 'scheduled' | 'published' | 'archived'; version: number; title: string };
  timing: { publishAt: string; expireAt: string };
  hasPendingChanges: boolean;
  /** Whether the text, or changes to it, will become public by themselves. */
  hasSchedule: boolean;
  /** Whether the site cannot be without it. */
  isIndispensable: boolean;
  /** Whether it stands within a page that is another text: then no address says that it is gone. */
  isWithin: boolean;
  /** Whether menu or footer lead to it, and would no more. */
  leavesMenu: boolean;
  /** Whether it can be removed with all its versions. */
  isErasable: boolean;
  answer: EditAnswer | undefined;
};

type StepProps = {
  intent: string;
  version: number;
  label: TextKey;
  isWrong?: boolean;
  children?: React.ReactNode;
};

function Step({ intent, version, label, isWrong, children }: StepProps) {
  const t = useTranslate();
  return (
    <Form method="post" noValidate preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="baseVersion" value={version} />
      {children}
      <Button variant={isWrong ? 'danger' : 'secondary'}>{t(label)}</Button>
    </Form>
  );
}

/** What can become of a text besides being written: its time, its end, its withdrawal. */
export function StatePanels(props: StatePanelsProps) {
  const { row, timing, hasPendingChanges, hasSchedule, isIndispensable, answer } = props;
  const t = useTranslate();
  const { version, status, title } = row;
  const deletion = status === 'draft' ? 'content.delete' : 'content.delete-text-and-versions';
  return (
    <>
      {hasPendingChanges && (
        <section className={classes.panel} aria-labelledby="changes">
          <h2 id="changes">{t('content.changes')}</h2>
          {!hasSchedule && <p>{t('content.changes-text')}</p>}
          {hasSchedule && <p>{t('content.changes-scheduled', { when: timing.publishAt })}</p>}
          {hasSchedule && (
            <Step intent="cancel-schedule" version={version} label="content.cancel-schedule" />
          )}
          <Step intent="discard-changes" version={version} label="content.discard-changes" />
        </section>
      )}
      {hasSchedule && !hasPendingChanges && (
        <section className={classes.panel} aria-labelledby="scheduled">
          <h2 id="scheduled">{t('content.status.scheduled')}</h2>
          <p>{t('content.scheduled-text', { when: timing.publishAt })}</p>
          <Step intent="cancel-schedule" version={version} label="content.cancel-schedule" />
        </section>
      )}
      {(status !== 'archived' || timing.expireAt !== '') && !isIndispensable && (
        <Expiry version={version} expireAt={timing.expireAt} answer={answer} />
      )}
      {status === 'published' && !isIndispensable && (
        <Withdrawal version={version} {...props} title={title} />
      )}
      {props.isErasable && (
        <section className={classes.panel} aria-labelledby="delete">
          <h2 id="delete">{t(deletion)}</h2>
          <details>
            <summary>{t(deletion)}</summary>
            <p>{t('content.delete-text', { title })}</p>
            {props.leavesMenu && <p>{t('content.leaves-menu')}</p>}
            <Step intent="delete" version={version} label="content.delete-submit" isWrong />
          </details>
        </section>
      )}
    </>
  );
}

type PartProps = { version: number; answer: EditAnswer | undefined };

const errorOf = (answer: EditAnswer | undefined, intent: string, name: string) =>
  answer?.intent === intent ? answer.fieldErrors[name] : undefined;

function Expiry({ version, expireAt, answer }: PartProps & { expireAt: string }) {
  const t = useTranslate();
  const textOf = useTextOf();
  const error = errorOf(answer, 'expire', 'expireAt');
  return (
    <section className={classes.panel} aria-labelledby="expiry">
      <h2 id="expiry">{t('content.expiry')}</h2>
      <Step intent="expire" version={version} label="content.expire-submit">
        <MomentField
          name="expireAt"
          label={t('content.expire-at')}
          hint={t('content.brussels-time')}
          error={error && textOf(error)}
          defaultValue={answer?.intent === 'expire' ? answer.values.expireAt : expireAt}
        />
      </Step>
    </section>
  );
}

type WithdrawalProps = PartProps &
  Pick<StatePanelsProps, 'isWithin' | 'leavesMenu'> & { title: string };

function Withdrawal({ version, title, isWithin, leavesMenu, answer }: WithdrawalProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const error = errorOf(answer, 'withdraw', 'reason');
  return (
    <section className={classes.panel} aria-labelledby="withdraw">
      <h2 id="withdraw">{t('content.withdraw')}</h2>
      <details open={Boolean(error)}>
        <summary>{t('content.withdraw')}</summary>
        <p>{t(isWithin ? 'content.withdraw-within' : 'content.withdraw-text', { title })}</p>
        {leavesMenu && <p>{t('content.leaves-menu')}</p>}
        <Step intent="withdraw" version={version} label="content.withdraw-submit" isWrong>
          <LongTextField
            id="field-reason"
            name="reason"
            label={t(isWithin ? 'content.withdraw-reason-kept' : 'content.withdraw-reason')}
            maxLength={500}
            rows={3}
            error={error && textOf(error)}
            defaultValue={answer?.intent === 'withdraw' ? answer.values.reason : ''}
          />
        </Step>
      </details>
    </section>
  );
}

/** A wall time; `step` lets it have seconds. */
export function MomentField({ name, defaultValue, ...said }: FieldProps) {
  return (
    <FieldFrame {...said}>
      {(input) => (
        <input
          type="datetime-local"
          step={1}
          name={name}
          className={fields.box}
          defaultValue={defaultValue}
          {...input}
        />
      )}
    </FieldFrame>
  );
}
