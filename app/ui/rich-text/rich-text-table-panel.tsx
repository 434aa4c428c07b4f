import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { isSizeWithinLimits, tableLimits } from '~/rich-text/tables';
import classes from './rich-text-editor.module.css';
import { insertTable } from './rich-text-table';

type TablePanelProps = { id: string; editor: Editor; onClose: () => void };

/** Asks how many rows and columns a new table is to have; its first row holds the headers. */
export function RichTextTablePanel({ id, editor, onClose }: TablePanelProps) {
  const t = useTranslate();
  const errorId = useId();
  const [size, setSize] = useState({ rows: '3', columns: '3' });
  const [isRefused, setRefused] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.select(), []);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const insert = () => {
    const [rows, columns] = [Number(size.rows), Number(size.columns)];
    const isCount = [rows, columns].every((count) => Number.isInteger(count) && count > 0);
    if (!isCount || !isSizeWithinLimits(rows, columns)) {
      setRefused(true);
      return;
    }
    onClose();
    insertTable(editor, { rows, columns });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter') return;
    // Enter would send the form around it.
    event.preventDefault();
    insert();
  };
  const numberField = (name: 'rows' | 'columns') => (
    <label className={classes.number}>
      {t(`editor.table-${name}`)}
      <input
        ref={name === 'rows' ? first : undefined}
        type="number"
        min={1}
        max={tableLimits[name]}
        value={size[name]}
        onKeyDown={onKeyDown}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? errorId : undefined}
        onChange={(event) => {
          setSize({ ...size, [name]: event.target.value });
          setRefused(false);
        }}
      />
    </label>
  );
  return (
    <div id={id} className={classes.panel} role="group" aria-label={t('editor.table')}>
      {numberField('rows')}
      {numberField('columns')}
      <button type="button" className={classes.action} onClick={insert}>
        {t('editor.table-insert')}
      </button>
      <button type="button" className={classes.action} onClick={close}>
        {t('editor.table-cancel')}
      </button>
      {isRefused && (
        <p id={errorId} role="alert" className={classes.error}>
          {t('editor.table-size')}
        </p>
      )}
    </div>
  );
}
