import { useMemo } from 'react';
import { Link } from 'react-router';
import { AuthorName } from '~/features/forum/comments/author-name';
import { statementFields } from '~/features/forum/flags/flag-schemas';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { ConfirmSelected } from '~/ui/data-table/confirm-selected';
import { LongTextField } from '~/ui/fields/fields';
import { Message } from '~/ui/message';
import type { KeepResult } from './keep-selected.server';

type Asked = {
  key: string;
  topic: string;
  position: number;
  author: { name: string | null; pseudonym: number | null };
  /** Its first words. */
  excerpt: string;
};

export type KeepingAnswer = {
  /** What is kept once that is confirmed and the reasons are written. */
  asked?: readonly Asked[];
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
  result: KeepResult;
};

/** What has become of the comments that were ticked, or which are to be kept and why. */
export function KeepingSelected({ answer }: { answer: KeepingAnswer }) {
  const t = useTranslate();
  const { kept, left, unknown } = answer.result;
  return (
    <>
      {kept > 0 && (
        <Message kind="success" text={t('keeping.kept', { count: kept })} answer={answer} />
      )}
      {left.length > 0 && (
        <Message kind="error" text={t('keeping.left', { count: left.length })} answer={answer}>
          <ul>
            {left.map(({ id, topic, position, why }) => (
              <li key={id}>
                <Link to={`/flagged-comment/${id}`}>
                  <bdi>{topic}</bdi>, #{position}
                </Link>
                {' · '}
                {t(`keeping.why.${why}`)}
              </li>
            ))}
          </ul>
        </Message>
      )}
      {unknown > 0 && (
        <Message kind="error" text={t('keeping.unknown', { count: unknown })} answer={answer} />
      )}
      {answer.asked && <ConfirmKeeping {...answer} asked={answer.asked} />}
    </>
  );
}

type ConfirmKeepingProps = Omit<KeepingAnswer, 'result'> & { asked: readonly Asked[] };

function ConfirmKeeping({ asked, fieldErrors = {}, values = {} }: ConfirmKeepingProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const rows = useMemo(
    () => asked.map(({ key, ...comment }) => ({ key, name: <Named {...comment} /> })),
    [asked],
  );
  const count = asked.length;
  const labels = {
    facts: t('statement.facts'),
    rule: t('statement.rule'),
    measureText: t('statement.measure'),
    appealRoute: t('statement.appeal-route'),
  };
  const proposals = {
    facts: t('proposal.facts-several'),
    rule: t('proposal.rule'),
    measureText: t('proposal.measure.keep'),
    appealRoute: t('proposal.nothing-to-appeal'),
  };
  return (
    <ConfirmSelected
      title={t('keeping.sure', { count })}
      text={t('keeping.text', { count })}
      rows={rows}
      back={t('keeping.nothing')}
      isHarmless
      fields={statementFields.map((name) => (
        <LongTextField
          key={name}
          name={name}
          label={labels[name]}
          rows={name === 'facts' || name === 'appealRoute' ? 3 : 2}
          defaultValue={values[name] ?? proposals[name]}
          error={fieldErrors[name] && textOf(fieldErrors[name])}
        />
      ))}
    >
      <Button variant="primary" name="intent" value="keep">
        {t('keeping.submit', { count })}
      </Button>
    </ConfirmSelected>
  );
}

function Named({ topic, position, author, excerpt }: Omit<Asked, 'key'>) {
  return (
    <>
      <strong>
        <bdi>{topic}</bdi>, #{position}
      </strong>{' '}
      (<AuthorName author={author} />
      ): <q dir="auto">{excerpt}</q>
    </>
  );
}
