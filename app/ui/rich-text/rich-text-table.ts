import { type Editor, Extension, type Extensions } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { type RefObject, useEffect } from 'react';

/** Paragraphs and lists: other blocks are too wide for a cell. */
const inCells = '(paragraph | bulletList | orderedList)+';

/** A cell spans one row and one column, and is as wide as its content needs. */
const oneCell = () => ({
  colspan: { default: 1, parseHTML: () => 1, rendered: false },
  rowspan: { default: 1, parseHTML: () => 1, rendered: false },
  colwidth: { default: null, parseHTML: () => null, rendered: false },
});

/** Keeps the headers of the columns in the first row. */
const TableOrder = Extension.create({
  name: 'tableOrder',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (transactions, _before, state) => {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          const { tr } = state;
          orderHeaders(tr);
          return tr.docChanged ? tr : null;
        },
      }),
    ];
  },
});

function orderHeaders(tr: Transaction): void {
  const { tableHeader, tableCell } = tr.doc.type.schema.nodes;
  tr.doc.forEach((table, start) => {
    if (table.type.name !== 'table') return;
    table.forEach((row, rowStart, place) => {
      const type = place === 0 ? tableHeader : tableCell;
      row.forEach((cell, cellStart) => {
        // Two steps in: into the table, and into the row.
        if (cell.type !== type) tr.setNodeMarkup(start + rowStart + cellStart + 2, type);
      });
    });
  });
}

export const tableExtensions: Extensions = [
  // The policy of the site allows no styles in the markup.
  Table.extend({ group: '', renderHTML: () => ['table', ['tbody', 0]] }),
  TableRow,
  TableHeader.extend({
    content: inCells,
    addAttributes: oneCell,
    renderHTML: () => ['th', { scope: 'col' }, 0],
  }),
  TableCell.extend({ content: inCells, addAttributes: oneCell, renderHTML: () => ['td', 0] }),
  TableOrder,
];

type Size = { rows: number; columns: number };

/** The size of the table in which the caret stands, or null. */
export function tableAtCaret({ state }: Editor): Size | null {
  const { $from } = state.selection;
  const table = $from.depth > 0 ? $from.node(1) : null;
  if (table?.type.name !== 'table') return null;
  return { rows: table.childCount, columns: table.firstChild?.childCount ?? 0 };
}

/** Inserts an empty table after the block in which the caret stands, and goes to its first cell. */
export function insertTable(editor: Editor, { rows, columns }: Size): void {
  const cell = { type: 'tableCell', content: [{ type: 'paragraph' }] };
  const row = { type: 'tableRow', content: Array.from({ length: columns }, () => cell) };
  const table = editor.schema.nodeFromJSON({
    type: 'table',
    content: Array.from({ length: rows }, () => row),
  });
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      const { $from } = tr.selection;
      const block = $from.depth > 0 ? $from.node(1) : null;
      const isEmpty = block?.type.name === 'paragraph' && block.content.size === 0;
      const [from, to] = block
        ? [isEmpty ? $from.before(1) : $from.after(1), $from.after(1)]
        : [$from.pos, $from.pos];
      tr.replaceWith(from, to, table);
      tr.setSelection(TextSelection.near(tr.doc.resolve(from + 1))).scrollIntoView();
      return true;
    })
    .run();
}

/**
 * The tab key goes from cell to cell of a table, and leaves it after the last cell, before the first,
 * or from any cell after Escape. Elsewhere it leaves the field (WCAG 2.2, 2.1.2); in lists the editor
 * would keep it to indent.
 */
export function useTabKey(box: RefObject<HTMLElement | null>, editor: Editor): void {
  useEffect(() => {
    const element = box.current;
    let isLeaving = false;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') {
        if (event.key !== 'Shift') isLeaving = event.key === 'Escape';
        return;
      }
      event.stopPropagation();
      const isInText =
        event.target instanceof HTMLElement && editor.view.dom.contains(event.target);
      if (!isInText || isLeaving || !tableAtCaret(editor)) return;
      const { goToNextCell, goToPreviousCell } = editor.commands;
      if (event.shiftKey ? goToPreviousCell() : goToNextCell()) event.preventDefault();
    };
    const onFocusOut = () => (isLeaving = false);
    element?.addEventListener('keydown', onKeyDown, { capture: true });
    element?.addEventListener('focusout', onFocusOut);
    return () => {
      element?.removeEventListener('keydown', onKeyDown, { capture: true });
      element?.removeEventListener('focusout', onFocusOut);
    };
  }, [box, editor]);
}
