import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './button.module.css';

/** `primary`: what the page is for, once; `danger`: takes something away. */
export type ButtonVariant = 'primary' | 'secondary' | 'danger';

/** `secondary` is the plain look of a button. */
const look = (variant: ButtonVariant) =>
  variant === 'secondary' ? classes.button : `${classes.button} ${classes[variant]}`;

type ButtonProps = {
  children: ReactNode;
  variant?: ButtonVariant;
  /** Under way. It stays usable: a form sends nothing twice, and an editor saves again. */
  isBusy?: boolean;
  disabled?: boolean;
  /** Which of several buttons of the form was pressed. */
  name?: string;
  value?: string;
  /** Instead of sending the form. */
  onClick?: () => void;
};

/** Submits its form, or runs `onClick`. */
export function Button({ variant = 'secondary', isBusy, ...button }: ButtonProps) {
  return (
    <button
      type={button.onClick ? 'button' : 'submit'}
      className={look(variant)}
      aria-busy={isBusy || undefined}
      {...button}
    />
  );
}

type ButtonLinkProps = {
  to: string;
  children: ReactNode;
  variant?: ButtonVariant;
  /** For what only the server knows, such as another site's sign-in. */
  reloadDocument?: boolean;
};

/** A link to a page where something is done, with the look of a button. */
export function ButtonLink({ variant = 'secondary', ...link }: ButtonLinkProps) {
  return <Link className={look(variant)} {...link} />;
}
