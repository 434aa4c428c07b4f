import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import classes from './data-table.module.css';

type ConfirmSelectedProps = {
  /** The question, with the number. */
  title: string;
  text: string;
  /** What was ticked: the value of its row, and its name. */
  rows: readonly { key: string; name: ReactNode }[];
  /** Nobody loses anything by it. */
  isHarmless?: boolean;
  /** What has to be said with it. */
  fields?: ReactNode;
  /** The button that does it, and hidden fields beside `selected`. */
  children: ReactNode;
  /** Says that nothing is done. */
  back: string;
};

/** Asks before something is done to the rows that were ticked, and names them; takes the focus. */
export function ConfirmSelected(props: ConfirmSelectedProps) {
  const { title, text, rows, isHarmless, fields, children, back } = props;
  const { pathname, search } = useLocation();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [rows]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={`${isHarmless ? form.question : form.summary} ${form.section}`}
      aria-labelledby="confirm"
    >
      <h2 id="confirm">{title}</h2>
      <p>{text}</p>
      <ul>
        {rows.map(({ key, name }) => (
          <li key={key}>{name}</li>
        ))}
      </ul>
      <Form
        method="post"
        className={fields ? `${form.form} ${classes.writing}` : undefined}
        noValidate
      >
        {rows.map(({ key }) => (
          <input key={key} type="hidden" name="selected" value={key} />
        ))}
        {fields}
        <div className={form.actions}>
          {children}
          <Link to={pathname + search}>{back}</Link>
        </div>
      </Form>
    </section>
  );
}
