import { data } from 'react-router';
import { z } from 'zod';
import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectWithNotice } from '~/answers/notices.server';
import { listCourts } from '~/features/decisions/courts/courts.server';
import { nameOfCountry, organisations } from '~/features/decisions/records/decision-names';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { localeOf } from '~/lib/format/format-date';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { textField } from '~/lib/forms/text-field';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { SelectField, TextField } from '~/ui/fields/fields';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import { useStickyActionData } from '~/ui/sticky-action-data';
import { StatusPill } from '~/ui/status-pill';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/correspondents.route';
import {
  appointCorrespondent,
  endCorrespondent,
  listCorrespondents,
} from './correspondents.server';

const path = '/administration/decisions/correspondents';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const t = translateIn(language);
  const [appointed, courts] = await Promise.all([
    listCorrespondents(actor),
    listCourts(actor),
  ]).catch(throwErrorResponse);
  const inOrder = new Intl.Collator(localeOf(language));
  const states = [...new Set(courts.map(({ country }) => country))]
    .filter((code) => !organisations.includes(code))
    .map((value) => ({ value, label: nameOfCountry(value, language, t) }))
    .toSorted((one, other) => inOrder.compare(one.label, other.label));
  return {
    title: t('correspondents.title'),
    appointed: appointed
      .map((one) => ({ ...one, state: nameOfCountry(one.country, language, t) }))
      .toSorted((one, other) => inOrder.compare(one.state, other.state)),
    states,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { title: loaderData.title, path, noIndex: true }) : [];
}

const country = textField(1, 10);
const schema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('name'), email: textField(1, 254), country }),
  z.strictObject({ intent: z.literal('end'), userId: z.uuid({ error: 'form.invalid' }), country }),
]);

type Answer = { fieldErrors: Record<string, string>; values?: Record<string, string> };

const problems = { email: 'form.correspondent-unknown', country: 'form.choose' } as const;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent = await request.formData();
  try {
    authorise(actor, 'decision.manage');
    const input = parseForm(schema, sent);
    if (!input.ok) return data<Answer>(input, { status: 400 });
    if (input.data.intent === 'end') {
      await endCorrespondent(actor, input.data);
      return redirectWithNotice(path, { kind: 'success', key: 'success.correspondent-ended' });
    }
    const wrong = await appointCorrespondent(actor, input.data);
    if (wrong === null)
      return redirectWithNotice(path, { kind: 'success', key: 'success.correspondent-appointed' });
    const answer = { fieldErrors: { [wrong]: problems[wrong] }, values: sentTexts(sent) };
    return data<Answer>(answer, { status: 400 });
  } catch (error) {
    if (error instanceof AppError) throwErrorResponse(error);
    throw error;
  }
}

/** Who checks the proposals of which State. */
export default function Correspondents({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { title, appointed, states } = loaderData;
  const answer: Answer | undefined = useStickyActionData(actionData);
  const field = (name: string) => {
    const key = answer?.fieldErrors[name];
    return { name, defaultValue: answer?.values?.[name] ?? '', error: key && textOf(key) };
  };
  return (
    <div className={form.wide}>
      <h1>{title}</h1>
      <p>{t('correspondents.intro')}</p>
      <Form method="post" className={form.form} noValidate key={appointed.length}>
        <TextField
          {...field('email')}
          type="email"
          label={t('correspondents.email')}
          maxLength={254}
          autoComplete="off"
        />
        <SelectField
          {...field('country')}
          label={t('correspondents.state')}
          choices={[{ value: '', label: t('correspondents.choose') }, ...states]}
        />
        <Button variant="primary" name="intent" value="name">
          {t('correspondents.name')}
        </Button>
      </Form>
      {appointed.length === 0 ? (
        <EmptyState>{t('correspondents.none')}</EmptyState>
      ) : (
        <Appointed appointed={appointed} />
      )}
    </div>
  );
}

function Appointed({ appointed }: Pick<Route.ComponentProps['loaderData'], 'appointed'>) {
  const t = useTranslate();
  return (
    <TableScroll label={t('correspondents.title')}>
      <table className={`${form.table} ${form.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('correspondents.state')}</th>
            <th scope="col">{t('correspondents.member')}</th>
          </tr>
        </thead>
        <tbody>
          {appointed.map(({ userId, country: code, state, name, email, isSuspended }) => (
            <tr key={`${userId} ${code}`}>
              <td>{state}</td>
              <td data-label={t('correspondents.member')}>
                <div className={form.actions}>
                  <span>
                    <bdi>{name}</bdi> ({email})
                  </span>
                  {isSuspended && <StatusPill>{t('correspondents.suspended')}</StatusPill>}
                  <Form method="post">
                    <input type="hidden" name="userId" value={userId} />
                    <input type="hidden" name="country" value={code} />
                    <Button
                      name="intent"
                      value="end"
                      aria-label={t('correspondents.end-of', { name: name ?? email, state })}
                    >
                      {t('correspondents.end')}
                    </Button>
                  </Form>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
