import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { TextKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import classes from './rich-text-editor.module.css';

export type Tool = {
  name: TextKey;
  icon: ReactNode;
  run: (editor: Editor) => void;
  /** Absent for what has no state, such as clearing. */
  isOn?: (editor: Editor) => boolean;
  keys?: string;
};

export const iconSize = 20;

type ToolbarProps = {
  editor: Editor;
  /** Id of the field that the buttons act on. */
  controls: string;
  label: string;
  tools: readonly Tool[];
};

/**
 * The buttons of the editor (WAI-ARIA toolbar pattern): one stop for the tab key, arrows within,
 * each button says whether it is on.
 */
export function RichTextToolbar({ editor, controls, label, tools }: ToolbarProps) {
  const t = useTranslate();
  const [current, setCurrent] = useState(0);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map((tool) => tool.isOn?.(now) ?? null),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = {
      ArrowRight: (current + 1) % tools.length,
      ArrowLeft: (current + tools.length - 1) % tools.length,
      Home: 0,
      End: tools.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    const button = event.currentTarget.querySelectorAll('button')[next];
    button?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus in turn
    <div
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      className={classes.toolbar}
      onKeyDown={onKeyDown}
    >
      {tools.map((tool, position) => (
        <button
          key={tool.name}
          type="button"
          className={classes.tool}
          tabIndex={position === current ? 0 : -1}
          aria-label={t(tool.name)}
          title={
            tool.keys ? `${t(tool.name)} (${tool.keys.replace('Control', 'Ctrl')})` : t(tool.name)
          }
          aria-keyshortcuts={tool.keys}
          aria-pressed={on[position] ?? undefined}
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(position)}
          onClick={() => tool.run(editor)}
        >
          {tool.icon}
        </button>
      ))}
    </div>
  );
}
