import type { ReactNode } from 'react';
import { useTextOf } from '~/i18n/translation-context';
import { Message } from '~/ui/message';

type DialogErrorProps = { answer: { code: string }; children?: ReactNode };

/** Why the server refused, inside the dialog that asked. */
export function DialogError({ answer, children }: DialogErrorProps) {
  const textOf = useTextOf();
  return (
    <Message kind="error" text={textOf(answer.code)} answer={answer}>
      {children}
    </Message>
  );
}
