import { Link, redirect } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { ForeignNotice } from '~/features/content/reading/article-footer';
import { languageContext } from '~/i18n/language.server';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format/format-date';
import { parseForm } from '~/lib/forms/form';
import { redirectTo } from '~/answers/redirect-to.server';
import { ownPath } from '~/lib/addresses/own-path';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import fields from '~/ui/fields/fields.module.css';
import reading from '~/ui/reading.module.css';
import { RawHtml } from '~/ui/rich-text/raw-html';
import { htmlOf } from '~/features/writing/rendered-texts/rendered-texts.server';
import type { Route } from './+types/agreement.route';
import { acceptAgreement, findOpenAgreement } from './agreement.server';
import { Form } from '~/ui/form';

const acceptSchema = z.strictObject({
  shown: z.hash('sha256'),
  redirectUrl: z.string().max(2000).optional(),
});

/** Between sign-in and the wanted page: the agreement as it is now has not been accepted yet. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const wanted = ownPath(new URL(request.url).searchParams.get('redirectUrl')) ?? '/';
  const asked = await findOpenAgreement(actor, language);
  if (!asked) throw redirectTo(wanted);
  const { title, effectiveOn } = asked;
  return {
    title: translateIn(context.get(languageContext))('agreement.title'),
    text: { title, effectiveOn, html: htmlOf(asked), language: asked.language },
    shown: asked.seal,
    wanted,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/agreement', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(acceptSchema, await request.formData());
  const again = `/agreement${new URL(request.url).search}`;
  if (!form.ok) return redirect(again);
  const wanted = ownPath(form.data.redirectUrl) ?? '/';
  try {
    const accepted = { shown: form.data.shown, language: context.get(languageContext) };
    await acceptAgreement(context.get(actorContext), accepted);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return redirectWithNotice(again, { kind: 'error', key: error.code });
  }
  return redirectWithNotice(wanted, { kind: 'success', key: 'success.agreement-accepted' });
}

export default function Agreement({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { text, shown, wanted } = loaderData;
  const foreign = useLangOf()(text.language);
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <h1>{loaderData.title}</h1>
        <p>{t('agreement.text')}</p>
        {text.effectiveOn && (
          <p className={reading.kind}>
            {t('legal.effective', { date: formatDate(text.effectiveOn, language) })}
          </p>
        )}
      </header>
      <ForeignNotice language={foreign} />
      <section className={reading.box} aria-label={text.title} lang={foreign}>
        <RawHtml html={text.html} />
      </section>
      <Form method="post">
        <input type="hidden" name="shown" value={shown} />
        <input type="hidden" name="redirectUrl" value={wanted} />
        <div className={fields.row}>
          <Button variant="primary">{t('agreement.accept')}</Button>
        </div>
      </Form>
      <p>{t('agreement.otherwise')}</p>
      <ul className={reading.plain}>
        <li>
          <Link to="/end-user-agreement">{t('agreement.compare')}</Link>
        </li>
        <li>
          <Link to="/settings/delete">{t('agreement.leave')}</Link>
        </li>
      </ul>
      <Form method="post" action="/sign-out">
        <Button>{t('agreement.sign-out')}</Button>
      </Form>
    </article>
  );
}
