import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { isSizeWithinLimits, tableLimits } from '~/rich-text/tables';
import classes from '../rich-text-editor.module.css';
import { RichTextPanel, usePanel } from './rich-text-panel';
import { insertTable } from '../rich-text-table';

type TablePanelProps = { id: string; editor: Editor; onClose: () => void };

/** Asks how many rows and columns a new table is to have; its first row holds the headers. */
export function RichTextTablePanel({ id, editor, onClose }: TablePanelProps) {
  const t = useTranslate();
  const [size, setSize] = useState({ rows: '3', columns: '3' });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.select(), []);
  const insert = () => {
    const [rows, columns] = [Number(size.rows), Number(size.columns)];
    const isCount = [rows, columns].every((count) => Number.isInteger(count) && count > 0);
    if (!isCount || !isSizeWithinLimits(rows, columns)) return false;
    insertTable(editor, { rows, columns });
    return true;
  };
  const panel = usePanel({ editor, onClose, onSubmit: insert });
  return (
    <RichTextPanel
      id={id}
      label={t('editor.table')}
      panel={panel}
      submit={t('editor.table-insert')}
      refusal={t('editor.table-size')}
    >
      {(['rows', 'columns'] as const).map((name) => (
        <label key={name} className={classes.number}>
          {t(`editor.table-${name}`)}
          <input
            {...panel.field}
            ref={name === 'rows' ? first : undefined}
            type="number"
            min={1}
            max={tableLimits[name]}
            value={size[name]}
            onChange={(event) => setSize({ ...size, [name]: event.target.value })}
          />
        </label>
      ))}
    </RichTextPanel>
  );
}
