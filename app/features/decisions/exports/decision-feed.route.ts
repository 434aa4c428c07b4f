import { xmlDeclaration, xmlElement } from '~/answers/xml';
import type { FileAnswer } from '~/answers/file-answer';
import { config } from '~/config/config.server';
import {
  decisionQueryFrom,
  decisionsAddress,
  paramsOf,
  usualSort,
} from '~/features/decisions/browse/decision-query';
import { languageContext } from '~/i18n/language.server';
import { translateIn } from '~/i18n/translations.server';
import { mayProposeTo } from '~/features/decisions/query/spelling-limit.server';
import { actorContext } from '~/policy/actor';
import { requestFactsContext } from '~/policy/request-context';
import { answerApi, apiAnswer } from './api-answer.server';
import type { Route } from './+types/decision-feed.route';
import { exportList } from './exports.server';
import { association } from '~/platform/association.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** What a reader of feeds gets: the newest, which is more than anybody misses between two visits. */
const longest = 50;

/** The newest decisions of a filter as Atom (RFC 4287). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const mayPropose = mayProposeTo(actor, context.get(requestFactsContext).clientAddress);
  const t = translateIn(context.get(languageContext));
  return answerApi(actor, async () => {
    const query = decisionQueryFrom(new URL(request.url).searchParams);
    const wanted = { ...query, sort: 'newest' as const, page: 1 };
    const { decisions } = await exportList(actor, wanted, { perPage: longest, mayPropose });
    const { server } = config();
    const params = paramsOf({ ...query, sort: usualSort(query.q), page: 1 }).toString();
    const self = `${server.origin}/api/decisions.atom${params ? `?${params}` : ''}`;
    const updated = decisions
      .map((one) => one.updatedAt)
      .toSorted()
      .at(-1);
    const feed = xmlElement('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, [
      xmlElement('id', {}, self),
      xmlElement('title', {}, `${t('decision.title')} – ${association().shortName}`),
      xmlElement('updated', {}, updated ?? '2025-01-01T00:00:00.000Z'),
      xmlElement('author', {}, [xmlElement('name', {}, association().name)]),
      xmlElement('link', { rel: 'self', type: 'application/atom+xml', href: self }),
      xmlElement('link', {
        rel: 'alternate',
        type: 'text/html',
        href: server.origin + decisionsAddress(wanted),
      }),
      ...decisions.map((decision) =>
        xmlElement('entry', {}, [
          xmlElement('id', {}, decision.url),
          xmlElement(
            'title',
            {},
            [decision.names[0], decision.caseNumbers[0]].filter(Boolean).join(', ') ||
              decision.identifier,
          ),
          xmlElement('link', { rel: 'alternate', type: 'text/html', href: decision.url }),
          xmlElement('published', {}, `${decision.decidedOn}T00:00:00Z`),
          xmlElement('updated', {}, decision.updatedAt),
          xmlElement('summary', {}, (decision.summaries[0] ?? decision.headnotes[0])?.text ?? ''),
        ]),
      ),
    ]);
    return apiAnswer(xmlDeclaration + feed, {
      actor,
      request,
      type: 'application/atom+xml; charset=utf-8',
    });
  });
}
