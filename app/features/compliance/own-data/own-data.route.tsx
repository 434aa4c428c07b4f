import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { SettingsFrame } from '~/features/identity/settings/settings-frame';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { formatDate } from '~/lib/format/format-date';
import { Button } from '~/ui/button';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/own-data.route';
import { useHeldValue } from './held-value';
import { listOwnData, valueForReader } from './own-data.server';
import { Entries, Entry } from '~/features/compliance/retention/entries';
import { fieldText, keptText, whatText } from '~/features/compliance/retention/retention-texts';
import { Form } from '~/ui/form';

export async function loader({ context }: Route.LoaderArgs) {
  const held = await listOwnData(context.get(actorContext)).catch(throwErrorResponse);
  return {
    parts: held.map(({ row, count, until, fields, only }) => ({
      name: row.name,
      why: row.why,
      kept: row.kept,
      seenBy: row.seenBy,
      until,
      count,
      fields: fields.map((field) => ({ field, value: valueForReader(only?.[field]) })),
      secrets: row.secret,
    })),
    title: translateIn(context.get(languageContext))('settings.data'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/settings/data', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Part = Route.ComponentProps['loaderData']['parts'][number];

function HeldPart({ part }: { part: Part }) {
  const t = useTranslate();
  const valueText = useHeldValue();
  const language = useLanguage();
  const namesOf = (fields: readonly string[]) =>
    [...new Set(fields.map((field) => fieldText(t, field)))].join(', ');
  const untilText = ({ until, count }: Part) => {
    if (!until) return '';
    const date = formatDate(until, language);
    return t(count === 1 ? 'own-data.until' : 'own-data.until-latest', { date });
  };
  return (
    <Entry name={whatText(t, part.name)} count={t('own-data.records', { count: part.count })}>
      <p>
        {t(`retention.why.${part.why}`)} {keptText(t, part.kept)} {untilText(part)}{' '}
        {t('own-data.seen-by')} {t(`retention.seen-by.${part.seenBy}`)}.
      </p>
      {part.count === 1 ? (
        <dl className={classes.facts}>
          {part.fields.map(({ field, value }) => (
            <div key={field} className={classes.fact}>
              <dt>{fieldText(t, field)}</dt>
              <dd>{valueText(part.name, field, value)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>
          {t('own-data.in-export', {
            fields: namesOf(part.fields.map(({ field }) => field)),
          })}
        </p>
      )}
      {part.secrets.length > 0 && <p>{t('own-data.secret', { fields: namesOf(part.secrets) })}</p>}
    </Entry>
  );
}

/** What the site holds about the reader, from the retention table. */
export default function OwnData({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  return (
    <SettingsFrame isWide>
      <section className={classes.form} aria-labelledby="export">
        <h2 id="export">{t('own-data.export')}</h2>
        <p>{t('own-data.export-intro')}</p>
        <Form method="post" action="/settings/data/export" reloadDocument>
          <Button variant="primary">{t('own-data.export-submit')}</Button>
        </Form>
      </section>
      <section className={classes.panel} aria-labelledby="delete">
        <h2 id="delete">{t('delete.title')}</h2>
        <p>{t('delete.see-first')}</p>
        <p>
          <Link to="/settings/delete">{t('delete.preview')}</Link>
        </p>
      </section>
      <section className={classes.panel} aria-labelledby="held">
        <h2 id="held">{t('own-data.title')}</h2>
        <p>{t('own-data.intro')}</p>
        <Entries>
          {loaderData.parts
            .filter(({ count }) => count > 0)
            .map((part) => (
              <HeldPart key={part.name} part={part} />
            ))}
        </Entries>
      </section>
    </SettingsFrame>
  );
}
