import type { FileAnswer } from '~/answers/file-answer';
import { decisionQueryFrom } from '~/features/decisions/browse/decision-query';
import { mayProposeTo } from '~/features/decisions/query/spelling-limit.server';
import { routerPathname } from '~/lib/addresses/own-path';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { requestFactsContext } from '~/policy/request-context';
import { answerApi, apiFile } from './api-answer.server';
import type { Route } from './+types/decision-export.route';
import { exportAll } from './exports.server';
import { fileFormats } from './file-formats.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** All decisions of a filter as one file, in the format that the address ends with. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const mayPropose = mayProposeTo(actor, context.get(requestFactsContext).clientAddress);
  const { pathname, searchParams } = new URL(request.url);
  const extension = routerPathname(pathname)
    .toLowerCase()
    .replace(/^[^.]*\./, '');
  return answerApi(actor, async () => {
    const format = fileFormats[extension];
    if (!format) throw new AppError('error.not-found');
    const filter = decisionQueryFrom(searchParams);
    const { madeOf, batches } = await exportAll(actor, filter, mayPropose);
    const fileName = `decisions.${extension}`;
    const answering = { actor, request, type: format.type, fileName };
    return apiFile(`${fileName} ${madeOf}`, answering, () => format.write(batches));
  });
}
