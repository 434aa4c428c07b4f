import {
  Component,
  type ComponentType,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { RichText } from '~/lib/rich-text';
import { plainText } from '~/lib/rich-text-words';
import { textBeingTyped, textToRichText } from '~/lib/rich-text-input';
import type { RichTextEditorProps, RichTextHandle } from './rich-text-editor';
import classes from './rich-text-editor.module.css';

/** Paragraphs as they are typed where there is no editor: with an empty line between them. */
function asPlainField(text: RichText): string {
  return text.content.map((block) => plainText(block)).join('\n\n');
}

const emptyText: RichText = { type: 'doc', content: [] };

type RichTextFieldProps = {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  defaultValue?: RichText;
  /** What was typed where scripts do not run, after a refusal. */
  defaultText?: string;
  hasHeadings?: boolean;
  onChange?: (text: RichText) => void;
  ref?: Ref<RichTextHandle>;
};

/**
 * A field for a rich text. Where scripts do not run, or the editor cannot be loaded, it is a plain
 * text field whose paragraphs are separated by empty lines; what was typed there goes into the
 * editor when it comes, also while it is being loaded.
 */
export function RichTextField(props: RichTextFieldProps) {
  const { name, label, hint, error, defaultValue = emptyText, defaultText, hasHeadings } = props;
  const id = useId();
  const plainField = useRef<HTMLTextAreaElement>(null);
  const startText = defaultText ?? asPlainField(defaultValue);
  const start = defaultText === undefined ? defaultValue : textToRichText(defaultText);
  const { taken, marks } = useTakeOver(plainField, { startText, start, onChange: props.onChange });
  const describedBy =
    [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const plain = (
    <textarea
      ref={plainField}
      id={`${id}-field`}
      name={name}
      rows={8}
      className={classes.plain}
      defaultValue={taken ? asPlainField(taken.text) : startText}
      onInput={(event) => props.onChange?.(textToRichText(event.currentTarget.value))}
      {...marks}
      aria-describedby={describedBy}
      aria-invalid={error ? true : undefined}
    />
  );
  return (
    <div className={classes.field}>
      <label htmlFor={`${id}-field`} className={classes.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {taken ? (
        <WithoutEditor fallback={plain}>
          <taken.Editor
            ref={props.ref}
            id={`${id}-field`}
            name={name}
            label={label}
            describedBy={describedBy}
            isInvalid={Boolean(error)}
            defaultValue={taken.text}
            caret={taken.caret}
            hasHeadings={hasHeadings}
            // oxlint-disable-next-line react/refs -- a function that is called at changes
            onChange={props.onChange}
          />
        </WithoutEditor>
      ) : (
        plain
      )}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

type TakenOver = {
  Editor: ComponentType<RichTextEditorProps>;
  text: RichText;
  /** The words before the caret, when the field had it. */
  caret: string | null;
};

type FieldStart = {
  startText: string;
  start: RichText;
  onChange?: (text: RichText) => void;
};

/**
 * Puts the editor in the place of the plain field as soon as it is loaded. Somebody may be typing
 * there at that very moment: reading the field, showing the editor with its words and moving the
 * caret into it are one step, between two key presses.
 */
function useTakeOver(field: RefObject<HTMLTextAreaElement | null>, begin: FieldStart) {
  const [taken, setTaken] = useState<TakenOver | null>(null);
  const isComposing = useRef(false);
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    const { startText, start, onChange } = begin;
    const typedBefore = field.current?.value ?? startText;
    // Typed before the page was alive: nobody has been told of it yet.
    if (typedBefore !== startText) onChange?.(textToRichText(typedBefore));
    let isGone = false;
    const takeOver = (Editor: TakenOver['Editor']) => {
      const element = field.current;
      if (isGone || !element) return;
      const { value, selectionEnd } = element;
      const text = value === startText ? start : textBeingTyped(value);
      const caret = document.activeElement === element ? value.slice(0, selectionEnd) : null;
      flushSync(() => setTaken({ Editor, text, caret }));
    };
    const load = async () => {
      const { RichTextEditor } = await import('./rich-text-editor');
      // A letter that is being composed of several keys is finished first.
      if (isComposing.current) waiting.current = () => takeOver(RichTextEditor);
      else takeOver(RichTextEditor);
    };
    // The plain field stays when the editor cannot be loaded.
    load().catch(() => undefined);
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once: afterwards the editor has the text
  }, []);
  const marks = {
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: () => {
      isComposing.current = false;
      // After the event, when the field has the letter.
      setTimeout(() => waiting.current?.());
    },
  };
  return { taken, marks };
}

type WithoutEditorProps = { fallback: ReactNode; children: ReactNode };

/** Keeps the plain field when the editor cannot be loaded. */
class WithoutEditor extends Component<WithoutEditorProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
