import reading from '~/ui/reading.module.css';

type ContentsProps = { headings: readonly string[]; title: string };

/** The sections of a long text, with links to them; see `hasAnchors` of the rich text. */
export function Contents({ headings, title }: ContentsProps) {
  if (headings.length < 3) return null;
  return (
    <nav className={reading.section} aria-labelledby="contents">
      <h2 id="contents">{title}</h2>
      <ul className={reading.plain}>
        {headings.map((heading, position) => (
          <li key={`${position} ${heading}`}>
            <a href={`#section-${position + 1}`}>{heading}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
