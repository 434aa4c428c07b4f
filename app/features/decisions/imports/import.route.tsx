import { data, Link } from 'react-router';
import { z } from 'zod';
import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectWithNotice } from '~/answers/notices.server';
import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { pageNumber } from '~/ui/page-number';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { parseForm } from '~/lib/forms/form';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { textField } from '~/lib/forms/text-field';
import { actorContext } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import { siteMeta } from '~/site/site-meta';
import { ButtonLink } from '~/ui/button';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { Route } from './+types/import.route';
import { useStickyActionData } from '~/ui/sticky-action-data';
import { ImportPreview, type Preview } from './import-preview';
import { importsPath, writerOfImport } from './import-report';
import { discardImport, foreseeImport, getImport, reportOf, runImport } from './imports.server';
import type { ImportPlan } from './plan-import.server';
import { TouchedDecisions } from './touched-decisions';
import { UndoQuestion } from './undo-question';
import { undoImport } from './undo-import.server';

/** How many rows and mistakes a page shows. */
const perPage = 100;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const t = translateIn(context.get(languageContext));
  const { searchParams } = new URL(request.url);
  const page = pageNumber(searchParams, 100_000);
  const found = await getImport(actor, params.id).catch(throwErrorResponse);
  const plan = found.importedAt ? null : await foreseeImport(actor, params.id);
  const isUndoing = searchParams.has('undo') && found.importedAt !== null && !found.undoneAt;
  const file = found.fileName;
  return {
    found,
    isUndoing,
    preview: plan && previewOf(plan, page),
    title: isUndoing
      ? t('decision-import.undo-question', { file })
      : t(plan ? 'decision-import.preview' : 'decision-import.of', { file }),
  };
}

function previewOf(plan: ImportPlan, asked: number): Preview {
  const { errors, ...counts } = reportOf(plan);
  const pages = Math.max(1, Math.ceil(plan.rows.length / perPage));
  const page = Math.min(asked, pages);
  const rows = plan.rows.slice((page - 1) * perPage, page * perPage);
  return {
    ...counts,
    digest: plan.digest,
    errorCount: errors.length,
    errors: errors.slice(0, perPage),
    page,
    pages,
    rows: rows.map(({ number, columns, before, changes }) => ({
      number,
      changes,
      identifier: columns.identifier,
      name: nameOfDecision(columns),
      isNew: before === null,
    })),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: importsPath, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

const stepSchema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('run'), digest: textField(1, 80) }),
  z.strictObject({ intent: z.enum(['discard', 'undo']) }),
]);

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const input = parseForm(stepSchema, await request.formData());
  const { id } = params;
  try {
    if (!input.ok) throw new AppError('error.invalid-input');
    const step = input.data;
    if (step.intent === 'run') await runImport(actor, id, step.digest);
    else await (step.intent === 'undo' ? undoImport : discardImport)(actor, id);
    const key = `success.decision-import-${step.intent}`;
    const to = step.intent === 'discard' ? importsPath : `${importsPath}/${id}`;
    return redirectWithNotice(to, { kind: 'success', key });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    return data<{ error: ErrorCode }>({ error: error.code }, { status: error.status });
  }
}

export const shouldRevalidate = reloadOwnChangesAndConflicts;

/** What a file would do, or what it did; and the question before that is undone. */
export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { found, preview, isUndoing, title } = loaderData;
  const answer = useStickyActionData(actionData);
  return (
    <div className={form.wide}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {answer && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      {preview && <ImportPreview preview={preview} />}
      {isUndoing && <UndoQuestion touched={found.touched} />}
      {!preview && !isUndoing && <PastImport found={found} />}
      <p data-no-print>
        <Link to={importsPath}>{t('decision-import.back')}</Link>
      </p>
    </div>
  );
}

function PastImport({ found }: Pick<Route.ComponentProps['loaderData'], 'found'>) {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const moment = (at: Date) => formatInstant(at, language, siteZone);
  const { importedAt, undoneAt, added, changed, touched } = found;
  if (!importedAt) return null;
  return (
    <>
      <dl className={form.facts}>
        <dt>{t('decision-import.when')}</dt>
        <dd>{moment(importedAt)}</dd>
        <dt>{t('decision-import.who')}</dt>
        <dd>
          <bdi>{found.writer ?? textOf(writerOfImport(found.createdBy))}</bdi>
        </dd>
        <dt>{t('decision-import.result')}</dt>
        <dd>{t('decision-import.counts', { added, changed })}</dd>
        {undoneAt && (
          <>
            <dt>{t('decision-import.undone')}</dt>
            <dd>
              {moment(undoneAt)},{' '}
              <bdi>{found.undoer ?? textOf(writerOfImport(found.undoneBy))}</bdi>
            </dd>
          </>
        )}
      </dl>
      {!undoneAt && (
        <p data-no-print>
          <ButtonLink to="?undo=ask">{t('decision-import.undo')}</ButtonLink>
        </p>
      )}
      {touched.length > 0 && (
        <section className={form.section} aria-labelledby="touched">
          <h2 id="touched">
            {undoneAt
              ? t('decision-import.left', { count: touched.length })
              : t('decision-import.decisions')}
          </h2>
          <TouchedDecisions decisions={touched} />
        </section>
      )}
    </>
  );
}
