import { config, type Language } from '~/config/config.server';
import { listCourts } from '~/features/decisions/courts/courts.server';
import type { DescribedFile } from '~/features/library/details/described-file';
import { listDescribedFiles } from '~/features/library/details/details.server';
import { translateIn } from '~/i18n/translations.server';
import { languageName } from '~/lib/format/display-names';
import type { Row } from '~/lib/forms/form';
import type { Actor } from '~/policy/actor';
import { authorise, can } from '~/policy/permissions';
import { topicChoices } from '~/features/decisions/editor/decision-form.server';
import { isUndescribed, proposedTitle, rowOfFile } from './intake-file';
import { isDecision } from './intake-row';
import { type KnownDecision, listKnownDecisions } from './known-decisions.server';
import { courtOfName, type KnownCourt, nameCourts } from './match-court';
import { listCitedProvisions } from './cited-provisions.server';
import { allTopicNames, allTypeNames } from './type-names.server';

/**
 * Files that have just been uploaded, each with proposals for its details from its text, and with what is
 * known of its decision.
 * @throws AppError `error.not-found` when one of them is not the actor's to change
 */
export async function listIntake(actor: Actor, ids: readonly string[], language: Language) {
  authorise(actor, 'library.add');
  const [files, allCourts, cited] = await Promise.all([
    listDescribedFiles(actor, ids),
    listCourts(actor),
    listCitedProvisions(actor, ids),
  ]);
  const courts = nameCourts(allCourts, language, translateIn(language));
  const languages = config().languages.intranet;
  const known = { courts, languages, language, types: allTypeNames(), topicNames: allTopicNames() };
  const rows = files.map((file) => rowOfFile(file, { ...known, cited: cited.get(file.id) ?? [] }));
  const claims = rows.map((row) => {
    const court = courtOfName(courts, row['court'] ?? '')?.court;
    return { row, court, claim: claimOf(row, court?.code ?? null) };
  });
  const decisions = await listKnownDecisions(
    actor,
    claims.map(({ claim }) => claim),
  );
  const mayPublish = can(actor, 'decision.manage');
  const shown = files.map((file, at) => {
    const [row, decision, court] = [rows[at] ?? {}, decisions[at] ?? null, claims[at]?.court];
    const proposed = proposeRow({ file, row, decision, court, mayPublish });
    return { name: file.title, textState: file.textState, decision, row: proposed };
  });
  // Those of the library, and those that the files have already.
  const present = files.flatMap((file) => file.language ?? []);
  const waiting = files.find(({ textState }) => textState === 'waiting');
  const [first] = files;
  return {
    files: shown,
    courts: courts.map(({ label }) => label),
    languages: languageChoices([...languages, ...present], language),
    topics: topicChoices(language),
    mayPublish,
    place: first ? placeOf(first) : '/intranet',
    /** The stream of the folder in which a text is still being read. */
    live: waiting ? `/intranet/live/${waiting.collection}${partOf(waiting.parent)}` : null,
  };
}

export type IntakePage = Awaited<ReturnType<typeof listIntake>>;

type Proposable = {
  file: DescribedFile;
  row: Row;
  decision: KnownDecision | null;
  court: KnownCourt | undefined;
  mayPublish: boolean;
};

/** The row with a name, and with the box ticked where a new file says enough of a decision. */
function proposeRow({ file, row, decision, court, mayPublish }: Proposable): Row {
  if (!isUndescribed(file)) return row;
  const known = decision && decision.state !== 'waiting' ? decision.name : null;
  const about = { known, court: court?.abbreviation, caseNumber: row['caseNumber'] ?? '' };
  const isComplete = Boolean(court) && (!mayPublish || row['decidedOn'] !== '');
  const isOffered = !decision && isComplete && isDecision(row['kind'] ?? '');
  return { ...row, title: proposedTitle(file.title, about), decide: isOffered ? 'on' : '' };
}

const claimOf = (row: Row, court: string | null) => ({
  ecli: row['ecli'] ?? '',
  court,
  caseNumber: row['caseNumber'] ?? '',
  decidedOn: row['decidedOn'] ?? '',
});

const partOf = (folder: string | null) => (folder ? `/${folder}` : '');

type Place = { collection: string; parent: string | null };

const placeOf = ({ collection, parent }: Place) =>
  `${collection === 'adminIntranet' ? '/administration' : ''}/intranet${partOf(parent)}`;

const languageChoices = (codes: readonly string[], language: Language) =>
  [...new Set(codes)].map((value) => ({ value, label: languageName(value, language) }));
