import { useLangOf } from '~/i18n/translation-context';
import { SmartLink } from '~/ui/smart-link';
import classes from './footer-lines.module.css';

export type FooterLine = { text: string; language: string; url: string };

/** The lines of the footer that the administration has written. */
export function FooterLines({ lines }: { lines: readonly FooterLine[] }) {
  const langOf = useLangOf();
  if (lines.length === 0) return null;
  return (
    <ul className={classes.lines}>
      {lines.map(({ text, language, url }) => (
        <li key={`${text} ${url}`} lang={langOf(language)}>
          {url ? <SmartLink href={url}>{text}</SmartLink> : text}
        </li>
      ))}
    </ul>
  );
}
