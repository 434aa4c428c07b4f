import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

type FieldProps = {
  name: string;
  label: string;
  /** Said below the label, before anything is typed. */
  hint?: string;
  /** What is wrong and what to do; connected with the field for screen readers. */
  error?: string;
  defaultValue?: string;
  required?: boolean;
  autoComplete?: string;
};

type TextFieldProps = FieldProps & { type?: 'text' | 'email'; maxLength?: number };

/** One line of text. Nothing that was typed is cleared by a refusal. */
export function TextField({ hint, ...field }: TextFieldProps) {
  return <TextInput size="md" description={hint} withAsterisk={false} {...field} />;
}

type SecretFieldProps = FieldProps & { showLabel: string };

/** A password: may be pasted, and shown or hidden. */
export function SecretField({ hint, showLabel, ...field }: SecretFieldProps) {
  return (
    <PasswordInput
      size="md"
      description={hint}
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': showLabel, tabIndex: 0 }}
      aria-invalid={field.error ? true : undefined}
      {...field}
    />
  );
}

type TickFieldProps = { name: string; label: string; hint?: string; defaultChecked?: boolean };

export function TickField({ hint, ...field }: TickFieldProps) {
  return <Checkbox size="md" value="on" description={hint} {...field} />;
}

type SubmitButtonProps = { children: ReactNode; isBusy?: boolean };

/** The one button that sends the form. It stays usable while busy; the server refuses doubles. */
export function SubmitButton({ children, isBusy }: SubmitButtonProps) {
  return (
    <Button type="submit" size="md" aria-busy={isBusy || undefined}>
      {children}
    </Button>
  );
}
