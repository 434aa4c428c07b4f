import { data } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import {
  requestedVersions,
  nameVersion,
  versionForm,
} from '~/features/content/publishing/publishing.server';
import { VersionsView } from '~/features/content/versions/versions-view';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm } from '~/lib/forms/form';
import { isUuid } from '~/lib/is-uuid';
import { reloadOwnChanges } from '~/lib/forms/revalidation';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/event-versions.route';
import { noticeFields } from '~/features/events/editor/event-schemas';
import { MailNotice } from '~/features/events/participants/mail-notice';
import { eventFieldLabels } from '~/features/events/editor/event-content';
import {
  compareEventVersions,
  listEventVersions,
  restoreEventVersion,
} from './event-versions.server';

const list = '/administration/events';

const [restoreForm, nameForm] = versionForm.options;
const eventVersionForm = z.discriminatedUnion('intent', [
  restoreForm.extend({ quiet: noticeFields.quiet }),
  nameForm,
]);

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { id } = params;
  if (!isUuid(id)) throw data('error.not-found', { status: 404 });
  const { row, notified, versions } = await listEventVersions(actor, id).catch(throwErrorResponse);
  const numbers = requestedVersions(request, versions);
  return {
    back: `${list}/${id}`,
    row,
    notified,
    versions,
    current: versions[0]?.number ?? null,
    numbers,
    changes: await compareEventVersions(actor, id, numbers).catch(throwErrorResponse),
    title: translateIn(context.get(languageContext))('content.versions-of', { title: row.title }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: list, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const { id } = params;
  const input = parseForm(eventVersionForm, await request.formData());
  if (!isUuid(id) || !input.ok) throw data('error.invalid-input', { status: 400 });
  const back = `${list}/${id}/versions`;
  try {
    if (input.data.intent === 'name') {
      await nameVersion(actor, { kind: 'event', id }, input.data);
      return redirectWithNotice(back, { kind: 'success', key: 'success.content-named' });
    }
    const seen = { id, version: input.data.baseVersion };
    const count = await restoreEventVersion(actor, seen, input.data);
    return redirectWithNotice(
      `${list}/${id}`,
      count > 0
        ? { kind: 'success', key: 'event-editor.saved-consents', count }
        : { kind: 'success', key: 'success.event-restored-version' },
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    return redirectWithNotice(back, { kind: 'error', key: error.code });
  }
}

export const shouldRevalidate = reloadOwnChanges;

/** Who saved what of an event and when; what differs; back to an earlier state. */
export default function EventVersions({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { notified } = loaderData;
  return (
    <VersionsView
      {...loaderData}
      labels={eventFieldLabels}
      notice={t('event-editor.restore-text')}
      restoreFields={notified && <MailNotice notified={notified} />}
    />
  );
}
