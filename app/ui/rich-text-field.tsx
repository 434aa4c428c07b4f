import {
  Component,
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { RichText } from '~/lib/rich-text';
import { plainText } from '~/lib/rich-text-words';
import { textToRichText } from '~/lib/rich-text-input';
import type { RichTextHandle } from './rich-text-editor';
import classes from './rich-text-editor.module.css';

const Editor = lazy(async () => {
  const { RichTextEditor } = await import('./rich-text-editor');
  return { default: RichTextEditor };
});

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
  const [content, setContent] = useState<RichText | null>(null);
  useEffect(() => {
    const typed = plainField.current?.value ?? '';
    setContent(typed === startText ? start : textToRichText(typed));
    // oxlint-disable-next-line react/exhaustive-deps -- once: afterwards the editor has the text
  }, []);
  const describedBy =
    [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const plain = (
    <textarea
      ref={plainField}
      id={`${id}-field`}
      name={name}
      rows={8}
      className={classes.plain}
      defaultValue={content ? asPlainField(content) : startText}
      onInput={(event) => {
        // Before the effect has run there is nothing to keep in step with.
        if (!content) return;
        const typed = textToRichText(event.currentTarget.value);
        setContent(typed);
        props.onChange?.(typed);
      }}
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
      {content ? (
        <WithoutEditor fallback={plain}>
          <Suspense fallback={plain}>
            <Editor
              ref={props.ref}
              id={`${id}-field`}
              name={name}
              label={label}
              describedBy={describedBy}
              isInvalid={Boolean(error)}
              defaultValue={content}
              hasHeadings={hasHeadings}
              onChange={props.onChange}
            />
          </Suspense>
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
