import { data, Link } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectTo } from '~/answers/redirect-to.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { retentionPeriods } from '~/lib/time/retention-periods';
import { type Actor, actorContext } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { FileField } from '~/ui/fields/file-field';
import { useNeededFields } from '~/ui/fields/use-needed-fields';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import { useStickyActionData } from '~/ui/sticky-action-data';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/import-list.route';
import { importLimits, importsPath, writerOfImport } from './import-report';
import { listImports, prepareImport } from './imports.server';
import { ImportFileError, textOfUpload } from './read-import.server';

export async function loader({ context }: Route.LoaderArgs) {
  return {
    title: translateIn(context.get(languageContext))('decision-import.title'),
    imports: await listImports(context.get(actorContext)).catch(throwErrorResponse),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: importsPath, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** Keeps the file and leads to what it would do. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const upload = (await request.formData()).get('upload');
  try {
    return redirectTo(`${importsPath}/${await prepare(actor, upload)}`);
  } catch (error) {
    if (error instanceof ImportFileError)
      return data({ fieldErrors: { upload: error.key } }, { status: 400 });
    throw throwErrorResponse(error);
  }
}

async function prepare(actor: Actor, upload: FormDataEntryValue | null): Promise<string> {
  authorise(actor, 'decision.manage');
  if (!(upload instanceof File) || upload.name === '')
    throw new ImportFileError('form.choose-file');
  const text = textOfUpload(new Uint8Array(await upload.arrayBuffer()));
  return prepareImport(actor, { fileName: upload.name.replaceAll('\0', '').slice(-200), text });
}

/** Upload a file with decisions, and the imports so far. */
export default function ImportList({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { title, imports } = loaderData;
  const needed = useNeededFields();
  const error = useStickyActionData(actionData)?.fieldErrors.upload;
  return (
    <div className={form.wide}>
      <h1>{title}</h1>
      <p>{t('decision-import.intro')}</p>
      <Form method="post" encType="multipart/form-data" className={form.form} needed={needed}>
        <FileField
          name="upload"
          label={t('decision-import.file')}
          hint={t('decision-import.file-hint')}
          accept=".csv,.json,.jsonl,.xml,text/csv,application/json,application/xml"
          largest={importLimits.bytes}
          required
          error={needed.errorOf('upload') ?? (error && textOf(error))}
        />
        <Button variant="primary">{t('decision-import.read')}</Button>
      </Form>
      <div className={form.section}>
        <h2>{t('decision-import.past')}</h2>
        <p>{t('decision-import.past-hint', { days: retentionPeriods.pastImport })}</p>
        {imports.length > 0 ? (
          <ImportTable imports={imports} />
        ) : (
          <EmptyState>{t('decision-import.none')}</EmptyState>
        )}
      </div>
    </div>
  );
}

type ImportRow = Route.ComponentProps['loaderData']['imports'][number];

function ImportTable({ imports }: { imports: readonly ImportRow[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const textOf = useTextOf();
  return (
    <TableScroll label={t('decision-import.past')}>
      <table className={`${form.table} ${form.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('decision-import.file')}</th>
            <th scope="col">{t('decision-import.when')}</th>
            <th scope="col">{t('decision-import.who')}</th>
            <th scope="col">{t('decision-import.result')}</th>
            <th scope="col">{t('decision-import.undo')}</th>
          </tr>
        </thead>
        <tbody>
          {imports.map((one) => (
            <tr key={one.id}>
              <td>
                <Link to={`${importsPath}/${one.id}`} dir="auto">
                  {one.fileName}
                </Link>
              </td>
              <td data-label={t('decision-import.when')}>
                {formatInstant(one.importedAt ?? one.createdAt, language, siteZone)}
              </td>
              <td data-label={t('decision-import.who')}>
                <bdi>{one.writer ?? textOf(writerOfImport(one.createdBy))}</bdi>
              </td>
              <td data-label={t('decision-import.result')}>
                <Result row={one} />
              </td>
              <td data-label={t('decision-import.undo')}>
                {one.importedAt && !one.undoneAt ? (
                  <Link to={`${importsPath}/${one.id}?undo=ask`}>{t('decision-import.undo')}</Link>
                ) : (
                  '–'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Result({ row }: { row: ImportRow }) {
  const t = useTranslate();
  const { importedAt, undoneAt, added, changed } = row;
  if (!importedAt) return t('decision-import.waiting');
  const counts = t('decision-import.counts', { added, changed });
  return undoneAt ? `${counts} · ${t('decision-import.undone')}` : counts;
}
