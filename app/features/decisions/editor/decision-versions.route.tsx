import { Link } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import { listCourts } from '~/features/decisions/courts/courts.server';
import { nameOfCourt, nameOfDecision } from '~/features/decisions/records/decision-names';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { actorContext } from '~/policy/actor';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/decision-versions.route';
import { differencesOf } from './decision-differences';
import { listDecisionVersions } from './editor.server';
import classes from './editor.module.css';

const list = '/administration/decisions';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { record, versions } = await listDecisionVersions(actor, params.id).catch(
    throwErrorResponse,
  );
  const language = context.get(languageContext);
  const t = translateIn(language);
  const courts = new Map((await listCourts(actor)).map((court) => [court.code, court]));
  const reader = {
    t,
    language,
    courtName: (code: string) => {
      const court = courts.get(code);
      return court ? nameOfCourt(court, language) : code;
    },
    identifierOf: (id: string) => (record.into?.id === id ? record.into.identifier : ''),
  };
  return {
    id: record.id,
    changes: versions.map(({ number, at, writer, content }, position) => ({
      number: number + 1,
      at,
      writer,
      differences: differencesOf(content, versions[position - 1]?.content ?? record, reader),
    })),
    title: t('decision-editor.versions-of', { name: nameOfDecision(record) }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData
    ? siteMeta(matches, { title: loaderData.title, path: list, noIndex: true })
    : [];
}

/** What was changed in a decision, when and by whom. */
export default function DecisionVersions({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { id, changes, title } = loaderData;
  return (
    <div className={form.wide}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {changes.length === 0 && <p>{t('decision-editor.no-versions')}</p>}
      {changes.map(({ number, at, writer, differences }) => (
        <section key={number} className={classes.panel} aria-labelledby={`version-${number}`}>
          <h2 id={`version-${number}`}>{t('decision-editor.version-number', { number })}</h2>
          <p className={classes.state}>
            {[formatInstant(at, language, siteZone), writer].filter(Boolean).join(' · ')}
          </p>
          <TableScroll label={t('decision-editor.version-number', { number })}>
            <table className={`${form.table} ${form.stacked}`}>
              <thead>
                <tr>
                  <th scope="col">{t('decision-editor.field')}</th>
                  <th scope="col">{t('decision-editor.before')}</th>
                  <th scope="col">{t('decision-editor.after')}</th>
                </tr>
              </thead>
              <tbody>
                {differences.map(({ label, before, after }) => (
                  <tr key={label}>
                    <td>{t(label)}</td>
                    <td data-label={t('decision-editor.before')}>{before || '–'}</td>
                    <td data-label={t('decision-editor.after')}>{after || '–'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        </section>
      ))}
      <p>
        <Link to={`${list}/${id}`}>{t('decision-editor.back-to-decision')}</Link>
      </p>
    </div>
  );
}
