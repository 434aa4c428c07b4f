import { useLangOf } from '~/i18n/translation-context';
import classes from './relations.module.css';
import type { Sentence as SentenceOfText } from './sentences.server';

/** The sentence that cites a decision, as it is in the text. */
export function Sentence({ sentence }: { sentence: SentenceOfText | undefined }) {
  const langOf = useLangOf();
  if (!sentence) return null;
  const { text, language } = sentence;
  return (
    <blockquote className={classes.sentence} lang={language ? langOf(language) : undefined}>
      {text}
    </blockquote>
  );
}
