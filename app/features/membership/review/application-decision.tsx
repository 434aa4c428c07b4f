import type { HistoryEntry } from '~/features/identity/audit/history-table';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import type { FormRefusal } from '~/lib/forms/form';
import { formatDate } from '~/lib/format/format-date';
import { Button } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import reading from '~/ui/reading.module.css';
import { ReviewDialogs } from './application-dialogs';
import own from './application.module.css';
import { type ApplicationState, isDecidable } from '~/features/membership/application-states';
import { annualFee, needsVerifiedStatus } from '~/features/membership/member-categories';
import { Form } from '~/ui/form';

export type DecisionProps = {
  application: {
    status: ApplicationState;
    version: number;
    memberCategory: string;
    assignedTo: string | null;
    verificationMethod: string | null;
    verifiedBy: string | null;
    verifiedAt: Date | null;
    firstApprovedBy: string | null;
    firstApprovedAt: Date | null;
    decidedAt: Date | null;
    decisionReference: string | null;
    decisionReason: string | null;
    memberNumber: number | null;
    feeStatus: 'not-due' | 'requested' | 'paid' | 'waived';
    retentionUntil: Date | null;
    anonymisedAt: Date | null;
  };
  name: string;
  history: readonly HistoryEntry[];
  people: Record<string, string>;
  administrators: readonly { id: string; name: string }[];
  drafts: { question: string; approved: string; rejected: string };
  isVerified: boolean;
  mayInvite: boolean;
  nextApproval: 'approve-first' | 'approve';
  isFirstApprover: boolean;
  /** Whoever gave the first approval has lost the rights since, so that it is needed again. */
  isApprovalVoid: boolean;
  /** Of a form on the page that was not accepted; its `intent` says which. */
  refusal?: FormRefusal;
};

/** Who works on it, the verification, the decision, and membership. */
export function ApplicationDecision(props: DecisionProps) {
  const t = useTranslate();
  const { application } = props;
  const isUndecided = isDecidable(application.status);
  return (
    <>
      {isUndecided && (
        <section className={own.card} aria-labelledby="decision">
          <h2 id="decision">{t('applications.decision')}</h2>
          <ReviewDialogs {...props} />
        </section>
      )}
      <Facts {...props} />
      {isUndecided && <Assignment {...props} />}
      {isUndecided && <Verification {...props} />}
      {application.memberNumber && <Membership {...props} />}
    </>
  );
}

function Facts({ application, people }: DecisionProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { firstApprovedBy, firstApprovedAt, verifiedBy, verifiedAt } = application;
  const nameOf = (id: string | null) => (id && people[id]) || t('applications.former');
  const date = (moment: Date | null) => moment && formatDate(moment, language);
  const rows = [
    [
      'verified',
      verifiedAt &&
        [application.verificationMethod, `${nameOf(verifiedBy)}, ${date(verifiedAt)}`]
          .filter(Boolean)
          .join(' – '),
    ],
    ['first-approval', firstApprovedBy && `${nameOf(firstApprovedBy)}, ${date(firstApprovedAt)}`],
    ['decided', date(application.decidedAt)],
    ['reference', application.decisionReference],
    ['reason', application.decisionReason],
    ['kept-until', date(application.retentionUntil)],
    ['anonymised', date(application.anonymisedAt)],
  ] as const;
  const known = rows.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <section className={own.card} aria-labelledby="facts">
      <h2 id="facts">{t('applications.facts')}</h2>
      <dl className={reading.facts}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`applications.fact.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Assignment({ application, administrators }: DecisionProps) {
  const t = useTranslate();
  return (
    <section className={own.card} aria-labelledby="assignment">
      <h2 id="assignment">{t('applications.assigned')}</h2>
      <Form method="post" className={classes.form} key={application.assignedTo}>
        <input type="hidden" name="intent" value="assign" />
        <input type="hidden" name="version" value={application.version} />
        <SelectField
          name="assignedTo"
          label={t('applications.assigned-to')}
          defaultValue={application.assignedTo ?? ''}
          choices={[
            { value: '', label: t('applications.nobody') },
            ...administrators.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Button>{t('applications.assign')}</Button>
      </Form>
    </section>
  );
}

function Verification({ application, refusal }: DecisionProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  return (
    <section className={own.card} aria-labelledby="verification">
      <h2 id="verification">{t('applications.verification')}</h2>
      {!needsVerifiedStatus(application.memberCategory) && (
        <p>{t('applications.verification-not-needed')}</p>
      )}
      {/* Begun anew when verified, not whenever someone else does something: what is typed stays. */}
      <Form method="post" noValidate className={classes.form} key={application.verificationMethod}>
        <input type="hidden" name="intent" value="verify" />
        <input type="hidden" name="version" value={application.version} />
        <TextField
          name="method"
          label={t('applications.verification-method')}
          hint={t('applications.verification-hint')}
          defaultValue={refusal?.values.method ?? application.verificationMethod ?? ''}
          error={refusal?.fieldErrors.method && textOf(refusal.fieldErrors.method)}
          minLength={3}
          maxLength={300}
          required
        />
        {application.firstApprovedBy && <p>{t('applications.verify-again')}</p>}
        <Button>{t('applications.verify')}</Button>
      </Form>
    </section>
  );
}

const feeStates = ['not-due', 'requested', 'paid', 'waived'] as const;

function Membership({ application, mayInvite }: DecisionProps) {
  const t = useTranslate();
  const fee = annualFee(application.memberCategory);
  return (
    <section className={own.card} aria-labelledby="membership">
      <h2 id="membership">{t('membership.number')}</h2>
      <p>
        {application.memberNumber}
        {fee !== null && `, ${t('applications.fee', { fee })}`}
      </p>
      {application.anonymisedAt === null && (
        <Form method="post" className={classes.form} key={application.feeStatus}>
          <input type="hidden" name="intent" value="fee" />
          <input type="hidden" name="version" value={application.version} />
          <SelectField
            name="feeStatus"
            label={t('applications.fee-status')}
            defaultValue={application.feeStatus}
            choices={feeStates.map((value) => ({ value, label: t(`applications.fee.${value}`) }))}
          />
          <Button>{t('settings.save')}</Button>
        </Form>
      )}
      {mayInvite && (
        <Form method="post">
          <input type="hidden" name="intent" value="invite" />
          <input type="hidden" name="version" value={application.version} />
          <Button>{t('applications.invite-again')}</Button>
        </Form>
      )}
    </section>
  );
}
