import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { inOneLanguage } from '~/features/events/events.server';
import { languageContext } from '~/i18n/language.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/certificate.route';
import { Certificate } from './certificate';
import { getCertificate } from './participants.server';

export async function loader({ params, context }: Route.LoaderArgs) {
  const certificate = await getCertificate(context.get(actorContext), params).catch(
    throwErrorResponse,
  );
  const event = await inOneLanguage(certificate.event, context.get(languageContext));
  return data(
    { certificate: { ...certificate, event } },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/events/overview', noIndex: true };
  return loaderData
    ? siteMeta(matches, { title: loaderData.certificate.event.title, ...page })
    : [];
}

export default function AttendanceCertificate({ loaderData }: Route.ComponentProps) {
  return <Certificate {...loaderData} />;
}
