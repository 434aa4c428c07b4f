import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { Button } from '~/ui/button';
import { LongTextField } from '~/ui/fields/fields';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import { SiteLink } from '~/ui/site-link';
import type { SettledProposal } from './settled-proposal.server';

export type ShownProposal = {
  id: string;
  createdAt: Date;
  proposer: string | null;
  reason: string;
  sourceUrl: string | null;
};

/** Who proposed the decision, and why. */
export function ProposalFacts({ proposal }: { proposal: ShownProposal }) {
  const t = useTranslate();
  const language = useLanguage();
  const { proposer, createdAt, reason, sourceUrl } = proposal;
  return (
    <section className={form.panel} aria-labelledby="proposal">
      <h2 id="proposal">{t('decision-proposal.from-member')}</h2>
      <p>
        {t('decision-proposal.by', {
          name: proposer ?? '',
          when: formatInstant(createdAt, language, siteZone),
        })}
      </p>
      {reason && <p>{reason}</p>}
      {sourceUrl && (
        <p>
          <a href={sourceUrl} rel="noreferrer">
            {sourceUrl}
          </a>
        </p>
      )}
      <p>{t('decision-proposal.then')}</p>
    </section>
  );
}

/** Who has settled it and how, and that what was typed can still be copied. */
export function Settled({ settled }: { settled: SettledProposal }) {
  const t = useTranslate();
  const language = useLanguage();
  const { outcome, by, at, reason, identifier } = settled;
  const when = at ? formatInstant(at, language, siteZone) : '';
  return (
    <>
      <p>
        {t(`decision-proposal.settled.${outcome}`, {
          name: by ?? t('decision-proposal.settled.someone'),
          when,
        })}
      </p>
      {reason && <p>{t('decision-proposal.settled.reason', { reason })}</p>}
      <p>{t('decision-proposal.settled.kept')}</p>
      {identifier && (
        <p>
          <SiteLink to={decisionAddress(identifier)}>{t('decision-editor.see')}</SiteLink>
        </p>
      )}
    </>
  );
}

type DeclineProposalProps = {
  id: string;
  /** Nobody is told who declines an own one. */
  isOwn: boolean;
  /** Someone else was quicker: what is typed stays, to be copied. */
  isSettled: boolean;
  answer: { fieldErrors?: Record<string, string>; values?: Record<string, string> } | undefined;
};

export function DeclineProposal({ id, isOwn, isSettled, answer }: DeclineProposalProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const key = answer?.fieldErrors?.['reason'];
  return (
    <section className={form.panel} aria-labelledby="decline">
      <h2 id="decline">{t('decision-proposal.decline')}</h2>
      <Form method="post" className={form.form} noValidate preventScrollReset>
        <input type="hidden" name="proposal" value={id} />
        <LongTextField
          name="reason"
          label={t('field.reason')}
          hint={isOwn || isSettled ? undefined : t('decision-proposal.decline-hint')}
          defaultValue={answer?.values?.['reason']}
          error={key && textOf(key)}
          rows={3}
          maxLength={1000}
        />
        {!isSettled && (
          <Button variant="danger" name="intent" value="decline">
            {t('decision-proposal.decline-submit')}
          </Button>
        )}
      </Form>
    </section>
  );
}
