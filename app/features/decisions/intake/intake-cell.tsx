import { useState } from 'react';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { FieldFrame } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import type { IntakeColumn } from './intake-columns';

type IntakeCellProps = {
  column: IntakeColumn;
  name: string;
  /** What is saved, or read from the text: it may come while others are being typed. */
  proposed: string;
  /** What somebody else has saved meanwhile. */
  saved: string | null;
  error: string | undefined;
};

/** One field of a file; what is typed stays when a proposal comes later. */
export function IntakeCell({ column, name, proposed, saved, error }: IntakeCellProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const [typed, setTyped] = useState<string | null>(null);
  const { label, kind, choices = [], list, maxLength } = column;
  const value = typed ?? proposed;
  const isOther = saved !== null && saved !== value;
  const labelOf = (one: string) => choices.find((choice) => choice.value === one)?.label ?? one;
  const hint = isOther ? t('document.saved-meanwhile', { value: labelOf(saved) }) : undefined;
  const given = {
    name,
    value,
    className: fields.box,
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
  };
  return (
    <FieldFrame label={label} hint={hint} error={error && textOf(error)}>
      {(input) =>
        kind === 'choice' ? (
          <select {...given} {...input}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        ) : (
          <input
            type={kind === 'day' ? 'date' : 'text'}
            autoComplete="off"
            {...{ list, maxLength }}
            {...given}
            {...input}
          />
        )
      }
    </FieldFrame>
  );
}
