import { useState } from 'react';
import { commaSeparatedIn } from '~/lib/forms/form';
import { type NamedTexts, SeveralFields } from './several-fields';

type ListFieldProps = {
  name: string;
  label: string;
  hint?: string;
  texts: NamedTexts;
  /** With commas between the values. */
  defaultValue?: string;
  /** Refusals by name: of the whole, and of a value as `tags.1`. */
  errors: Record<string, string>;
};

/** Several values, each in a field of its own; all of these have the same name. */
export function ListField(props: ListFieldProps) {
  // Of what was sent, each value is shown in a field of its own, by which refusals are counted.
  return <Values key={props.defaultValue} {...props} />;
}

function Values({ defaultValue = '', ...props }: ListFieldProps) {
  const [text, setText] = useState(() => withoutLastEmpty(commaSeparatedIn(defaultValue)));
  return <SeveralFields {...props} text={text} onChange={setText} />;
}

const withoutLastEmpty = (values: readonly string[]) =>
  values.slice(0, values.findLastIndex(Boolean) + 1).join('\n');
