import type { RichText } from '~/lib/rich-text';
import { plainText } from '~/lib/rich-text-words';
import reading from './reading.module.css';

type ContentsProps = { text: RichText; title: string };

/** The sections of a long text, with links to them; see `hasAnchors` of the rich text. */
export function Contents({ text, title }: ContentsProps) {
  const headings = text.content.filter(
    (block) => block.type === 'heading' && block.attrs.level === 2,
  );
  if (headings.length < 3) return null;
  return (
    <nav className={reading.section} aria-labelledby="contents">
      <h2 id="contents">{title}</h2>
      <ul className={reading.plain}>
        {headings.map((heading, position) => (
          <li key={plainText(heading)}>
            <a href={`#section-${position + 1}`}>{plainText(heading)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
