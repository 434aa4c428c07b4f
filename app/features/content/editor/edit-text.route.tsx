import { type Ref, useRef } from 'react';
import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { config } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { findDraft } from '~/features/writing/drafts/drafts.server';
import { WritingForm } from '~/features/writing/drafts/writing-form';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { isFreePage, isSiteText, publicPath } from '~/lib/addresses/public-path';
import { languageName, languagesInSentence } from '~/lib/format/display-names';
import { wallTimeOf } from '~/lib/time/zoned-time.server';
import { reloadOwnChanges } from '~/lib/forms/revalidation';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { PlainErrorSummary } from '~/ui/form';
import type { RowsHandle } from '~/ui/fields/rows-field';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/edit-text.route';
import { AddressPanel } from './address-panel';
import { decisionRows, formValues } from './content-lines';
import { Difference } from '~/features/content/versions/difference';
import { answerEditForm, type EditAnswer } from './edit-text.server';
import { EventWordsFields } from './event-words-fields';
import { FilePanels, PreviewPanel, TranslationPanel } from '~/features/content/files/file-panels';
import { PublicationFacts } from '~/features/content/previews/publication-facts';
import { listPreviewLinks } from '~/features/content/previews/previews.server';
import {
  draftPlace,
  editPath,
  hasPicture,
  isErasable,
  isItem,
  isLegalText,
  neededToPublish,
  publicationKindOf,
} from '~/features/content/publishing/publication-kinds';
import { isLanguageOff, isPublic } from '~/features/content/publishing/publication-rows.server';
import { leavesMenu } from '~/features/content/publishing/publication-states.server';
import { getTextForEditing } from '~/features/content/publishing/texts.server';
import { OriginalText } from '~/features/content/translations/original-text';
import { findOriginalText } from '~/features/content/translations/original-text.server';
import classes from './publishing.module.css';
import { MomentField, StatePanels } from './state-panels';
import { StatusText } from './status-text';
import { listTextChoices } from './text-choices.server';
import { DetailFields, LegalFields, TitleFields, useFieldLabel } from './text-fields';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const kind = publicationKindOf(params.kind);
  if (!kind) throw data('error.not-found', { status: 404 });
  const text = await getTextForEditing(actor, kind, params.id).catch(throwErrorResponse);
  const { row, content, changesAt, decisions } = text;
  const values = formValues(content);
  if (isItem(kind)) values.decisions = decisionRows(decisions);
  const { id, slug, title, language, status, version } = row;
  const wall = (moment: Date | null) => (moment ? wallTimeOf(moment, siteZone) : '');
  const reader = context.get(languageContext);
  return {
    kind,
    row: { id, slug, title, language, status, version },
    values,
    choices: await listTextChoices(actor, kind, reader),
    body: content.fields.body,
    timing: {
      publishAt: formatInstant(changesAt ?? row.publishAt, reader, siteZone),
      publishWall: wall(isPublic(row) ? changesAt : status === 'scheduled' ? row.publishAt : null),
      expireAt: wall(row.expireAt),
      isOver: row.expireAt !== null && row.expireAt <= new Date(),
      withdrawnReason: status === 'archived' ? row.withdrawnReason : null,
    },
    isLanguageOff: isLanguageOff(kind, language),
    hasSchedule: changesAt !== null || (status === 'scheduled' && !isPublic(row)),
    isIndispensable: text.isIndispensable,
    leavesMenu: await leavesMenu(actor, kind, row),
    hasPendingChanges: text.hasPendingChanges,
    translations: text.translations,
    event: text.event,
    original: await findOriginalText(actor, kind, row),
    cover: text.cover,
    needed: neededToPublish(kind, {
      isBodyOptional: isSiteText(slug),
      hasCover: text.cover !== null,
    }),
    attachments: text.attachments,
    previews: await listPreviewLinks(actor, { kind, id }),
    draft: await findDraft(actor, draftPlace(id)),
    origin: config().server.origin,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/content', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.row.title, ...page }) : [];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const kind = publicationKindOf(params.kind);
  if (!kind) throw data('error.not-found', { status: 404 });
  const place = { kind, id: params.id };
  return answerEditForm(context.get(actorContext), place, await request.formData());
}

