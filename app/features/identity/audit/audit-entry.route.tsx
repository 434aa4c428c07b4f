import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/audit-entry.route';
import { AuditChanges } from './audit-changes';
import { getAuditEntry } from './audit-log.server';
import { useActionText, useTargetText } from './audit-table';

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!/^[1-9]\d{0,14}$/.test(params.seq)) throw data('error.not-found', { status: 404 });
  const entry = await getAuditEntry(context.get(actorContext), Number(params.seq)).catch(
    throwErrorResponse,
  );
  const title = translateIn(context.get(languageContext))('audit.entry', { number: entry.seq });
  return { entry, title };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/audit', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function AuditEntry({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const actionText = useActionText();
  const targetText = useTargetText();
  const { entry } = loaderData;
  const rows = [
    ['at', formatInstant(entry.at, language, siteZone)],
    ['who', `${entry.actorName ?? t(`audit.actor.${entry.actorKind}`)} (${entry.role})`],
    ['action', `${actionText(entry.action)} (${entry.action})`],
    ['target', `${targetText(entry.targetKind)} ${entry.targetId}`],
    ['about', entry.subjectId],
    ['reason', entry.reason],
    ['result', t(`audit.result.${entry.result}`)],
    ['request', entry.requestId],
    ['hash', entry.hash],
    ['previous', entry.previousHash],
  ] as const;
  return (
    <div className={classes.wide}>
      <h1>{loaderData.title}</h1>
      <dl className={reading.facts}>
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => [
            <dt key={name}>{t(`audit.${name}`)}</dt>,
            <dd key={`${name}-value`}>{value}</dd>,
          ])}
      </dl>
      {Object.keys(entry.changes).length > 0 && <AuditChanges changes={entry.changes} />}
    </div>
  );
}
