import {
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTableMinus,
} from '@tabler/icons-react';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { isSizeWithinLimits } from '~/rich-text/tables';
import { tableAtCaret } from './rich-text-table';
import { iconSize, type Tool } from './rich-text-toolbar';

const icon = { size: iconSize, 'aria-hidden': true } as const;

/**
 * What can be done to the table in which the caret stands.
 * @param onRefused called where the table is as large as it may be
 */
export function tableTools(onRefused: () => void): Tool[] {
  const adding =
    (what: 'rows' | 'columns', add: (chain: ChainedCommands) => ChainedCommands) =>
    (editor: Editor) => {
      const size = tableAtCaret(editor);
      if (!size) return;
      const larger = { ...size, [what]: size[what] + 1 };
      if (isSizeWithinLimits(larger.rows, larger.columns)) add(editor.chain().focus()).run();
      else onRefused();
    };
  // The last row or column goes with the table.
  const deleting = (what: 'deleteRow' | 'deleteColumn') => (editor: Editor) => {
    if (!editor.chain().focus()[what]().run()) editor.chain().focus().deleteTable().run();
  };
  return [
    {
      name: 'editor.table-row-above',
      icon: <IconRowInsertTop {...icon} />,
      run: adding('rows', (chain) => chain.addRowBefore()),
    },
    {
      name: 'editor.table-row-below',
      icon: <IconRowInsertBottom {...icon} />,
      run: adding('rows', (chain) => chain.addRowAfter()),
    },
    {
      name: 'editor.table-row-delete',
      icon: <IconRowRemove {...icon} />,
      run: deleting('deleteRow'),
    },
    {
      name: 'editor.table-column-before',
      icon: <IconColumnInsertLeft {...icon} />,
      run: adding('columns', (chain) => chain.addColumnBefore()),
    },
    {
      name: 'editor.table-column-after',
      icon: <IconColumnInsertRight {...icon} />,
      run: adding('columns', (chain) => chain.addColumnAfter()),
    },
    {
      name: 'editor.table-column-delete',
      icon: <IconColumnRemove {...icon} />,
      run: deleting('deleteColumn'),
    },
    {
      name: 'editor.table-delete',
      icon: <IconTableMinus {...icon} />,
      run: (editor) => editor.chain().focus().deleteTable().run(),
    },
  ];
}
