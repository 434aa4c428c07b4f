import { Button, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
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
  type?: 'email' | 'date' | 'search';
  inputMode?: 'numeric';
  minLength?: number;
  maxLength?: number;
};

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

type LongTextFieldProps = FieldProps & { rows?: number; maxLength?: number };

/** Several lines of text. */
export function LongTextField({ hint, rows = 5, ...field }: LongTextFieldProps) {
  return (
    <Textarea
      size="md"
      description={hint}
      withAsterisk={false}
      rows={rows}
      resize="vertical"
      {...field}
    />
  );
}

type Option = { value: string; label: string };
type OptionGroup = { group: string; items: Option[] };

type SelectFieldProps = FieldProps & {
  options: readonly (Option | OptionGroup)[];
  /** For a choice that holds at once, without a form. */
  value?: string;
  onChange?: (value: string) => void;
};

/** One of many, as the browser's own list. */
export function SelectField({ hint, options, onChange, ...field }: SelectFieldProps) {
  return (
    <NativeSelect
      size="md"
      description={hint}
      withAsterisk={false}
      data={[...options]}
      onChange={onChange && ((event) => onChange(event.currentTarget.value))}
      rightSection={
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M2 4l4 4 4-4" stroke="currentColor" strokeWidth="1.75" fill="none" />
        </svg>
      }
      {...field}
    />
  );
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
