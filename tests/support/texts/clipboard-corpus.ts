import { readFileSync } from 'node:fs';
import type { ClipboardCase } from './clipboard-cases';

/**
 * One note as it comes out of a word processor: written once, saved as DOCX, DOC, RTF (the form of
 * Outlook's mails) and PDF, opened again and copied. The HTML is as LibreOffice 7.4 gives it; of
 * the PDF a reader gives the lines.
 */
const note = [
  '<b>Note on access</b>',
  'The <b>right</b> of <i>access</i> under <u>Article 15</u><sup>1</sup>, H<sub>2</sub>O, m<sup>2</sup>, <s>old</s>, see <a https://curia.europa.eu/>the site</a>.',
  '<b>Points</b>',
  '- Lawfulness',
  '  - consent',
  '  - contract',
  '- Purpose',
  '1. Admissibility',
  '  1. time limit',
  '1. Merits',
  '[1] Words that stand in.',
  'Court | <b>Year</b>',
  'CJEU | 2014',
  'The referring court asks, in essence, whether Article 15 of the regulation must be interpreted as giving the controller the choice between naming the recipients and naming their categories only, and what follows from that for the person concerned.',
  '<sup>1</sup>Case C-131/12.',
];

const file = (name: string) => readFileSync(new URL(`clipboard/${name}`, import.meta.url), 'utf8');

export const clipboardCorpus: (ClipboardCase & { lines?: string })[] = [
  { name: 'a Word document (DOCX)', html: file('word-docx.html'), expected: note },
  { name: 'an old Word document (DOC)', html: file('word-doc.html'), expected: note },
  { name: 'a mail in RTF', html: file('outlook-rtf.html'), expected: note },
  {
    name: 'a PDF, by its lines',
    html: '',
    lines: file('pdf-lines.txt'),
    expected: [
      [
        'Note on access',
        'The right of access under Article 151, H2O, m2, old, see the site.',
        'Points',
        '•Lawfulness',
        '◦consent',
        '◦contract',
        '•Purpose',
        '1.Admissibility',
        'a)time limit',
        '2.Merits',
        'Words that stand in.',
        'Court Year',
        'CJEU 2014',
        'The referring court asks, in essence, whether Article 15 of the regulation must be interpreted as giving the controller the choice between naming the recipients and naming their categories only, and what follows from that for the person concerned.',
        '1 Case C-131/12.',
      ].join('⏎'),
    ],
  },
];
