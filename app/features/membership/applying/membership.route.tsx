import { data, redirect } from 'react-router';
import { actorContext, isSignedIn } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { getPage } from '~/features/content/pages/pages.server';
import { PageLanguageNotice } from '~/features/content/reading/article-footer';
import { answerGone } from '~/features/content/publishing/publishing.server';
import {
  requireHuman,
  takeAppCheck,
} from '~/features/identity/bot-protection/bot-protection.server';
import { languageContext } from '~/i18n/language.server';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { askedLanguage, pageLinks } from '~/site/page-links';
import { can } from '~/policy/permissions';
import { requestFactsContext } from '~/policy/request-context';
import { withLead } from '~/features/writing/rendered-texts/rendered-texts.server';
import { siteMeta } from '~/site/site-meta';
import reading from '~/ui/reading.module.css';
import { RawHtml } from '~/ui/rich-text/raw-html';
import type { Route } from './+types/membership.route';
import { type ApplicationAnswer, ApplicationForm } from './application-form';
import own from './application-form.module.css';
import { applicationOptions } from './application-options.server';
import { applicationLists, applicationSchema } from './application-schemas';
import { currentStatutes } from './consent-versions.server';
import { isMemberCategory } from '~/features/membership/member-categories';
import { findOwnMembership, submitApplication } from '~/features/membership/membership.server';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const asked = askedLanguage(request);
  const reader = asked ?? language;
  const page = await getPage(actor, 'membership', reader).catch((error: unknown) =>
    answerGone(actor, { kind: 'page', slug: 'membership', language: reader }, error),
  );
  const { title, description, body, rendered, languages } = page;
  const text = { title, description, body, rendered, language: page.language, languages };
  const member = isSignedIn(actor);
  const own = member ? await findOwnMembership(actor) : null;
  const statutes = await currentStatutes(actor);
  return {
    page: withLead(text),
    asked,
    isMember: member,
    membership: own && {
      memberNumber: own.memberNumber,
      memberCategory: own.memberCategory,
      since: own.statusSince,
    },
    options: can(actor, 'application.submit') ? applicationOptions(language) : null,
    statutes: statutes && { id: statutes.id, fileName: statutes.fileName },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { asked, page } = loaderData;
  const { title, description, languages } = page;
  const links = pageLinks('membership', { languages, asked });
  return siteMeta(matches, { title, description, ...links });
}

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const check = takeAppCheck(sent);
  const form = parseForm(applicationSchema, sent, applicationLists);
  if (!form.ok) return data<ApplicationAnswer>(form, { status: 400 });
  const { clientAddress } = context.get(requestFactsContext);
  try {
    await requireHuman(check, clientAddress);
    await submitApplication(context.get(actorContext), form.data, clientAddress);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const values = sentTexts(sent, applicationLists);
    return data<ApplicationAnswer>({ error: error.code, values }, { status: error.status });
  }
  return redirect('/membership/sent');
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

/** Who may join, and the application form; members see that they are members. */
export default function Membership({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const { page, options, statutes, isMember, membership } = loaderData;
  const foreign = useLangOf()(page.language);
  return (
    <article className={reading.page}>
      <h1 lang={foreign}>{page.title}</h1>
      <PageLanguageNotice slug="membership" {...page} />
      {isMember && <OwnMembership membership={membership} />}
      {options ? (
        <>
          <div className={reading.lead} lang={foreign}>
            <RawHtml html={page.lead} />
          </div>
          <p className={own.shortcut}>
            <a href="#conditions">{t('membership.to-conditions')}</a>
          </p>
          <div className={reading.columns}>
            <section className={`${reading.main} ${own.apply}`} aria-labelledby="apply">
              <h2 id="apply">{t('membership.apply')}</h2>
              <p>{t('membership.apply-how')}</p>
              <ApplicationForm options={options} statutes={statutes} answer={actionData} />
            </section>
            <div className={reading.aside} id="conditions" tabIndex={-1} lang={foreign}>
              {page.rest !== null && <RawHtml html={page.rest} />}
            </div>
          </div>
        </>
      ) : (
        <div lang={foreign}>
          <RawHtml html={page.lead} />
          {page.rest !== null && <RawHtml html={page.rest} />}
        </div>
      )}
    </article>
  );
}

type OwnMembershipProps = {
  membership: { memberNumber: number | null; memberCategory: string; since: Date } | null;
};

function OwnMembership({ membership }: OwnMembershipProps) {
  const t = useTranslate();
  const language = useLanguage();
  const category = membership?.memberCategory ?? '';
  if (!membership?.memberNumber) return <OwnAccount />;
  return (
    <section className={reading.box} aria-labelledby="own-membership">
      <h2 id="own-membership">{t('membership.is-member')}</h2>
      <p>{t('membership.is-member-text')}</p>
      <dl className={reading.facts}>
        <dt>{t('membership.number')}</dt>
        <dd>{membership.memberNumber}</dd>
        <dt>{t('application.field.memberCategory')}</dt>
        <dd>{isMemberCategory(category) ? t(`membership.category.${category}`) : category}</dd>
        <dt>{t('membership.since')}</dt>
        <dd>{formatDate(membership.since, language)}</dd>
      </dl>
    </section>
  );
}

/** For accounts that the secretariat has made without an application: the site cannot say more. */
function OwnAccount() {
  const t = useTranslate();
  return (
    <section className={reading.box} aria-labelledby="own-account">
      <h2 id="own-account">{t('membership.has-account')}</h2>
      <p>{t('membership.has-account-text')}</p>
    </section>
  );
}
