import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Newsletter } from '~/features/newsletters/delivery/newsletter-starts.server';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { ConfirmSelected } from '~/ui/data-table/confirm-selected';
import { Message } from '~/ui/message';
import type { DeletionResult } from './draft-deletion.server';

type Asked = { key: string } & Pick<Newsletter, 'subject' | 'language' | 'list'>;

export type DeletionAnswer = {
  /** What is deleted once it is confirmed; absent when it has been deleted. */
  asked?: readonly Asked[];
  result: DeletionResult;
};

/** What has become of the drafts that were to be deleted, or which they are. */
export function DraftDeletion({ answer }: { answer: DeletionAnswer }) {
  const t = useTranslate();
  const { deleted, left, unknown } = answer.result;
  return (
    <>
      {deleted > 0 && (
        <Message
          kind="success"
          text={t('newsletters.drafts-deleted', { count: deleted })}
          answer={answer}
        />
      )}
      {left.length > 0 && (
        <Message
          kind="error"
          text={
            answer.asked
              ? t('newsletters.drafts-cannot', { count: left.length })
              : t('newsletters.drafts-left', { count: left.length })
          }
          answer={answer}
        >
          <ul>
            {left.map(({ id, subject, why }) => (
              <li key={id}>
                <Link to={`/administration/newsletters/${id}`}>{subject}</Link>
                {' · '}
                {t(`newsletters.drafts-left.${why}`)}
              </li>
            ))}
          </ul>
        </Message>
      )}
      {unknown > 0 && (
        <Message
          kind="error"
          text={t('newsletters.drafts-unknown', { count: unknown })}
          answer={answer}
        />
      )}
      {answer.asked && answer.asked.length > 0 && <ConfirmDeletion asked={answer.asked} />}
    </>
  );
}

function ConfirmDeletion({ asked }: { asked: readonly Asked[] }) {
  const t = useTranslate();
  const rows = useMemo(
    () =>
      asked.map(({ key, subject, language, list }) => ({
        key,
        name: (
          <>
            <strong lang={language}>{subject}</strong> ({t(`list.${list}`)})
          </>
        ),
      })),
    [asked, t],
  );
  const count = asked.length;
  return (
    <ConfirmSelected
      title={t('newsletters.delete-drafts-sure', { count })}
      text={t('newsletters.delete-drafts-text', { count })}
      rows={rows}
      back={t('newsletters.delete-drafts-back')}
    >
      <Button variant="danger" name="intent" value="delete">
        {t('newsletters.delete-drafts-submit', { count })}
      </Button>
    </ConfirmSelected>
  );
}
