import { useNavigation } from 'react-router';
import type { TextKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { Message } from '~/ui/message';
import { Form } from '~/ui/form';

export type TestMailAnswer = {
  kind: 'success' | 'error';
  text: TextKey;
  values: Record<string, string>;
};

type TestMailFormProps = { email: string; answer: TestMailAnswer | undefined };

/** Sends an e-mail to one's own address and says whether the mail server has taken it. */
export function TestMailForm({ email, answer }: TestMailFormProps) {
  const t = useTranslate();
  const isBusy = useNavigation().state === 'submitting';
  return (
    <section aria-labelledby="test-mail">
      <h2 id="test-mail">{t('outbox.test')}</h2>
      {answer && (
        <Message kind={answer.kind} text={t(answer.text, answer.values)} answer={answer} />
      )}
      <p>{t('outbox.test.intro', { email })}</p>
      <Form method="post">
        <Button isBusy={isBusy}>{t('outbox.test.submit')}</Button>
      </Form>
    </section>
  );
}
