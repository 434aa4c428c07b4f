import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import { type TouchedDecision, TouchedDecisions } from './touched-decisions';

/** What undoing would do, to be confirmed. */
export function UndoQuestion({ touched }: { touched: readonly TouchedDecision[] }) {
  const t = useTranslate();
  const edited = touched.filter(({ isEdited }) => isEdited);
  const others = touched.filter(({ isEdited }) => !isEdited);
  const stuck = others.filter(({ lacksEarlierCourt }) => lacksEarlierCourt);
  const untouched = others.filter(({ lacksEarlierCourt }) => !lacksEarlierCourt);
  const added = untouched.filter(({ isNew }) => isNew).length;
  const changed = untouched.length - added;
  return (
    <>
      <div role="alert">
        <ul>
          {added > 0 && <li>{t('decision-import.undo-added', { count: added })}</li>}
          {changed > 0 && <li>{t('decision-import.undo-changed', { count: changed })}</li>}
          {stuck.length > 0 && (
            <li>
              {t('decision-import.undo-no-court', { count: stuck.length })}
              <TouchedDecisions decisions={stuck} />
            </li>
          )}
          {edited.length > 0 && (
            <li>
              {t('decision-import.undo-edited', { count: edited.length })}
              <TouchedDecisions decisions={edited} />
            </li>
          )}
        </ul>
      </div>
      <Form method="post" action="?" className={form.actions}>
        <Button variant="danger" name="intent" value="undo">
          {t('decision-import.undo-submit', { count: untouched.length })}
        </Button>
        <Link to=".">{t('decision-import.undo-keep')}</Link>
      </Form>
    </>
  );
}