type Data = Route.ComponentProps['loaderData'];
type PartProps = { loaded: Data; answer: EditAnswer | undefined };

export const shouldRevalidate = reloadOwnChanges;

/** One text with all that belongs to its publication. */
export default function EditText({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useStickyActionData(actionData);
  const t = useTranslate();
  const reader = useLanguage();
  const { kind, row, values, original } = loaderData;
  const labelOf = useFieldLabel(kind);
  const path = publicPath(kind, row.slug);
  return (
    <div className={form.wide}>
      <header className={classes.head}>
        <h1 lang={row.language}>{row.title}</h1>
        <p className={classes.facts}>
          <StatusText
            status={row.status}
            hasChanges={loaderData.hasPendingChanges}
            isOver={loaderData.timing.isOver}
          />
          <span>{languageName(row.language, reader)}</span>
          {row.status === 'published' && !loaderData.isLanguageOff && <Link to={path}>{path}</Link>}
          <Link to={`${editPath(kind, row.id)}/versions`}>{t('content.versions')}</Link>
        </p>
        {loaderData.isLanguageOff && (
          <p>
            {t('content.language-off', { language: languagesInSentence([row.language], reader) })}
          </p>
        )}
        {loaderData.timing.withdrawnReason && (
          <p>{t('content.withdrawn-because', { reason: loaderData.timing.withdrawnReason })}</p>
        )}
      </header>
      <Refusal loaded={loaderData} answer={answer} />
      <div className={original ? `${classes.edit} ${classes.translating}` : classes.edit}>
        {original && <OriginalText original={original} labelOf={labelOf} />}
        <Writing key={row.version} loaded={loaderData} answer={answer} />
        <div className={classes.side}>
          {kind === 'page' && isFreePage(row.slug) && (
            <AddressPanel key={row.slug} row={row} answer={answer} />
          )}
          <StatePanels
            {...loaderData}
            isErasable={isErasable(kind, row.status)}
            isWithin={kind === 'board-member' || isSiteText(row.slug)}
            answer={answer}
          />
          {hasPicture(kind) && (
            <FilePanels
              {...loaderData}
              attachments={isItem(kind) ? loaderData.attachments : null}
              action={`${editPath(kind, row.id)}/files`}
              alt={values.coverAlt ?? ''}
            />
          )}
          <PreviewPanel
            links={loaderData.previews}
            address={answer?.previewPath ? loaderData.origin + answer.previewPath : null}
          />
          <TranslationPanel
            kind={kind}
            id={loaderData.event?.id ?? row.id}
            translations={loaderData.translations}
            event={loaderData.event}
          />
        </div>
      </div>
    </div>
  );
}

/** What was refused, and what someone else has saved meanwhile. */
function Refusal({ loaded, answer }: PartProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const labelOf = useFieldLabel(loaded.kind);
  const isOld = loaded.draft?.fields.baseVersion
    ? loaded.draft.fields.baseVersion !== String(loaded.row.version)
    : false;
  const hasRefusal = answer && (answer.error ?? Object.keys(answer.fieldErrors)[0]);
  if (!hasRefusal)
    return isOld ? <p className={form.summary}>{t('content.draft-is-old')}</p> : null;
  return (
    <>
      {answer.error && (
        <Message kind="error" text={textOf(answer.error)} answer={answer}>
          {answer.meanwhile.length > 0 && (
            <>
              <p>{t('content.changed-meanwhile')}</p>
              <Difference changes={answer.meanwhile} />
            </>
          )}
        </Message>
      )}
      <PlainErrorSummary errors={answer.fieldErrors} labelOf={labelOf} />
    </>
  );
}

const savingIntents = ['save', 'publish', 'schedule'];

function Writing({ loaded, answer }: PartProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { kind, row, draft, needed } = loaded;
  const labelOf = useFieldLabel(kind);
  const footnotes = useRef<RowsHandle>(null);
  const refused = answer && savingIntents.includes(answer.intent) ? answer : undefined;
  const errors = refused?.fieldErrors ?? {};
  const valuesOf = (kept: Record<string, string>): Record<string, string> => {
    const typed = { ...kept, ...refused?.values };
    // What was typed has all fields; a box that is not ticked is not in it.
    return Object.keys(typed).length > 0
      ? { ...loaded.values, pinned: '', asksForAcceptance: '', isExample: '', ...typed }
      : // Who changes an agreement means to bind the members; a corrected spelling is the exception.
        { ...loaded.values, asksForAcceptance: row.status === 'published' ? 'on' : '' };
  };
  return (
    <WritingForm
      place={draftPlace(row.id)}
      draft={draft}
      start={loaded.body}
      label={labelOf('body')}
      hint={loaded.needed.includes('body') ? t('content.hint.to-publish') : undefined}
      bodyId="field-body"
      bodyError={errors.body && textOf(errors.body)}
      typed={refused?.values.bodyFormat === 'json' ? undefined : refused?.values.body}
      submitLabel={t('content.save')}
      hasHeadings={kind !== 'board-member'}
      hasTables={kind !== 'board-member'}
      hasPictures={kind !== 'board-member'}
      onFootnotes={(notes) => footnotes.current?.take(notes.map((words) => ({ words }))) ?? null}
      otherActions={<OtherActions loaded={loaded} />}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, not a component
      below={(kept) => <FieldsBelow {...{ loaded, errors, footnotes }} values={valuesOf(kept)} />}
    >
      {(kept) => {
        const values = valuesOf(kept);
        // Refused as stale and shown what is saved: the next save is on top of that, knowingly.
        const base = refused?.savedVersion ?? values.baseVersion ?? row.version;
        return (
          <>
            <input type="hidden" name="baseVersion" value={base} />
            <TitleFields {...{ kind, values, errors, needed }} choices={loaded.choices} />
          </>
        );
      }}
    </WritingForm>
  );
}

type BelowProps = {
  loaded: Data;
  values: Record<string, string>;
  errors: Record<string, string>;
  footnotes: Ref<RowsHandle>;
};

function FieldsBelow({ loaded, values, errors, footnotes }: BelowProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { kind, row } = loaded;
  return (
    <>
      <DetailFields {...loaded} {...{ values, errors, footnotes }} />
      {loaded.event && <EventWordsFields event={loaded.event} values={values} errors={errors} />}
      {kind === 'page' && isLegalText(row.slug) && (
        <LegalFields slug={row.slug} values={values} errors={errors} />
      )}
      <Publication loaded={loaded} />
      <MomentField
        id="field-publishAt"
        name="publishAt"
        label={t('content.publish-at')}
        hint={t('content.brussels-time')}
        error={errors.publishAt && textOf(errors.publishAt)}
        defaultValue={values.publishAt ?? loaded.timing.publishWall}
      />
      <TextField
        name="versionName"
        label={t('content.version-name')}
        hint={t('content.hint.version-name')}
        maxLength={100}
        defaultValue={values.versionName ?? ''}
      />
    </>
  );
}

/** Where the text stands, whom it is for and what its buttons will do. */
function Publication({ loaded }: { loaded: Data }) {
  const t = useTranslate();
  const { kind, row, timing } = loaded;
  const isOver = timing.isOver && row.status === 'published';
  const isChanging = row.status === 'published' && loaded.hasSchedule;
  const state = isOver ? 'over' : isChanging ? 'changing' : row.status;
  const isNew = row.status !== 'published';
  return (
    <section className={classes.panel} aria-labelledby="publication">
      <h2 id="publication">{t('content.publication')}</h2>
      <PublicationFacts
        state={
          <StatusText
            status={row.status}
            hasChanges={loaded.hasPendingChanges}
            isOver={timing.isOver}
          />
        }
        audience={t('content.everybody')}
        address={loaded.origin + publicPath(kind, row.slug)}
        isPublic={row.status === 'published' && !isOver && !loaded.isLanguageOff}
      >
        {t(`content.next.${state}`, { when: timing.publishAt })}{' '}
        {isNew && isItem(kind) && t('content.next.no-mail')}
      </PublicationFacts>
    </section>
  );
}

function OtherActions({ loaded }: { loaded: Data }) {
  const t = useTranslate();
  const isPublished = loaded.row.status === 'published';
  return (
    <>
      <Button name="intent" value="publish">
        {t(isPublished ? 'content.publish-changes' : 'content.publish')}
      </Button>
      <Button name="intent" value="schedule">
        {t(loaded.hasSchedule ? 'content.reschedule' : 'content.schedule')}
      </Button>
    </>
  );
}
