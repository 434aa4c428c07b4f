import { xmlDeclaration, xmlElement } from '~/answers/xml';
import type { FileAnswer } from '~/answers/file-answer';
import { config, type Language } from '~/config/config.server';
import {
  decisionQueryFrom,
  decisionsAddress,
  paramsOf,
  usualSort,
} from '~/features/decisions/browse/decision-query';
import { languageContext } from '~/i18n/language.server';
import { translateIn } from '~/i18n/translations.server';
import { nameOfCourt } from '~/features/decisions/records/decision-names';
import { formatDate } from '~/lib/format/format-date';
import { mayProposeTo } from '~/features/decisions/query/spelling-limit.server';
import { actorContext } from '~/policy/actor';
import { requestFactsContext } from '~/policy/request-context';
import { answerApi, apiAnswer } from './api-answer.server';
import type { Route } from './+types/decision-feed.route';
import type { ExportedDecision } from './exported-decision';
import { exportList } from './exports.server';
import { association } from '~/platform/association.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** What a reader of feeds gets: the latest, which is more than anybody misses between two visits. */
const longest = 50;

const changedAt = ({ listedAt, updatedAt }: ExportedDecision): string =>
  listedAt && listedAt > updatedAt ? listedAt : updatedAt;

/** Court and day first: the dates of an entry are those of its publication here. */
function summaryOf(decision: ExportedDecision, language: Language): string {
  const { court, decidedOn, summaries, headnotes } = decision;
  const facts = `${nameOfCourt(court, language)}, ${formatDate(decidedOn, language)}`;
  return [facts, (summaries[0] ?? headnotes[0])?.text].filter(Boolean).join('\n');
}

/**
 * The decisions of a filter as Atom (RFC 4287), those first that were published or changed here last: an
 * old judgment that is added today is news to a reader of feeds.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const mayPropose = mayProposeTo(actor, context.get(requestFactsContext).clientAddress);
  const language = context.get(languageContext);
  const t = translateIn(language);
  return answerApi(actor, async () => {
    const query = decisionQueryFrom(new URL(request.url).searchParams);
    const wanted = { ...query, sort: 'newest' as const, page: 1 };
    const wish = { perPage: longest, mayPropose, order: 'changed' as const };
    const { decisions } = await exportList(actor, wanted, wish);
    const { server } = config();
    const params = paramsOf({ ...query, sort: usualSort(query.q), page: 1 }).toString();
    const self = `${server.origin}/api/decisions.atom${params ? `?${params}` : ''}`;
    const feed = xmlElement('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, [
      xmlElement('id', {}, self),
      xmlElement('title', {}, `${t('decision.title')} – ${association().shortName}`),
      xmlElement(
        'updated',
        {},
        decisions[0] ? changedAt(decisions[0]) : '2025-01-01T00:00:00.000Z',
      ),
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
          xmlElement('published', {}, decision.listedAt ?? decision.updatedAt),
          xmlElement('updated', {}, changedAt(decision)),
          xmlElement('summary', {}, summaryOf(decision, language)),
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
