import { Link } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/error.route';
import own from './errors.module.css';
import { errorStates } from './error-states';
import { getErrorGroup, setErrorState } from './error-tracking.server';
import { Form } from '~/ui/form';

const stateSchema = z.strictObject({ state: z.enum(errorStates) });

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await getErrorGroup(context.get(actorContext), params.id).catch(throwErrorResponse);
  return { ...found, title: translateIn(context.get(languageContext))('errors.one') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/errors', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const input = stateSchema.safeParse(Object.fromEntries(await request.formData()));
  const path = `/administration/errors/${params.id}`;
  if (!input.success)
    return redirectWithNotice(path, { kind: 'error', key: 'error.invalid-input' });
  const actor = context.get(actorContext);
  await setErrorState(actor, params.id, input.data.state).catch(throwErrorResponse);
  return redirectWithNotice(path, { kind: 'success', key: 'success.error-state' });
}

/** One error: message, place and times. */
export default function TrackedError({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { group, occurrences, pages } = loaderData;
  const when = (moment: Date) => formatInstant(moment, language, siteZone);
  return (
    <div className={classes.wide}>
      <h1>{t('errors.one')}</h1>
      <p className={own.message}>{group.message}</p>
      <dl className={classes.facts}>
        <dt>{t('errors.kind')}</dt>
        <dd>{t(`errors.kind.${group.kind}`)}</dd>
        <dt>{t('errors.state')}</dt>
        <dd>{t(`errors.state.${group.state}`)}</dd>
        <dt>{t('errors.times')}</dt>
        <dd>{group.count}</dd>
        <dt>{t('errors.first-seen')}</dt>
        <dd>{when(group.firstSeenAt)}</dd>
        <dt>{t('errors.last-seen')}</dt>
        <dd>{when(group.lastSeenAt)}</dd>
        <dt>{t('errors.pages')}</dt>
        <dd>{pages.map(({ url, number }) => `${url} (${number})`).join(', ') || '–'}</dd>
      </dl>
      <Form method="post" className={classes.actions}>
        {errorStates
          .filter((state) => state !== group.state)
          .map((state) => (
            <Button key={state} name="state" value={state}>
              {t(`errors.set.${state}`)}
            </Button>
          ))}
      </Form>
      <section className={classes.section} aria-labelledby="occurrences">
        <h2 id="occurrences">{t('errors.occurrences')}</h2>
        <Occurrences rows={occurrences} />
      </section>
    </div>
  );
}

function Occurrences({ rows }: { rows: Route.ComponentProps['loaderData']['occurrences'] }) {
  const t = useTranslate();
  const language = useLanguage();
  const stack = rows.find(({ stackTrace }) => stackTrace)?.stackTrace;
  return (
    <>
      {stack && (
        <TableScroll label={t('errors.stack')}>
          <pre className={own.stack}>{stack}</pre>
        </TableScroll>
      )}
      <TableScroll label={t('errors.occurrences')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('errors.when')}</th>
              <th scope="col">{t('errors.page')}</th>
              <th scope="col">{t('errors.version')}</th>
              <th scope="col">{t('errors.user')}</th>
              <th scope="col">{t('errors.browser')}</th>
              <th scope="col">{t('errors.request')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>{formatInstant(row.createdAt, language, siteZone)}</td>
                <td>{row.url}</td>
                <td>{row.version ?? '–'}</td>
                <td>
                  <UserCell user={row.user} />
                </td>
                <td>{row.userAgent ?? '–'}</td>
                <td>{row.requestId ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </>
  );
}

function UserCell({ user }: { user: string }) {
  const t = useTranslate();
  if (user === 'anonymous' || user === 'unauthenticated') return t(`errors.user.${user}`);
  return <Link to={`/user/${user}`}>{t('errors.user.reference')}</Link>;
}
