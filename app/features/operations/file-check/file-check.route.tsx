import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/file-check.route';
import { checkFilesNow, findLastFileCheck } from './file-check.server';
import { Form } from '~/ui/form';

const path = '/administration/files';

export async function loader({ context }: Route.LoaderArgs) {
  const check = await findLastFileCheck(context.get(actorContext)).catch(throwErrorResponse);
  return { check, title: translateIn(context.get(languageContext))('files.title') };
}

export async function action({ context }: Route.ActionArgs) {
  await checkFilesNow(context.get(actorContext)).catch(throwErrorResponse);
  return redirectWithNotice(path, { kind: 'success', key: 'success.files-checked' });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** Whether every document has its file and every file its document, as of the last check. */
export default function Files({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { check } = loaderData;
  return (
    <div className={classes.page}>
      <h1>{t('files.title')}</h1>
      <p>{t('files.intro')}</p>
      {check ? <Found check={check} /> : <p>{t('files.never')}</p>}
      <Form method="post">
        <Button>{t('files.check')}</Button>
      </Form>
    </div>
  );
}

type Check = NonNullable<Route.ComponentProps['loaderData']['check']>;

function Found({ check }: { check: Check }) {
  const t = useTranslate();
  const language = useLanguage();
  const { withoutRow, leftUploads, withoutFile } = check;
  const when = formatInstant(check.at, language, siteZone);
  return (
    <>
      <p>{t('files.checked', { when, count: check.files })}</p>
      {withoutRow + leftUploads + withoutFile.length === 0 && <p>{t('files.sound')}</p>}
      {withoutRow + leftUploads > 0 && (
        <p>{t('files.removed', { count: withoutRow + leftUploads })}</p>
      )}
      {withoutFile.length > 0 && (
        <section className={classes.summary} aria-labelledby="missing">
          <h2 id="missing">{t('files.missing', { count: withoutFile.length })}</h2>
          <p>{t('files.missing-what')}</p>
          <ul>
            {withoutFile.map(({ id, title }) => (
              <li key={id}>
                <Link to={`/intranet/documents/${id}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
