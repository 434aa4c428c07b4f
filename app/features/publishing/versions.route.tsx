import { data, Form, Link } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { AppError } from '~/errors';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatMoment, siteZone } from '~/lib/format-date';
import { parseForm } from '~/lib/form';
import { textField } from '~/lib/text-field';
import { redirectWithNotice } from '~/notices.server';
import { siteMeta } from '~/site-meta';
import form from '~/ui/form.module.css';
import { ActionButton, LineField, SelectField } from '~/ui/plain-fields';
import type { Route } from './+types/versions.route';
import { Difference } from './difference';
import { editPath, publicationKindOf } from './publication-kinds';
import { compareVersions, listVersions, nameVersion, restoreVersion } from './versions.server';

const number = z.coerce.number().int().min(1).max(1_000_000);
const versionForm = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('restore'), number, baseVersion: number }),
  z.strictObject({ intent: z.literal('name'), number, name: textField(0, 100) }),
]);

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const kind = publicationKindOf(params.kind);
  if (!kind) throw data('error.not-found', { status: 404 });
  const place = { kind, id: params.id };
  const { row, versions } = await listVersions(actor, place).catch(showErrorPage);
  const { searchParams } = new URL(request.url);
  const from = number.safeParse(searchParams.get('from'));
  const to = number.safeParse(searchParams.get('to'));
  const numbers = {
    from: from.success ? from.data : (versions[1]?.number ?? versions[0]?.number ?? 1),
    to: to.success ? to.data : (versions[0]?.number ?? 1),
  };
  return {
    ...place,
    row,
    versions,
    numbers,
    changes: await compareVersions(actor, place, numbers).catch(showErrorPage),
    title: translateIn(context.get(languageContext))('content.versions-of', { title: row.title }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/content', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const kind = publicationKindOf(params.kind);
  const input = parseForm(versionForm, await request.formData());
  if (!kind || !input.ok) throw data('error.invalid-input', { status: 400 });
  const place = { kind, id: params.id };
  const back = `${editPath(kind, params.id)}/versions`;
  try {
    if (input.data.intent === 'name') {
      await nameVersion(actor, place, input.data);
      return redirectWithNotice(back, { kind: 'success', key: 'success.content-named' });
    }
    const { baseVersion } = input.data;
    await restoreVersion(actor, { ...place, baseVersion }, input.data.number);
    const notice = { kind: 'success', key: 'success.content-restored' } as const;
    return redirectWithNotice(editPath(kind, params.id), notice);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') showErrorPage(error);
    return redirectWithNotice(back, { kind: 'error', key: error.code });
  }
}

/** Who saved what and when; what differs; back to an earlier state. */
export default function Versions({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { kind, id, row, versions, numbers, changes } = loaderData;
  const choices = versions.map((version) => ({
    value: String(version.number),
    label: `${version.number} · ${formatMoment(version.createdAt, language, siteZone)}${version.name ? ` · ${version.name}` : ''}`,
  }));
  return (
    <div className={form.wide}>
      <h1>{loaderData.title}</h1>
      <p>
        <Link to={editPath(kind, id)}>{t('content.back-to-text')}</Link>
      </p>
      <section className={form.panel} aria-labelledby="compare">
        <h2 id="compare">{t('content.compare')}</h2>
        <Form method="get" className={form.bar}>
          <SelectField
            name="from"
            label={t('content.compare-from')}
            defaultValue={String(numbers.from)}
            choices={choices}
          />
          <SelectField
            name="to"
            label={t('content.compare-to')}
            defaultValue={String(numbers.to)}
            choices={choices}
          />
          <ActionButton>{t('content.compare-submit')}</ActionButton>
        </Form>
        <div lang={row.language}>
          {changes.length === 0 ? (
            <p role="status">{t('content.no-difference')}</p>
          ) : (
            <Difference changes={changes} />
          )}
        </div>
      </section>
      <section className={form.panel} aria-labelledby="all">
        <h2 id="all">{t('content.versions')}</h2>
        <ul className={form.entries}>
          {versions.map((version) => (
            <li key={version.number}>
              <span>
                <strong>
                  {version.number}
                  {version.name && ` · ${version.name}`}
                </strong>
                <br />
                {formatMoment(version.createdAt, language, siteZone)}
                {version.writer && ` · ${version.writer}`}
                {version.isPublished && ` · ${t('content.was-published')}`}
              </span>
              <div className={form.actions}>
                <Link to={`?from=${version.number}&to=${versions[0]?.number}`}>
                  {t('content.compare-with-newest', { number: version.number })}
                </Link>
                <Form method="post">
                  <input type="hidden" name="intent" value="restore" />
                  <input type="hidden" name="number" value={version.number} />
                  <input type="hidden" name="baseVersion" value={row.version} />
                  <ActionButton>{t('content.restore', { number: version.number })}</ActionButton>
                </Form>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <NameForm choices={choices} />
    </div>
  );
}

function NameForm({ choices }: { choices: { value: string; label: string }[] }) {
  const t = useTranslate();
  return (
    <section className={form.panel} aria-labelledby="name">
      <h2 id="name">{t('content.name-version')}</h2>
      <Form method="post" className={form.bar}>
        <input type="hidden" name="intent" value="name" />
        <SelectField name="number" label={t('content.version')} choices={choices} />
        <LineField name="name" label={t('content.version-name')} maxLength={100} />
        <ActionButton>{t('content.name-submit')}</ActionButton>
      </Form>
    </section>
  );
}
