import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { findDraft } from '~/features/writing/drafts/drafts.server';
import { WritingForm } from '~/features/writing/drafts/writing-form';
import { TopicTitle } from '~/features/forum/topics/topic-title';
import { TopicWords } from '~/features/forum/composing/topic-words';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import { LongTextField } from '~/ui/fields/fields';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text/rich-text';
import type { getStatement } from '~/features/forum/reviews/decisions.server';
import classes from '~/features/forum/moderation/moderation.module.css';
import { Statement } from './statement';
import { Form } from '~/ui/form';

type StatementPageContentProps = {
  statement: Awaited<ReturnType<typeof getStatement>> & { title: string };
  /** Of a member who is signed in: where the appeal is kept while it is written, and what is. */
  writing?: { place: string; draft: Awaited<ReturnType<typeof findDraft>> };
  /** The result of a rejected appeal. */
  answer?: {
    error: string | null;
    fieldErrors: Record<string, string>;
    values: Record<string, string>;
  };
  /** Where one came from. */
  children?: ReactNode;
};

/** A decision for the author of the comment, with the appeal against it. */
export function StatementPageContent(props: StatementPageContentProps) {
  const { statement, writing, answer, children } = props;
  const t = useTranslate();
  const textOf = useTextOf();
  const { comment, decisions, appeal, mayAppeal, isRevisionAsked } = statement;
  const errors: Record<string, string> = answer?.fieldErrors ?? {};
  const values: Record<string, string> = answer?.values ?? {};
  const appealText = (typed?: string) => (
    <LongTextField
      name="text"
      label={t('appeal.text')}
      hint={t('appeal.hint')}
      defaultValue={typed}
      error={errors.text && textOf(errors.text)}
      rows={6}
      maxLength={4000}
    />
  );
  return (
    <div className={`${reading.page} ${classes.narrow}`}>
      <header className={reading.head}>
        <p className={reading.kind}>{children}</p>
        <h1>{statement.title}</h1>
        {comment && (
          <p>
            <TopicTitle title={comment.topic} />
          </p>
        )}
      </header>
      {comment && (
        <section className={classes.snapshot} aria-label={t('statement.your-comment')}>
          <TopicWords words={comment.topicWords} />
          <RichTextView text={comment.body} />
        </section>
      )}
      {isRevisionAsked && comment && (
        <p>
          <Link to={`/forum/comment/${comment.id}/edit`}>{t('statement.revise')}</Link>
        </p>
      )}
      {decisions.map((decision) => (
        <Statement
          key={`${decision.kind} ${String(decision.at)}`}
          decision={decision}
          at={decision.at}
        />
      ))}
      {appeal && (
        <section className={reading.section}>
          <h2>{t('appeal.yours')}</h2>
          <p className={classes.words}>{appeal.text}</p>
          <p>{t(appeal.result ? `appeal.${appeal.result}` : 'appeal.waiting')}</p>
        </section>
      )}
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      {!mayAppeal && values.text && values.text !== appeal?.text && (
        <div className={classes.snapshot}>
          <p>{t('appeal.not-sent')}</p>
          <p className={classes.words}>{values.text}</p>
        </div>
      )}
      {statement.hasNoDecider && <p>{t('error.review.nobody-for-appeal')}</p>}
      {mayAppeal && (
        <section className={reading.section}>
          <h2>{t('appeal.title')}</h2>
          {writing ? (
            <WritingForm {...writing} written={['text']} submitLabel={t('appeal.submit')}>
              {(kept) => appealText(values.text ?? kept.text)}
            </WritingForm>
          ) : (
            <Form method="post" className={form.form} noValidate>
              {appealText(values.text)}
              <Button variant="primary">{t('appeal.submit')}</Button>
            </Form>
          )}
        </section>
      )}
    </div>
  );
}
