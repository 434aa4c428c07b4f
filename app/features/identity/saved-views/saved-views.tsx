import { Link, useLocation } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { fromBeginning } from '~/ui/data-table/table-query';
import { TextField } from '~/ui/fields/fields';
import { useNeededFields } from '~/ui/fields/use-needed-fields';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import classes from './saved-views.module.css';

type SavedView = { id: string; name: string; query: string };

/** The views of the list that the page shows, and the way to keep or delete one. */
export function SavedViews({ views }: { views: readonly SavedView[] }) {
  const t = useTranslate();
  const { pathname, search } = useLocation();
  const needed = useNeededFields();
  const shown = fromBeginning(new URLSearchParams(search));
  const place = (
    <>
      <input type="hidden" name="list" value={pathname} />
      <input type="hidden" name="query" value={shown.toString()} />
    </>
  );
  return (
    <section aria-label={t('views.title')} className={classes.views} data-no-print>
      {views.length > 0 && (
        <ul className={classes.list}>
          {views.map(({ id, name, query }) => (
            <li key={id}>
              <Link
                to={query ? `?${query}` : pathname}
                aria-current={query === shown.toString() ? 'true' : undefined}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{t(views.length > 0 ? 'views.manage' : 'views.save-this')}</summary>
        <Form method="post" action="/administration/views" className={form.bar} needed={needed}>
          {place}
          <TextField
            name="name"
            label={t('views.name')}
            required
            maxLength={60}
            error={needed.errorOf('name')}
          />
          <Button name="intent" value="save">
            {t('views.save')}
          </Button>
        </Form>
        {views.length > 0 && (
          <ul className={form.entries}>
            {views.map(({ id, name }) => (
              <li key={id}>
                <span>{name}</span>
                <Form method="post" action="/administration/views">
                  {place}
                  <input type="hidden" name="view" value={id} />
                  <Button name="intent" value="delete">
                    {t('views.delete')}
                    <span className="visually-hidden"> {name}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
      </details>
    </section>
  );
}
