import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { translateIn } from '~/i18n/translations.server';
import { parseForm } from '~/lib/forms/form';
import { reloadOwnChanges } from '~/lib/forms/revalidation';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/versions.route';
import { requestedVersions, nameVersion, versionForm } from './revisions.server';
import { editPath, publicationKindOf } from '~/features/content/publishing/publication-kinds';
import { compareVersions, listVersions, restoreVersion } from './versions.server';
import { VersionsView } from './versions-view';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const kind = publicationKindOf(params.kind);
  if (!kind) throw data('error.not-found', { status: 404 });
  const place = { kind, id: params.id };
  const { row, versions, current } = await listVersions(actor, place).catch(throwErrorResponse);
  const numbers = requestedVersions(request, versions);
  return {
    back: editPath(kind, params.id),
    row,
    versions,
    current,
    numbers,
    changes: await compareVersions(actor, place, numbers).catch(throwErrorResponse),
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
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    return redirectWithNotice(back, { kind: 'error', key: error.code });
  }
}

export const shouldRevalidate = reloadOwnChanges;

export default function Versions({ loaderData }: Route.ComponentProps) {
  return <VersionsView {...loaderData} />;
}
