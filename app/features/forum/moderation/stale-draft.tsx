import type { findDraft } from '~/features/writing/drafts/drafts.server';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import reading from '~/ui/reading.module.css';
import { statementFields } from '~/features/forum/flags/flag-schemas';
import classes from './moderation.module.css';
import { Form } from '~/ui/form';

type StaleDraftProps = { draft: Awaited<ReturnType<typeof findDraft>> };

/** Shows a statement that was being written when another administrator decided the case. */
export function StaleDraft({ draft }: StaleDraftProps) {
  const t = useTranslate();
  const texts = statementFields.map((name) => draft?.fields[name] ?? '').filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <section className={`${reading.section} ${classes.narrow}`}>
      <h2>{t('review.left-over')}</h2>
      <p>{t('review.left-over-text')}</p>
      <div className={classes.snapshot}>
        {texts.map((text, position) => (
          <p key={position} className={classes.words}>
            {text}
          </p>
        ))}
      </div>
      <Form method="post">
        <Button name="intent" value="discard">
          {t('drafts.discard')}
        </Button>
      </Form>
    </section>
  );
}
