import { Button, Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
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

type TextFieldProps = FieldProps & {
  type?: 'text' | 'email';
  maxLength?: number;
  inputMode?: 'numeric';
};

/** One line of text. Nothing that was typed is cleared by a refusal. */
export function TextField({ hint, ...field }: TextFieldProps) {
  return <TextInput size="md" description={hint} withAsterisk={false} {...field} />;
}

/** Several lines of text. */
export function LongTextField({ hint, ...field }: FieldProps & { maxLength?: number }) {
  return <Textarea size="md" rows={3} description={hint} withAsterisk={false} {...field} />;
}

type ChoiceFieldProps = FieldProps & {
  choices: { value: string; label: string }[];
  /** For a choice that holds at once, without a form. */
  value?: string;
  onChange?: (value: string) => void;
};

/** One of a few choices, as the browser's own list. */
export function ChoiceField({ hint, choices, onChange, ...field }: ChoiceFieldProps) {
  return (
    <NativeSelect
      size="md"
      description={hint}
      withAsterisk={false}
      data={choices}
      onChange={onChange && ((event) => onChange(event.currentTarget.value))}
      {...field}
    />
  );
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

type SubmitButtonProps = {
  children: ReactNode;
  isBusy?: boolean;
  /** `quiet`: one of several; `grave`: takes something away. */
  kind?: 'main' | 'quiet' | 'grave';
  /** Which of several buttons of the form was pressed. */
  name?: string;
  value?: string;
};

const appearance = {
  main: {},
  quiet: { variant: 'default' },
  grave: { variant: 'default', c: 'var(--wrong)' },
} as const;

/** The one button that sends the form. It stays usable while busy; the server refuses doubles. */
export function SubmitButton({ children, isBusy, kind = 'main', ...press }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      size="md"
      aria-busy={isBusy || undefined}
      {...appearance[kind]}
      {...press}
    >
      {children}
    </Button>
  );
}
