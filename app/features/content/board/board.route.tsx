import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import publishing from '~/features/content/editor/publishing.module.css';
import { StatusText } from '~/features/content/editor/status-text';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { countryName, languageName } from '~/lib/format/display-names';
import { parseForm } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Button, ButtonLink } from '~/ui/button';
import reading from '~/ui/reading.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/board.route';
import { boardMoveSchema, listBoardForEditing, moveBoardMember } from './board.server';
import { Form } from '~/ui/form';
import { EmptyState } from '~/ui/empty-state';

const here = '/administration/content/board';

export async function loader({ context }: Route.LoaderArgs) {
  const language = context.get(languageContext);
  return {
    board: await listBoardForEditing(context.get(actorContext), language).catch(throwErrorResponse),
    title: translateIn(language)('board.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: here, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ request, context }: Route.ActionArgs) {
  const input = parseForm(boardMoveSchema, await request.formData());
  if (!input.ok) throw data('error.invalid-input', { status: 400 });
  await moveBoardMember(context.get(actorContext), input.data).catch(throwErrorResponse);
  return redirectWithNotice(here, { kind: 'success', key: 'success.board-moved' });
}

/** The board in its order, each member with the languages in which the entry exists. */
export default function Board({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { board, title } = loaderData;
  return (
    <div className={form.wide}>
      <h1>{title}</h1>
      <p>
        <ButtonLink to="/administration/content/new?kind=board-member">
          {t('content.new-board-member')}
        </ButtonLink>
      </p>
      {board.length === 0 ? (
        <EmptyState>{t('board.none')}</EmptyState>
      ) : (
        <TableScroll label={title}>
          <table className={`${form.table} ${form.stacked}`}>
            <thead>
              <tr>
                <th scope="col">{t('board.name')}</th>
                <th scope="col">{t('content.field.court')}</th>
                <th scope="col">{t('board.entries')}</th>
                <th scope="col">{t('board.position')}</th>
              </tr>
            </thead>
            <tbody>
              {board.map((member, place) => (
                <MemberRow
                  key={member.translationGroup}
                  member={member}
                  isFirst={place === 0}
                  isLast={place === board.length - 1}
                />
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </div>
  );
}

type MemberRowProps = {
  member: Route.ComponentProps['loaderData']['board'][number];
  isFirst: boolean;
  isLast: boolean;
};

function MemberRow({ member, isFirst, isLast }: MemberRowProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { title: name, role, court, country } = member;
  return (
    <tr>
      <td lang={member.language}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <br />
        {role}
      </td>
      <td data-label={t('content.field.court')}>
        {[court, country && countryName(country, language)].filter(Boolean).join(', ')}
      </td>
      <td data-label={t('board.entries')}>
        <ul className={reading.plain}>
          {member.entries.map((entry) => (
            <li key={entry.id}>
              <Link
                to={`/administration/content/board-member/${entry.id}`}
                hrefLang={entry.language}
              >
                <span className="visually-hidden">{t('word.label', { label: name })} </span>
                {languageName(entry.language, language)}
              </Link>{' '}
              <StatusText status={entry.status} hasChanges={entry.hasChanges} />
            </li>
          ))}
        </ul>
      </td>
      <td data-label={t('board.position')}>
        <Form method="post" className={publishing.moves} preventScrollReset>
          <input type="hidden" name="member" value={member.translationGroup} />
          {!isFirst && (
            <Button name="intent" value="up">
              <span aria-hidden="true">↑</span>
              <span className="visually-hidden">{t('board.up', { name })}</span>
            </Button>
          )}
          {!isLast && (
            <Button name="intent" value="down">
              <span aria-hidden="true">↓</span>
              <span className="visually-hidden">{t('board.down', { name })}</span>
            </Button>
          )}
        </Form>
      </td>
    </tr>
  );
}
