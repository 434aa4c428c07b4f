import { describe, expect, test } from 'vitest';
import { getTableColumns } from 'drizzle-orm';
import { retentionTable } from '~/features/compliance/retention/retention-table.server';
import { fieldText } from '~/features/compliance/retention/retention-texts';
import type { Language } from '~/config/config.server';
import { translateIn } from '~/i18n/translations.server';
import { useHeldValue } from './held-value';
import { markupOf } from '../../../../tests/support/site/markup-of';

const languages = ['en', 'fr', 'de'] as const;

function shown(language: Language, table: string, field: string, value: unknown): string {
  const Value = () => useHeldValue()(table, field, value);
  return markupOf(<Value />, language);
}

describe('what is held about a reader', () => {
  test.each([
    ['intranet_resources', 'collection', 'userIntranet', 'Library', 'Bibliothèque', 'Bibliothek'],
    ['sign_in_methods', 'providerId', 'credential', 'password', 'mot de passe', 'Passwort'],
    ['users', 'role', 'USER', 'Member', 'Membre', 'Mitglied'],
    ['subscriptions', 'lists', ['events'], 'Events', 'Événements', 'Veranstaltungen'],
    ['subscriptions', 'status', 'active', 'active', 'actif', 'aktiv'],
    ['users', 'language', 'fr', 'French', 'Français', 'Französisch'],
    ['users', 'country', 'DE', 'Germany', 'Allemagne', 'Deutschland'],
    ['security_events', 'event', 'session.start', 'Sign-in', 'Connexion', 'Anmeldung'],
    [
      'security_events',
      'event',
      'user.suspend',
      'Account suspended',
      'Compte suspendu',
      'Konto gesperrt',
    ],
    ['users', 'suspendedAt', null, '–', '–', '–'],
    ['subscriptions', 'leftLists', [], '–', '–', '–'],
    ['users', 'phone', '', '–', '–', '–'],
    ['users', 'emailSubscriber', true, 'Yes', 'Oui', 'Ja'],
    ['users', 'effectiveOn', '2026-03-01', '1 March 2026', '1er mars 2026', '1. März 2026'],
  ])('is in words: %s.%s %j', (table, field, value, english, french, german) => {
    const said = languages.map((language) => shown(language, table, field, value));
    expect(said).toEqual([english, french, german]);
  });

  test('keeps what somebody wrote, even if it is also a code', () => {
    expect(shown('en', 'users', 'title', 'active')).toBe('active');
    expect(shown('en', 'saved_views', 'list', 'users')).toBe('users');
  });

  test('names the parts of a compound value', () => {
    expect(shown('en', 'drafts', 'fields', { title: 'Draft', pinned: false })).toBe(
      'title: Draft; pinned: No',
    );
  });

  test.each(languages)('has no two fields of one name in a record, in %s', (language) => {
    const t = translateIn(language);
    const named = retentionTable
      .filter(({ ofPerson }) => ofPerson)
      .flatMap((row) =>
        Object.keys(getTableColumns(row.table))
          .filter((field) => !row.secret.includes(field))
          .map((field) => `${row.name}: ${fieldText(t, field)}`),
      );
    expect(named.filter((name, place) => named.indexOf(name) < place)).toEqual([]);
  });

  test('has words for each of its codes', () => {
    const codes = retentionTable
      .filter(({ ofPerson }) => ofPerson)
      .flatMap(({ name, table, secret }) =>
        Object.entries(getTableColumns(table))
          .filter(([field]) => !secret.includes(field))
          .flatMap(([field, { enumValues = [] }]) =>
            enumValues.map((code) => ({ name, field, code })),
          ),
      );
    expect(codes.length).toBeGreaterThan(100);
    // In one language the word may be the code itself.
    const bare = codes.filter(({ name, field, code }) =>
      languages.every((language) => shown(language, name, field, code) === code),
    );
    expect(bare).toEqual([]);
  });
});
