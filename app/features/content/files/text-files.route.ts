import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { isUuid } from '~/lib/is-uuid';
import type { Route } from './+types/text-files.route';
import { attachFile, detachFile } from './attachments.server';
import { answerFileForm } from './file-form.server';
import { removeCover, setCover } from './pictures.server';
import { editPath, publicationKindOf } from '~/features/content/publishing/publication-kinds';

export function loader() {
  return data('error.not-found', { status: 404 });
}

/** Takes and removes the cover and the attachments of a text, then leads back to it. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const kind = publicationKindOf(params.kind);
  if (!kind || !isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const actor = context.get(actorContext);
  const { id } = params;
  const seen = (baseVersion: number) => ({ kind, id, baseVersion });
  return answerFileForm(request, editPath(kind, id), {
    setCover: (version, bytes) => setCover(actor, seen(version), bytes),
    removeCover: (version) => removeCover(actor, seen(version)),
    attach: (version, file) => attachFile(actor, seen(version), file),
    detach: (version, file) => detachFile(actor, seen(version), file),
  });
}
