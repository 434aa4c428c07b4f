import { useLangOf, useTranslate } from '~/i18n/translation-context';
import type { MenuLabel as Label } from '~/policy/navigation';

/** The words of an entry of the menu. */
export function MenuLabel({ label }: { label: Label }) {
  const t = useTranslate();
  const langOf = useLangOf();
  if (typeof label === 'string') return t(label);
  return <span lang={langOf(label.language)}>{label.text}</span>;
}
