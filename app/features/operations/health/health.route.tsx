import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/health.route';
import own from './health.module.css';
import { getHealth } from './health.server';
import { shownFact } from './shown-fact';

export async function loader({ context }: Route.LoaderArgs) {
  const parts = await getHealth(context.get(actorContext)).catch(throwErrorResponse);
  return { parts, title: translateIn(context.get(languageContext))('health.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/health', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Part = Route.ComponentProps['loaderData']['parts'][number];

/** The health checks, each with a verdict and what to do. */
export default function Health({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  return (
    <div className={classes.wide}>
      <h1>{loaderData.title}</h1>
      <p>{t('health.intro')}</p>
      <ul className={own.parts}>
        {loaderData.parts.map((part) => (
          <li key={part.name} className={own[part.verdict]}>
            <h2>{t(part.name)}</h2>
            <p>
              <strong className={own.verdict}>{t(`health.verdict.${part.verdict}`)}</strong>{' '}
              {t(part.advice)}
            </p>
            <Facts facts={part.facts} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ facts }: Pick<Part, 'facts'>) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <dl className={own.facts}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{t(fact.label)}</dt>
          <dd>{shownFact(fact, t, language)}</dd>
        </div>
      ))}
    </dl>
  );
}
