import type { FileAnswer } from '~/answers/file-answer';
import {
  decisionQueryFrom,
  decisionSorts,
  paramsOf,
} from '~/features/decisions/browse/decision-query';
import { mayProposeTo } from '~/features/decisions/query/spelling-limit.server';
import { actorContext } from '~/policy/actor';
import { requestFactsContext } from '~/policy/request-context';
import { answerApi, apiAnswer, apiProblem, json } from './api-answer.server';
import type { Route } from './+types/decision-list-api.route';
import { ecliXmlOfList } from './ecli-xml.server';
import { exportList, withCited } from './exports.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

const mostPerPage = 100;
const xml = 'application/xml; charset=utf-8';

/** A whole number within bounds; null when it is anything else. */
function wholeNumber(text: string | null, fallback: number, most: number): number | null {
  if (text === null) return fallback;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : null;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const mayPropose = mayProposeTo(actor, context.get(requestFactsContext).clientAddress);
  const { searchParams } = new URL(request.url);
  const perPage = wholeNumber(searchParams.get('per_page'), 25, mostPerPage);
  const page = wholeNumber(searchParams.get('page'), 1, 100_000);
  const sort = searchParams.get('sort');
  if (perPage === null)
    return apiProblem(actor, 400, `per_page is a number from 1 to ${mostPerPage}.`);
  if (page === null) return apiProblem(actor, 400, 'page is a number from 1 to 100000.');
  if (sort !== null && !decisionSorts.some((one) => one === sort)) {
    return apiProblem(actor, 400, `sort is one of ${decisionSorts.join(', ')}.`);
  }
  const format = searchParams.get('format') || 'json';
  const isEcli = format === 'ecli';
  if (!isEcli && format !== 'json') return apiProblem(actor, 400, 'format is json or ecli.');
  return answerApi(actor, async () => {
    const query = decisionQueryFrom(searchParams);
    const list = await exportList(actor, query, { perPage, mayPropose });
    const answer = isEcli
      ? apiAnswer(ecliXmlOfList(await withCited(actor, list.decisions)), {
          actor,
          request,
          type: xml,
        })
      : apiAnswer(JSON.stringify(list), { actor, request, type: json });
    const linkTo = (number: number, rel: string) => {
      const params = paramsOf({ ...query, page: number });
      if (perPage !== 25) params.set('per_page', String(perPage));
      if (isEcli) params.set('format', 'ecli');
      return `</api/decisions?${params}>; rel="${rel}"`;
    };
    const links = [
      ...(page > 1 ? [linkTo(Math.max(1, Math.min(page - 1, list.pages)), 'prev')] : []),
      ...(page < list.pages ? [linkTo(page + 1, 'next')] : []),
    ];
    if (links.length > 0) answer.headers.set('Link', links.join(', '));
    return answer;
  });
}
