import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { Form, Link } from 'react-router';
import type { Translate } from '~/i18n/translate';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { Button } from '~/ui/button';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { Message } from '~/ui/message';
import classes from '~/features/library/intranet/folder-page.module.css';
import type { TrashAnswer, TrashPageData, TrashSelection } from './trash-page.server';
import { EmptyState } from '~/ui/empty-state';
import { TrashContents } from './trash-contents';
import { trashKey } from './trash-key';
import { SelectionAnswer } from './trash-selection';

type Thing = TrashPageData['things'][number];
type TrashPageProps = {
  page: TrashPageData;
  address: string;
  answer: TrashAnswer | { selection: TrashSelection } | undefined;
};

/** What was thrown away, to be taken back or removed for good. */
export function TrashPage({ page, address, answer }: TrashPageProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { title, things, days } = page;
  const columns = columnsOf({ t, language, days });
  return (
    <div className={classes.page}>
      <p>
        <Link to={address}>{t('trash.back')}</Link>
      </p>
      <h1>{title}</h1>
      {answer && 'ok' in answer && <RestoredOne answer={answer} />}
      {answer && 'selection' in answer && <SelectionAnswer answer={answer.selection} />}
      <p>{days > 0 ? t('trash.intro', { count: days }) : t('trash.off')}</p>
      {things.length === 0 ? (
        <EmptyState>{t('trash.empty')}</EmptyState>
      ) : (
        <DataTable
          title={title}
          columns={columns}
          rows={things}
          rowKey={trashKey}
          older={null}
          bulk={{ rowName: (thing) => thing.title, actions: <SelectionButtons /> }}
        />
      )}
    </div>
  );
}

function SelectionButtons() {
  const t = useTranslate();
  return (
    <>
      <Button variant="secondary" name="intent" value="restore-selected">
        {t('trash.restore-selected')}
      </Button>
      <Button variant="secondary" name="intent" value="ask-remove">
        {t('trash.remove-selected')}
      </Button>
    </>
  );
}

type Shown = { t: Translate; language: string; days: number };

function columnsOf({ t, language, days }: Shown): Column<Thing>[] {
  const gone = {
    name: 'gone',
    heading: t('trash.gone'),
    cell: ({ goneAt }: Thing) => formatDate(goneAt, language),
  };
  return [
    {
      name: 'name',
      heading: t('intranet.name'),
      cell: ({ title, extension }) => (extension ? `${title}.${extension}` : title),
    },
    {
      name: 'inside',
      heading: t('trash.inside'),
      cell: (thing) => <TrashContents thing={thing} />,
    },
    {
      name: 'by',
      heading: t('intranet.by'),
      cell: ({ owner }) => owner ?? t('intranet.former-member'),
    },
    {
      name: 'deleted',
      heading: t('trash.deleted'),
      cell: ({ trashedAt }) => formatDate(trashedAt, language),
    },
    ...(days > 0 ? [gone] : []),
    { name: 'what', heading: t('trash.what'), cell: (thing) => <EntryActions thing={thing} /> },
  ];
}

/** What to do with one entry; whether it is to go for good is asked as it is of several. */
function EntryActions({ thing }: { thing: Thing }) {
  const t = useTranslate();
  return (
    <div className={classes.rowActions}>
      <Form method="post">
        <input type="hidden" name="id" value={thing.id} />
        <button
          type="submit"
          name="intent"
          value="restore"
          className={classes.action}
          aria-label={t('trash.restore-what', { name: thing.title })}
        >
          <IconArrowBackUp size={20} aria-hidden="true" />
          {t('trash.restore')}
        </button>
      </Form>
      {thing.isRemovable && (
        <Form method="post">
          <input type="hidden" name="selected" value={trashKey(thing)} />
          <button
            type="submit"
            name="intent"
            value="ask-remove"
            className={classes.action}
            aria-label={t('trash.remove-what', { name: thing.title })}
          >
            <IconTrash size={20} aria-hidden="true" />
            {t('trash.remove')}
          </button>
        </Form>
      )}
    </div>
  );
}

/** Where what was restored is again, or why it is not. */
function RestoredOne({ answer }: { answer: TrashAnswer }) {
  const t = useTranslate();
  const textOf = useTextOf();
  if (!answer.ok) {
    // On this page there is no field in which another name could be chosen.
    const isNameTaken = answer.code === 'error.intranet-resource.name-taken';
    const refusal = isNameTaken
      ? t('trash.selected-name-taken', { count: 1 })
      : textOf(answer.code);
    return <Message kind="error" text={refusal} answer={answer} />;
  }
  const { title: name, count, place } = answer;
  const text =
    place === null
      ? t('trash.restored-to-top', { name, count })
      : t('trash.restored', { name, count, place });
  return <Message kind="success" text={text} answer={answer} />;
}
