import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { countryName, languageName } from '~/lib/format/display-names';
import { formatDate, formatInstant, siteZone } from '~/lib/format/format-date';
import { formatBytes } from '~/lib/format/format-number';

/** The text of a code, by table and field, or by field in whichever table. */
const wordsOf: Record<string, (code: string) => string | string[]> = {
  'account_proposals.kind': (code) => `audit.action.user.${code === 'role' ? 'update-role' : code}`,
  'appeals.result': (code) => `appeal-result.${code}`,
  'application_messages.kind': (code) => `application.message.${code}`,
  'audit_entries.action': (code) => `audit.action.${code}`,
  'audit_entries.actorKind': (code) => `own-data.actor.${code}`,
  'audit_entries.result': (code) => `audit.result.${code}`,
  'audit_entries.targetKind': (code) => `audit.kind.${code}`,
  'decision_proposals.state': (code) => `decision-proposal.state.${code}`,
  'event_registrations.mode': (code) => `registration.mode.${code}`,
  'event_registrations.status': (code) => `registration.state.${code}`,
  'flagged_comments.state': (code) => `review.state.${code}`,
  'flags.reason': (code) => `flag.reason.${code}`,
  'follow_notices.kind': (code) => `own-data.notice.${code}`,
  'follows.rhythm': (code) => `follows.rhythm.${code}`,
  'forum_comments.state': (code) => `review.comment-state.${code}`,
  'forum_follows.level': (code) => `follow.${code}`,
  'intranet_resources.textState': (code) => `document.text.${code}`,
  'intranet_uploads.state': (code) => `own-data.upload.${code}`,
  'mails.state': (code) => `outbox.state.${code}`,
  'membership_applications.feeStatus': (code) => `applications.fee.${code}`,
  'membership_applications.memberCategory': (code) => `membership.category.${code}`,
  'membership_applications.status': (code) => `application.state.${code}`,
  'newsletter_deliveries.state': (code) => `delivery.${code}`,
  'one_time_tokens.purpose': (code) => `own-data.purpose.${code}`,
  'review_decisions.kind': (code) => `own-data.review.${code}`,
  'review_decisions.measure': (code) => `measure.${code}`,
  // Some events are of the log of safety alone, the others actions.
  'security_events.event': (code) => [`security-log.event.${code}`, `audit.action.${code}`],
  'security_events.outcome': (code) => `security-log.outcome.${code}`,
  'subscriptions.declinedLists': (code) => `list.${code}`,
  'subscriptions.leftLists': (code) => `list.${code}`,
  'subscriptions.lists': (code) => `list.${code}`,
  'subscriptions.requestedLists': (code) => `list.${code}`,
  'subscriptions.status': (code) => `own-data.subscription.${code}`,
  'tracked_errors.kind': (code) => `errors.kind.${code}`,
  role: (code) => `role.${code}`,
};

/** Codes that stand for one thing only, with the fields that have them. */
const singleCodes: Record<string, TextKey> = {
  'collection.adminIntranet': 'intranet.title-admin',
  'collection.userIntranet': 'intranet.title',
  'deviceType.multiDevice': 'own-data.device.several',
  'deviceType.singleDevice': 'own-data.device.one',
  'providerId.credential': 'retention.field.password',
};

const languageFields = ['language', 'preferredLanguage', 'workingLanguages'];
const countryFields = ['country', 'guestCountry'];

/** Words for the value of a field, as a reader understands it; the export has it as it is kept. */
export function useHeldValue(): (table: string, field: string, value: unknown) => string {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();

  const word = (table: string, field: string, text: string): string => {
    const single = singleCodes[`${field}.${text}`];
    if (single) return t(single);
    const keys = [(wordsOf[`${table}.${field}`] ?? wordsOf[field])?.(text) ?? []].flat();
    const known = keys.find((key) => textOf(key) !== key);
    return known === undefined ? text : textOf(known);
  };
  const ofText = (table: string, field: string, text: string): string => {
    if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return formatInstant(text, language, siteZone);
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text, language);
    if (languageFields.includes(field)) return languageName(text, language);
    if (countryFields.includes(field)) return countryName(text, language);
    return word(table, field, text);
  };
  const ofObject = (table: string, value: object): string => {
    const parts = Object.entries(value).map(
      ([name, one]) => `${t('word.label', { label: name })} ${inWords(table, name, one)}`,
    );
    return parts.join('; ');
  };
  const inWords = (table: string, field: string, value: unknown): string => {
    if (typeof value === 'string') return ofText(table, field, value) || '–';
    if (typeof value === 'boolean') return t(value ? 'word.yes' : 'word.no');
    if (typeof value === 'number')
      return field === 'bytes' ? formatBytes(value, language) : String(value);
    if (Array.isArray(value))
      return value.map((one) => inWords(table, field, one)).join(', ') || '–';
    const words = typeof value === 'object' && value !== null ? ofObject(table, value) : '';
    return words || '–';
  };
  return inWords;
}
