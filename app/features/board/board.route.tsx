import { Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { listBoard } from '~/features/pages/pages.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { countryName } from '~/lib/country-name';
import { siteMeta } from '~/site-meta';
import form from '~/ui/form.module.css';
import fields from '~/ui/plain-fields.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/board.route';

export async function loader({ context }: Route.LoaderArgs) {
  return {
    board: await listBoard(context.get(actorContext)).catch(showErrorPage),
    title: translateIn(context.get(languageContext))('board.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/content/board', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** The board as the page about the association shows it. */
export default function Board({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { board, title } = loaderData;
  return (
    <div className={form.wide}>
      <h1>{title}</h1>
      <p>
        <Link to="/administration/content/board/new" className={fields.button}>
          {t('board.new')}
        </Link>
      </p>
      {board.length === 0 ? (
        <p>{t('board.none')}</p>
      ) : (
        <TableScroll label={title}>
          <table className={form.table}>
            <thead>
              <tr>
                <th scope="col">{t('board.position')}</th>
                <th scope="col">{t('board.name')}</th>
                <th scope="col">{t('board.role')}</th>
                <th scope="col">{t('board.court')}</th>
              </tr>
            </thead>
            <tbody>
              {board.map((member) => (
                <tr key={member.id}>
                  <td>{member.position}</td>
                  <td>
                    <Link to={`/administration/content/board/${member.id}`}>{member.name}</Link>
                  </td>
                  <td>{member.role}</td>
                  <td>
                    {member.court}, {countryName(member.country, language)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      <p>
        <Link to="/administration/content">{t('content.back')}</Link>
      </p>
    </div>
  );
}
