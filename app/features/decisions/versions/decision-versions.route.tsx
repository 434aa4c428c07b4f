import { Link } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import classes from '~/features/decisions/editor/editor.module.css';
import { listDecisionVersions } from '~/features/decisions/editor/editor.server';
import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { actorContext } from '~/policy/actor';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import type { Route } from './+types/decision-versions.route';
import { differencesOf } from './decision-differences';
import { Differences } from './differences';
import { readerOf } from './saved-meanwhile.server';

const list = '/administration/decisions';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { record, versions } = await listDecisionVersions(actor, params.id).catch(
    throwErrorResponse,
  );
  const language = context.get(languageContext);
  const t = translateIn(language);
  const reader = await readerOf(actor, language, record.into);
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
          <Differences
            label={t('decision-editor.version-number', { number })}
            before={t('decision-editor.before')}
            after={t('decision-editor.after')}
            differences={differences}
          />
        </section>
      ))}
      <p>
        <Link to={`${list}/${id}`}>{t('decision-editor.back-to-decision')}</Link>
      </p>
    </div>
  );
}
