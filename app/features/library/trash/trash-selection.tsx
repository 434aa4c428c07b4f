import { useMemo } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { ConfirmSelected } from '~/ui/data-table/confirm-selected';
import { Message } from '~/ui/message';
import { TrashContents } from './trash-contents';
import type { TrashSelection } from './trash-page.server';

/** What has become of the entries that were ticked, or which are to be deleted for good. */
export function SelectionAnswer({ answer }: { answer: TrashSelection }) {
  const t = useTranslate();
  const { intent, asked, result } = answer;
  const { done, changed, refused } = result;
  const isRestored = intent === 'restore-selected';
  const names = { count: refused.length };
  return (
    <>
      {done > 0 && (
        <Message
          kind="success"
          text={t(isRestored ? 'trash.selected-restored' : 'trash.selected-removed', {
            count: done,
          })}
          answer={answer}
        />
      )}
      {changed > 0 && (
        <Message
          kind="error"
          text={t('trash.selected-changed', { count: changed })}
          answer={answer}
        />
      )}
      {refused.length > 0 && (
        <Message
          kind="error"
          text={t(isRestored ? 'trash.selected-name-taken' : 'trash.selected-not-yours', names)}
          answer={answer}
        >
          <ul>
            {refused.map((title, position) => (
              <li key={`${position} ${title}`}>{title}</li>
            ))}
          </ul>
        </Message>
      )}
      {asked && asked.length > 0 && <ConfirmRemoval asked={asked} />}
    </>
  );
}

type Asked = NonNullable<TrashSelection['asked']>;

function ConfirmRemoval({ asked }: { asked: Asked }) {
  const t = useTranslate();
  const rows = useMemo(
    () => asked.map(({ key, ...thing }) => ({ key, name: <Named {...thing} /> })),
    [asked],
  );
  const count = asked.length;
  return (
    <ConfirmSelected
      title={t('trash.remove-sure', { count })}
      text={t('trash.remove-text', { count })}
      rows={rows}
      back={t('trash.remove-nothing')}
    >
      <Button variant="danger" name="intent" value="remove-selected">
        {t('trash.remove-submit', { count })}
      </Button>
    </ConfirmSelected>
  );
}

function Named(thing: Omit<Asked[number], 'key'>) {
  return (
    <>
      <strong>{thing.title}</strong> (<TrashContents thing={thing} />)
    </>
  );
}
