import type { Actor } from '~/policy/actor';
import type { Consents } from '~/db/schema/membership';
import { getPage, listPageFiles } from '~/features/content/pages/pages.server';
import type { ApplicationInput } from './application-schemas';

/** Version of the wording of `application.field.newsletterConsent` and its hint. */
const consentWording = '2026-11-24';

/** What the applicant accepts: the statutes in force, as a file to read. */
export async function currentStatutes(actor: Actor) {
  const [statutes] = await listPageFiles(actor, 'about');
  return statutes ?? null;
}

/** Which version of each text the applicant has agreed to, to be kept with the application. */
export async function consentVersions(actor: Actor, input: ApplicationInput): Promise<Consents> {
  const [statutes, agreement, policy] = await Promise.all([
    currentStatutes(actor),
    versionOfPage(actor, 'end-user-agreement'),
    versionOfPage(actor, 'privacy-policy'),
  ]);
  return {
    statutes: statutes?.id ?? 'not published',
    endUserAgreement: agreement,
    privacyNotice: policy,
    ...(input.newsletterConsent ? { newsletter: consentWording } : {}),
  };
}

async function versionOfPage(actor: Actor, slug: string): Promise<string> {
  const page = await getPage(actor, slug, 'en');
  return `${page.effectiveOn ?? page.updatedAt.toISOString().slice(0, 10)} v${page.version}`;
}
