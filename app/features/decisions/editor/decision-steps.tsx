import { retentionPeriods } from '~/lib/time/retention-periods';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DecisionState } from '~/features/decisions/records/decision-kinds';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { LongTextField, TextField } from '~/ui/fields/fields';
import { Form } from '~/ui/form';
import classes from './editor.module.css';

/** What merging would move, to be confirmed. */
export type MergeQuestion = {
  into: { id: string; identifier: string };
  cites: number;
  citedBy: number;
  documents: number;
  /** Those of the record that is given up, in languages in which the other has one. */
  summaries: number;
};

type StepAnswer = {
  intent?: string;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
  question?: MergeQuestion;
};

type DecisionStepsProps = {
  record: { version: number; state: DecisionState; identifier: string };
  /** What the decision is called. */
  name: string;
  answer: StepAnswer | undefined;
};

/** The step in the form of a decision: what was typed is published with it. */
export function Publishing() {
  const t = useTranslate();
  return (
    <Panel id="check" title={t('decision-editor.check')}>
      <p>{t('decision-editor.check-text')}</p>
      <StepButton intent="check" label={t('decision-editor.check-submit')} />
    </Panel>
  );
}

/** What can become of a decision besides, in forms of their own. */
export function DecisionSteps({ record, name, answer }: DecisionStepsProps) {
  const t = useTranslate();
  if (record.state !== 'withdrawn') {
    return (
      <>
        <Withdrawal record={record} name={name} answer={answer} />
        <Merging record={record} answer={answer} />
      </>
    );
  }
  return (
    <Panel id="restore" title={t('decision-editor.restore')}>
      <p>{t('decision-editor.restore-text')}</p>
      <Step intent="restore" version={record.version} label={t('decision-editor.restore-submit')} />
    </Panel>
  );
}

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

type StepButtonProps = { intent: string; label: string; isWrong?: boolean };

function StepButton({ intent, label, isWrong }: StepButtonProps) {
  return (
    <Button variant={isWrong ? 'danger' : 'secondary'} name="intent" value={intent}>
      {label}
    </Button>
  );
}

type StepProps = StepButtonProps & { version: number; children?: ReactNode };

function Step({ version, children, ...button }: StepProps) {
  return (
    <Form method="post" noValidate preventScrollReset>
      <input type="hidden" name="version" value={version} />
      {children}
      <StepButton {...button} />
    </Form>
  );
}

function useErrorOf(answer: StepAnswer | undefined, intent: string) {
  const textOf = useTextOf();
  return (name: string) => {
    const key = answer?.intent === intent ? answer.fieldErrors?.[name] : undefined;
    return key && textOf(key);
  };
}

function Withdrawal({ record, name, answer }: DecisionStepsProps) {
  const t = useTranslate();
  const errorOf = useErrorOf(answer, 'withdraw');
  const label = t('decision-editor.withdraw', { name });
  return (
    <Panel id="withdraw" title={label}>
      <p>{t('decision-editor.withdraw-text', { days: retentionPeriods.withdrawnDecision })}</p>
      <Step intent="withdraw" version={record.version} label={label} isWrong>
        <LongTextField
          name="reason"
          label={t('field.reason')}
          hint={t('decision-editor.reason-hint')}
          defaultValue={answer?.values?.['reason'] ?? ''}
          error={errorOf('reason')}
          rows={2}
          maxLength={500}
        />
      </Step>
    </Panel>
  );
}

function Merging({ record, answer }: Omit<DecisionStepsProps, 'name'>) {
  const t = useTranslate();
  const errorOf = useErrorOf(answer, 'merge');
  const question = answer?.intent === 'merge' ? answer.question : undefined;
  const typed = answer?.intent === 'merge' ? answer.values?.['into'] : '';
  if (question)
    return (
      <Panel id="merge" title={t('decision-editor.merge')}>
        <p role="alert">
          {t('decision-editor.merge-question', {
            identifier: record.identifier,
            into: question.into.identifier,
          })}
        </p>
        <ul>
          <li>{t('decision.cites', { count: question.cites })}</li>
          <li>{t('decision.cited-by', { count: question.citedBy })}</li>
          <li>{t('decision-editor.merge-documents', { count: question.documents })}</li>
          {question.summaries > 0 && (
            <li>{t('decision-editor.merge-summaries', { count: question.summaries })}</li>
          )}
        </ul>
        <Step
          intent="merge"
          version={record.version}
          label={t('decision-editor.merge-submit')}
          isWrong
        >
          <input type="hidden" name="into" value={question.into.identifier} />
          <input type="hidden" name="confirmed" value={question.into.id} />
        </Step>
        <p>
          <Link to=".">{t('decision-editor.merge-other')}</Link>
        </p>
      </Panel>
    );
  return (
    <Panel id="merge" title={t('decision-editor.merge')}>
      <p>{t('decision-editor.merge-text')}</p>
      <Step intent="merge" version={record.version} label={t('decision-editor.merge-next')}>
        <TextField
          name="into"
          label={t('decision-editor.merge-into')}
          hint={t('decision-editor.merge-into-hint')}
          defaultValue={typed}
          error={errorOf('into')}
          maxLength={80}
        />
      </Step>
    </Panel>
  );
}
