import reading from '~/ui/reading.module.css';
import { headingSections, SectionIndex } from '~/ui/section-index/section-index';
import own from './guide.module.css';

export type GuideText = {
  title: string;
  intro: string;
  sections: { heading: string; paragraphs: string[]; steps: string[] }[];
};

/** A guide with its contents beside it, for the screen and for paper. */
export function Guide({ guide }: { guide: GuideText }) {
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <h1>{guide.title}</h1>
        <p>{guide.intro}</p>
      </header>
      <div className={reading.columns}>
        <aside className={`${reading.aside} ${own.contents}`}>
          <SectionIndex sections={headingSections(guide.sections.map(({ heading }) => heading))} />
        </aside>
        <div className={`${reading.main} ${own.text}`}>
          {guide.sections.map(({ heading, paragraphs, steps }, position) => (
            <section key={heading} aria-labelledby={`section-${position + 1}`}>
              <h2 id={`section-${position + 1}`}>{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {steps.length > 0 && (
                <ol>
                  {steps.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
              )}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
