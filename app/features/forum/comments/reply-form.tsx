import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { WritingForm } from '~/features/writing/drafts/writing-form';
import type { findDraft } from '~/features/writing/drafts/drafts.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { AuthorName } from './author-name';
import { queryOfPage } from './comment-pages';
import { quotationOf } from './quotations';
import classes from '~/features/forum/forum.module.css';
import { MentionField } from '~/features/forum/mentions/mention-field';
import { NotSavedNotice } from '~/features/forum/search/not-saved-notice';

type Subject = {
  id: string;
  position: number;
  words: string;
  author: { name: string | null; pseudonym: number | null };
  isQuoted: boolean;
  /** The words of it that a draft quotes. */
  passage: string;
};

type ReplyFormProps = {
  topicId: string;
  /** Absent in closed topics, where the written text can still be copied. */
  isOpen: boolean;
  /** The page of the topic on which it is answered. */
  page: number;
  formId: string;
  draft: Awaited<ReturnType<typeof findDraft>>;
  /** The comment that is answered or quoted. */
  subject: Subject | null;
  fieldErrors: Record<string, string>;
  typed?: Record<string, string>;
};

/** Where one answers in a topic. */
export function ReplyForm(props: ReplyFormProps) {
  const { topicId, isOpen, page, formId, draft, subject, fieldErrors, typed } = props;
  const t = useTranslate();
  const textOf = useTextOf();
  // Loading the page again makes new ids; the form keeps the one that it began with.
  const [id] = useState(formId);
  return (
    <section
      id="reply"
      className={classes.reply}
      aria-labelledby="reply-title"
      data-writing
      data-no-print
    >
      <h2 id="reply-title">{t('forum.your-reply')}</h2>
      {!isOpen && <NotSavedNotice />}
      <WritingForm
        place={`topic/${topicId}`}
        draft={draft}
        label={t('forum.comment')}
        hint={t('forum.comment-hint')}
        bodyError={fieldErrors.body && textOf(fieldErrors.body)}
        typed={typed?.bodyFormat ? undefined : typed?.body}
        submitLabel={isOpen ? t('forum.post') : undefined}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a function, not a component
        after={(insert) => (
          <MentionField place={{ topic: topicId }} onChoose={(name) => insert(`@${name} `)} />
        )}
      >
        {() => (
          <>
            <input type="hidden" name="intent" value="reply" />
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="replyTo" value={subject?.id ?? ''} />
            {subject && (
              <AnsweredComment
                key={`${subject.id} ${subject.passage}`}
                // Said in the address, so that a draft does not bring it back.
                without={`/forum/topic/${topicId}${queryOfPage(page)}reply=#reply`}
                subject={subject}
              />
            )}
          </>
        )}
      </WritingForm>
    </section>
  );
}

function AnsweredComment({ without, subject }: { without: string; subject: Subject }) {
  const t = useTranslate();
  const [passage, setPassage] = useState(subject.passage);
  useEffect(() => {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem('quote') ?? 'null');
      if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('text' in kept)) return;
      // oxlint-disable-next-line react/set-state-in-effect -- known in the browser only
      if (kept.id === subject.id && typeof kept.text === 'string') setPassage(kept.text);
    } catch {
      // Storage may be blocked; the whole comment is quoted then.
    }
  }, [subject.id]);
  return (
    <div className={classes.quote}>
      <p>
        {t('forum.in-reply-to', { number: subject.position })}{' '}
        <AuthorName author={subject.author} /> <Link to={without}>{t('forum.no-longer')}</Link>
      </p>
      {subject.isQuoted && (
        <>
          <p>{quotationOf(subject.words, passage)}</p>
          <input type="hidden" name="quoted" value={subject.id} />
          <input type="hidden" name="passage" value={passage.replaceAll(/\s+/g, ' ')} />
        </>
      )}
    </div>
  );
}
