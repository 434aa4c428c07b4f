import { data } from 'react-router';
import type { Actor } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import {
  getLegalVersion,
  listLegalVersions,
} from '~/features/content/publishing/publishing.server';
import { withHeadings } from '~/features/writing/rendered-texts/rendered-texts.server';
import { getPage } from './pages.server';

type TextPlace = {
  slug: string;
  /** The language in the search parameters. */
  asked: string | null;
  /** The reader's. */
  language: string;
};

/** @param pattern of a route of legal texts, which begins with the slug of its own */
export const slugAt = (pattern: string): string => pattern.split('/').find(Boolean) ?? '';

/** For loaders: a legal text in force, with the list of its versions. */
export async function loadLegalText(actor: Actor, { slug, asked, language: reader }: TextPlace) {
  const page = await getPage(actor, slug, asked ?? reader).catch(throwErrorResponse);
  const { title, description, effectiveOn, body, rendered, language, languages } = page;
  const versions = await listLegalVersions(actor, { slug, language });
  const text = {
    slug,
    title,
    description,
    effectiveOn,
    body,
    rendered,
    language,
    languages,
    asked,
    versions,
  };
  return withHeadings(text);
}

type Place = { slug: string; language: string; version: string };

/** For loaders: one version of a legal text that was in force, or is. */
export async function loadLegalVersion(actor: Actor, { slug, language, version }: Place) {
  if (!/^\d{1,6}$/.test(version)) throw data('error.not-found', { status: 404 });
  const page = await getPage(actor, slug, language).catch(throwErrorResponse);
  const place = { slug, language: page.language, number: Number(version) };
  const found = await getLegalVersion(actor, place).catch(throwErrorResponse);
  const [newest] = await listLegalVersions(actor, place);
  const isInForce = newest?.number === place.number;
  return withHeadings({ ...found, slug, language: page.language, isInForce });
}
