import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import type { PageKeeping } from '~/lib/page-keeping';
import { siteMeta } from '~/site-meta';
import { countryName } from '~/lib/country-name';
import { formatBytes } from '~/lib/format-bytes';
import { Contents } from '~/ui/contents';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text';
import type { Route } from './+types/about.route';
import classes from './about.module.css';
import { getPage, listBoard, listPageFiles } from './pages.server';

export const handle = { keep: { tags: ['pages'] } } satisfies PageKeeping;

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const [page, board, files] = await Promise.all([
    getPage(actor, 'about', language).catch(showErrorPage),
    listBoard(actor),
    listPageFiles(actor, 'about'),
  ]);
  return { page, board, files };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData.page;
  return siteMeta(matches, { title, description, path: '/about' });
}

export default function About({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { page, board, files } = loaderData;
  return (
    <article className={reading.page}>
      <h1>{page.title}</h1>
      <div className={reading.columns}>
        <aside className={reading.aside}>
          <Contents text={page.body} title={t('page.contents')} />
          <PageFiles files={files} />
        </aside>
        <div className={reading.main}>
          <RichTextView text={page.body} hasAnchors />
        </div>
      </div>
      {board.length > 0 && (
        <section className={classes.board} aria-labelledby="board">
          <h2 id="board">{t('about.board')}</h2>
          <ul className={classes.members}>
            {board.map((member) => (
              <li key={member.id} className={classes.member}>
                <p className={reading.small}>
                  {member.role}
                  {member.isExample && ` · ${t('example.person')}`}
                </p>
                <h3>{member.name}</h3>
                <p>
                  {member.function}
                  <br />
                  {member.court}, {countryName(member.country, language)}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

type PageFilesProps = { files: { id: string; title: string; fileName: string; bytes: number }[] };

function PageFiles({ files }: PageFilesProps) {
  const t = useTranslate();
  const language = useLanguage();
  if (files.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="files">
      <h2 id="files">{t('about.files')}</h2>
      <ul className={reading.plain}>
        {files.map((file) => (
          <li key={file.id}>
            <a href={`/files/${file.id}/${encodeURIComponent(file.fileName)}`} download>
              {file.title}
            </a>{' '}
            <span className={reading.small}>(PDF, {formatBytes(file.bytes, language)})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
