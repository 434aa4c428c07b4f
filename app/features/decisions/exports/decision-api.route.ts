import type { FileAnswer } from '~/answers/file-answer';
import { actorContext } from '~/policy/actor';
import { answerApi, apiAnswer, apiProblem, json } from './api-answer.server';
import type { Route } from './+types/decision-api.route';
import { bibtexOf, cslOf, risOf } from './citation-styles.server';
import { type CitingDecision, ecliXmlOf } from './ecli-xml.server';
import { exportOne } from './exports.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

type Format = { type: string; extension: string; write: (decision: CitingDecision) => string };

const formats: Record<string, Format> = {
  bibtex: { type: 'application/x-bibtex; charset=utf-8', extension: 'bib', write: bibtexOf },
  ris: {
    type: 'application/x-research-info-systems; charset=utf-8',
    extension: 'ris',
    write: risOf,
  },
  csl: {
    type: 'application/vnd.citationstyles.csl+json; charset=utf-8',
    extension: 'json',
    write: (decision) => JSON.stringify([cslOf(decision)]),
  },
  ecli: { type: 'application/xml; charset=utf-8', extension: 'xml', write: ecliXmlOf },
};

/** One decision as JSON, or with `?format=` as bibtex, ris, csl or ecli. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const asked = new URL(request.url).searchParams.get('format') || 'json';
  if (asked !== 'json' && !Object.hasOwn(formats, asked)) {
    return apiProblem(actor, 400, `format is one of json, ${Object.keys(formats).join(', ')}.`);
  }
  return answerApi(actor, async () => {
    const decision = await exportOne(actor, params.identifier);
    const format = formats[asked];
    if (!format) return apiAnswer(JSON.stringify(decision), { actor, request, type: json });
    const { type, extension, write } = format;
    const fileName = `${decision.identifier.replace(/[^\w.]+/g, '-')}.${extension}`;
    return apiAnswer(write(decision), { actor, request, type, fileName });
  });
}
