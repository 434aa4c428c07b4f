import { useState } from 'react';
import type { findDraft } from '~/features/writing/drafts/drafts.server';
import { WritingForm } from '~/features/writing/drafts/writing-form';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { RadioField } from '~/ui/fields/choices';
import { LongTextField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import form from '~/ui/form.module.css';
import { measureNames, statementFields } from '~/features/forum/flags/flag-schemas';
import { appealRouteOf, isPossible } from './review-states';

type DecisionFormProps = {
  kind: 'first' | 'appeal';
  review: {
    id: string;
    version: number;
    isByMember: boolean;
    isAppealed: boolean;
    canSuspend: boolean;
  };
  draft: Awaited<ReturnType<typeof findDraft>>;
  /** The present state of the case, so that the writer notices changes. */
  subject: string;
  /** The reasons that were given for the flags, for the proposed text. */
  reasons: readonly string[];
  errors: Record<string, string>;
  values: Record<string, string>;
};

type StatementField = (typeof statementFields)[number];

const appealRouteTexts = {
  appeal: 'proposal.appeal-route',
  used: 'proposal.no-appeal',
  nothing: 'proposal.nothing-to-appeal',
} as const;

/**
 * The decision and its statement of reasons. A text is proposed for each part; all of it can be
 * changed before it is sent.
 */
export function DecisionForm({ draft, subject, ...props }: DecisionFormProps) {
  const t = useTranslate();
  const { kind, review, values } = props;
  const [begunWith] = useState(subject);
  return (
    <>
      <p role="status" className={fields.hint}>
        {subject !== begunWith && t('review.subject-changed')}
      </p>
      <WritingForm
        place={`review/${review.id}`}
        draft={draft}
        written={statementFields}
        submitLabel={t('review.decide')}
      >
        {(kept) => (
          <>
            <input type="hidden" name="version" value={review.version} />
            <input
              type="hidden"
              name="intent"
              value={kind === 'first' ? 'decide' : 'decide-appeal'}
            />
            <DecisionFields {...props} values={{ ...kept, ...values }} />
          </>
        )}
      </WritingForm>
    </>
  );
}

function DecisionFields({
  kind,
  review,
  reasons,
  errors,
  values,
}: Omit<DecisionFormProps, 'draft' | 'subject'>) {
  const t = useTranslate();
  const textOf = useTextOf();
  const isFirst = kind === 'first';
  const author = { isMember: review.isByMember };
  const choices = isFirst
    ? measureNames.filter(
        (measure) => isPossible(measure, author) && (measure !== 'suspend' || review.canSuspend),
      )
    : (['upheld', 'reversed'] as const);
  const name = isFirst ? 'measure' : 'result';
  const errorOf = (field: string) => errors[field] && textOf(errors[field]);
  const prefix = isFirst ? 'measure' : 'appeal-result';
  function proposalsFor(choice: string): Record<StatementField, string> {
    const measure = isFirst ? measureNames.find((each) => each === choice) : undefined;
    const route = measure && appealRouteTexts[appealRouteOf(measure, review)];
    const given = reasons.map((reason) => textOf(`flag.reason.${reason}`)).join('; ');
    return {
      facts: isFirst ? t('proposal.facts', { reasons: given }) : '',
      rule: t('proposal.rule'),
      measureText: choice && textOf(`proposal.${prefix}.${choice}`),
      appealRoute: isFirst ? (route ? t(route) : '') : t('proposal.no-appeal'),
    };
  }
  const [chosen, setChosen] = useState(values[name] ?? '');
  // What someone has written is not replaced by a proposal when another measure is chosen; a
  // proposal that was only kept is.
  const [written, setWritten] = useState<Record<string, string>>(() => {
    const proposed = proposalsFor(chosen);
    const own = statementFields.filter(
      (field) => values[field] && values[field] !== proposed[field],
    );
    return Object.fromEntries(own.map((field) => [field, chosen]));
  });
  const proposals = proposalsFor(chosen);
  const part = (field: StatementField) => ({
    name: field,
    defaultValue: (field in written && values[field]) || proposals[field],
    error: errorOf(field),
  });
  const keyOf = (field: string) => written[field] ?? chosen;
  return (
    <div
      className={form.form}
      onInput={({ target }) => {
        if (!(target instanceof HTMLTextAreaElement)) return;
        const { name: field } = target;
        setWritten((before) => (field in before ? before : { ...before, [field]: chosen }));
      }}
    >
      <RadioField
        name={name}
        label={t(isFirst ? 'review.measure' : 'review.appeal-result')}
        hint={isFirst && !review.canSuspend ? t('error.review.nobody-to-confirm') : undefined}
        defaultValue={values[name]}
        error={errorOf(name)}
        onChoose={setChosen}
        choices={choices.map((value) => ({ value, label: textOf(`${prefix}.${value}`) }))}
      />
      <LongTextField
        {...part('facts')}
        label={t('statement.facts')}
        hint={t('review.facts-hint')}
      />
      <LongTextField {...part('rule')} label={t('statement.rule')} rows={2} />
      <LongTextField
        key={`measure ${keyOf('measureText')}`}
        {...part('measureText')}
        label={t('statement.measure')}
        rows={2}
      />
      <LongTextField
        key={`route ${keyOf('appealRoute')}`}
        {...part('appealRoute')}
        label={t('statement.appeal-route')}
        rows={2}
      />
    </div>
  );
}
