import type { ReactNode } from 'react';
import { decisionsAddress, type FacetName } from '~/features/decisions/browse/decision-query';
import { FollowButton } from '~/features/decisions/following/follow-button';
import type { FollowState } from '~/features/library/following/follow-form';
import { Procedure } from '~/features/decisions/procedure/procedure';
import { CitedBy } from '~/features/decisions/relations/cited-by';
import type { getRelations } from '~/features/decisions/relations/relations.server';
import { Similar } from '~/features/decisions/relations/similar';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { languageName } from '~/lib/format/display-names';
import { formatDate } from '~/lib/format/format-date';
import { formatBytes } from '~/lib/format/format-number';
import reading from '~/ui/reading.module.css';
import { SiteLink } from '~/ui/site-link';
import { CiteIt, type StyledCitation } from './cite-it';
import { Cited } from './citation-lists';
import { DecisionFacts } from './decision-facts';
import { courtForReader, nameOfDecision } from './decision-names';
import { ofKind } from './headnotes';
import type { ShownDecision } from './shown-decision';
import classes from './decision.module.css';
import { StatusPill } from '~/ui/status-pill';

/** The list with one facet chosen. */
const listWith = (facet: FacetName, value: string) =>
  decisionsAddress({ q: '', facets: { [facet]: value }, sort: 'newest', page: 1 });

type DecisionViewProps = {
  decision: ShownDecision;
  citations: StyledCitation[];
  relations: Awaited<ReturnType<typeof getRelations>>;
  /** Null for those who cannot follow it. */
  follow: FollowState | null;
  /** What mentions it, of the areas above. */
  mentions: ReactNode;
};

/** A decision: what it is, what it says, what it applies, what it cites and what cites it. */
export function DecisionView({
  decision,
  citations,
  relations,
  follow,
  mentions,
}: DecisionViewProps) {
  const t = useTranslate();
  const language = useLanguage();
  const langOf = useLangOf();
  const court = courtForReader(decision.court, language);
  const otherNames = decision.names.slice(1);
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <SiteLink to={listWith('court', decision.court.code)}>
            <span lang={langOf(court.language)}>{court.name}</span>
          </SiteLink>
          {' · '}
          {t(`decision.type.${decision.type}`)}
          {' · '}
          <time dateTime={decision.decidedOn}>{formatDate(decision.decidedOn, language)}</time>
        </p>
        <h1>{nameOfDecision(decision)}</h1>
        {otherNames.length > 0 && (
          <p className={reading.subtitle}>{t('decision.also', { names: otherNames.join(', ') })}</p>
        )}
        {decision.state !== 'checked' && (
          <p>
            <StatusPill tone="attention">{t(`decision.state.${decision.state}`)}</StatusPill>
          </p>
        )}
        {decision.visibility === 'members' && (
          <p>
            <StatusPill>{t('decision.members-only')}</StatusPill>
          </p>
        )}
        <FollowButton subject={{ identifier: decision.identifier }} follow={follow} />
      </header>
      <div className={reading.columns}>
        <div className={reading.main}>
          <Headnotes headnotes={ofKind(decision.summaries, 'headnote')} />
          <Summaries summaries={ofKind(decision.summaries, 'summary')} />
          <Procedure identifier={decision.identifier} steps={relations.procedure} />
          <Cited cites={decision.cites} sentences={relations.citedSentences} />
          <CitedBy {...relations.citedBy} />
          {mentions}
          <Similar decisions={relations.similar} />
          <CiteIt identifier={decision.identifier} citations={citations} />
        </div>
        <aside className={reading.aside} aria-label={t('decision.about')}>
          <DecisionFacts decision={decision} />
          <Provisions provisions={decision.provisions} />
          <Topics topics={decision.topics} />
          <Files files={decision.files} />
        </aside>
      </div>
      <p data-no-print>
        <SiteLink to="/decisions">{t('decision.back')}</SiteLink>
      </p>
    </article>
  );
}

function Headnotes({ headnotes }: { headnotes: ShownDecision['summaries'] }) {
  const t = useTranslate();
  if (headnotes.length === 0) return null;
  return (
    <section className={reading.box} aria-labelledby="headnotes">
      <h2 id="headnotes">{t('decision.headnotes')}</h2>
      <Texts texts={headnotes} by="decision.headnote-by" />
    </section>
  );
}

function Summaries({ summaries }: Pick<ShownDecision, 'summaries'>) {
  const t = useTranslate();
  return (
    <section className={reading.box} aria-labelledby="summary">
      <h2 id="summary">{t('decision.summary')}</h2>
      {summaries.length === 0 && <p>{t('decision.no-summary')}</p>}
      <Texts texts={summaries} by="decision.summary-by" />
    </section>
  );
}

type TextsProps = {
  texts: ShownDecision['summaries'];
  by: 'decision.headnote-by' | 'decision.summary-by';
};

/** Each in its language, with its author. */
function Texts({ texts, by }: TextsProps) {
  const t = useTranslate();
  const langOf = useLangOf();
  return texts.map(({ language, text, author }) => (
    <div key={language} lang={langOf(language)}>
      {text.split(/\n+/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {author && <p className={reading.small}>{t(by, { name: author })}</p>}
    </div>
  ));
}

function Provisions({ provisions }: Pick<ShownDecision, 'provisions'>) {
  const t = useTranslate();
  if (provisions.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="provisions">
      <h2 id="provisions">{t('decision.facet.provision')}</h2>
      <ul className={classes.tags}>
        {provisions.map(({ provision, name }) => {
          const [instrument, article] = provision.split('/');
          return (
            <li key={provision}>
              <SiteLink
                to={
                  article
                    ? `/provisions/${instrument}/${article}`
                    : listWith('provision', provision)
                }
              >
                {name}
              </SiteLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Topics({ topics }: Pick<ShownDecision, 'topics'>) {
  const t = useTranslate();
  if (topics.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="topics">
      <h2 id="topics">{t('decision.facet.topic')}</h2>
      <ul className={classes.tags}>
        {topics.map(({ topic, name }) => (
          <li key={topic}>
            <SiteLink to={listWith('topic', topic)}>{name}</SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Files({ files }: Pick<ShownDecision, 'files'>) {
  const t = useTranslate();
  const siteLanguage = useLanguage();
  if (files.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="files">
      <h2 id="files">{t('decision.files')}</h2>
      <ul className={reading.plain}>
        {files.map((file) => (
          <li key={file.id}>
            <SiteLink to={`/intranet/documents/${file.id}`}>{file.title}</SiteLink>
            <span className={classes.brief}>
              {[
                file.language && languageName(file.language, siteLanguage),
                file.extension?.toUpperCase(),
                file.bytes !== null && formatBytes(file.bytes, siteLanguage),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
