import { useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import classes from '~/features/events/editor/editor.module.css';
import { Button } from '~/ui/button';
import { Form } from '~/ui/form';

/** @param newId of the copy; what is sent twice is made once */
export function CopyEvent(props: { newId: string }) {
  const [id] = useState(props.newId);
  const t = useTranslate();
  return (
    <section className={classes.steps} aria-labelledby="copy">
      <h2 id="copy">{t('event-editor.copy-heading')}</h2>
      <p>{t('event-editor.copy-hint')}</p>
      <Form method="post">
        <input type="hidden" name="id" value={id} />
        <Button name="intent" value="copy">
          {t('event-editor.copy')}
        </Button>
      </Form>
    </section>
  );
}
