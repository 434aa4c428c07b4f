import { CoverFigure } from '~/features/content/files/cover-figure';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { countryName, languagesInSentence } from '~/lib/format/display-names';
import reading from '~/ui/reading.module.css';
import { RawHtml } from '~/ui/rich-text/raw-html';
import classes from './board-list.module.css';
import { initialsOf } from './initials';
import type { listBoard } from './board.server';

type Member = Awaited<ReturnType<typeof listBoard>>[number];
type BoardListProps = {
  board: readonly Member[];
  /** The secret of a preview, while a picture is not public. */
  preview?: string;
};

/** The board, as the page about the association shows it. */
export function BoardList({ board, preview }: BoardListProps) {
  const t = useTranslate();
  const reader = useLanguage();
  if (board.length === 0) return null;
  const foreign = new Set(board.map(({ language }) => language).filter((one) => one !== reader));
  const languages = languagesInSentence([...foreign], reader);
  return (
    <section className={classes.board} aria-labelledby="board">
      <h2 id="board">{t('about.board')}</h2>
      {languages && <p className={reading.small}>{t('about.board-fallback', { languages })}</p>}
      <ul className={classes.members}>
        {board.map((member) => (
          <li key={member.id} className={classes.member}>
            <BoardMember member={member} preview={preview} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BoardMember({ member, preview }: { member: Member; preview?: string }) {
  const t = useTranslate();
  const reader = useLanguage();
  const { name, language, biography } = member;
  const foreign = useLangOf()(language);
  return (
    <>
      {member.picture ? (
        <div className={classes.portrait}>
          <CoverFigure
            cover={member.picture}
            alt={member.alt}
            credit=""
            sizes="9rem"
            preview={preview}
          />
        </div>
      ) : (
        // The name follows.
        <div className={`${classes.portrait} ${classes.initials}`} aria-hidden>
          {initialsOf(name)}
        </div>
      )}
      <p className={reading.small}>
        <span lang={foreign}>{member.role}</span>
        {member.isExample && ` · ${t('example.person')}`}
      </p>
      <h3 lang={foreign}>
        <bdi>{name}</bdi>
      </h3>
      <p>
        <span lang={foreign}>{member.function}</span>
        <br />
        <span lang={foreign}>{member.court}</span>
        {member.country && `, ${countryName(member.country, reader)}`}
      </p>
      {biography !== '' && (
        <details className={classes.biography}>
          <summary>{t('about.biography', { name })}</summary>
          <div lang={foreign}>
            <RawHtml html={biography} />
          </div>
        </details>
      )}
    </>
  );
}
