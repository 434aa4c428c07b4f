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
import type { RichText } from '~/rich-text/rich-text';
import {
  mergeUnfinishedText,
  isFormatted,
  plainFieldText,
  mergePlainText,
} from '~/rich-text/plain-text-merge';
import { useTranslate } from '~/i18n/translation-context';
import type { RichTextEditorProps, RichTextHandle } from './rich-text-editor';
import type { TakeFootnotes } from './paste-rich-text';
import { useNamedError } from '~/ui/fields/named-error';
import classes from './rich-text-editor.module.css';

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
  hasTables?: boolean;
  /** Where a summary of errors leads; made up when absent. */
  id?: string;
  hasPictures?: boolean;
  onChange?: (text: RichText) => void;
  /** Where there is a list of footnotes beside the text. */
  onFootnotes?: TakeFootnotes;
  ref?: Ref<RichTextHandle>;
};

/**
 * A field for a rich text. Where scripts do not run, or the editor cannot be loaded, it is a plain
 * text field whose paragraphs are separated by empty lines; what is left there as it was keeps its
 * formatting. What was typed there goes into the editor when it comes, also while it is being
 * loaded.
 */
export function RichTextField(props: RichTextFieldProps) {
  const {
    name,
    label,
    hint,
    defaultValue = emptyText,
    defaultText,
    hasHeadings,
    hasTables,
    hasPictures,
  } = props;
  const error = useNamedError()(props.error, label);
  const t = useTranslate();
  const id = useId();
  const fieldId = props.id ?? `${id}-field`;
  const plainField = useRef<HTMLTextAreaElement>(null);
  const startText = defaultText ?? plainFieldText(defaultValue);
  const start =
    defaultText === undefined ? defaultValue : mergePlainText(defaultValue, defaultText);
  const begin = { startText, start, base: defaultValue, onChange: props.onChange };
  const { taken, marks } = useTakeOver(plainField, begin);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  const base = taken?.text ?? defaultValue;
  const hides = isFormatted(base);
  const plain = (
    <>
      <textarea
        ref={plainField}
        id={fieldId}
        name={name}
        rows={8}
        className={classes.plain}
        defaultValue={taken ? plainFieldText(taken.text) : startText}
        onInput={(event) => props.onChange?.(mergePlainText(base, event.currentTarget.value))}
        {...marks}
        aria-describedby={
          [...described, hides && `${id}-plain`].filter(Boolean).join(' ') || undefined
        }
        aria-invalid={error ? true : undefined}
      />
      {hides && (
        <>
          <input type="hidden" name={`${name}Start`} value={JSON.stringify(base)} />
          <p id={`${id}-plain`} className={classes.withoutEditor}>
            {t('editor.plain')}
          </p>
        </>
      )}
    </>
  );
  return (
    <div className={classes.field}>
      <label htmlFor={fieldId} className={classes.label}>
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
            id={fieldId}
            name={name}
            label={label}
            describedBy={described.join(' ') || undefined}
            isInvalid={Boolean(error)}
            defaultValue={taken.text}
            caret={taken.caret}
            hasHeadings={hasHeadings}
            hasTables={hasTables}
            hasPictures={hasPictures}
            // oxlint-disable-next-line react/refs -- a function that is called at changes
            onChange={props.onChange}
            onFootnotes={props.onFootnotes}
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
  /** The text whose formatting stays where the words do. */
  base: RichText;
  onChange?: (text: RichText) => void;
};

/**
 * Puts the editor in the place of the plain field as soon as it is loaded. Someone may be typing
 * there at that very moment: reading the field, showing the editor with its words and moving the
 * caret into it are one step, between two key presses.
 */
function useTakeOver(field: RefObject<HTMLTextAreaElement | null>, begin: FieldStart) {
  const [taken, setTaken] = useState<TakenOver | null>(null);
  const isComposing = useRef(false);
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    const { startText, start, base, onChange } = begin;
    const typedBefore = field.current?.value ?? startText;
    // Typed before hydration: no change event has been raised yet.
    if (typedBefore !== startText) onChange?.(mergePlainText(base, typedBefore));
    let isGone = false;
    const takeOver = (Editor: TakenOver['Editor']) => {
      const element = field.current;
      if (isGone || !element) return;
      const { value, selectionEnd } = element;
      const text = value === startText ? start : mergeUnfinishedText(base, value);
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
