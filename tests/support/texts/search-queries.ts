/** Who searches, in which language and writing, for what, and what has to be among the first five. */
export type QualityQuery = {
  language: 'en' | 'fr' | 'de' | 'pl' | 'bg' | 'el';
  what: string;
  query: string;
  /** File name of a test document, title of a library document, or address of a public page. */
  expected: string;
};

const polish = 'pl-supreme-court-resolution-1994-5p.pdf';
const bulgarian = 'bg-epep-rules-7p.pdf';
const greek = 'el-fek-a28-2018-2p.pdf';
const french = 'fr-proces-verbal-2p.pdf';
const american = 'en-us-appeals-opinion-17p.pdf';
const motion = 'redaction-good-real-en.pdf';
const fees = 'redaction-none-text-on-dark-background-en.pdf';
const word = 'docx-textbox-footnote-en.docx';
const openDocument = 'odt-trivial-en.odt';
const german = 'de-geotopo-117p.pdf';
const hearing = 'redaction-bad-black-highlight-bg.docx';
const google = 'Google Spain and Google (example summary)';
const lindqvist = 'Lindqvist (example summary)';
const rynes = 'Ryneš (example summary)';
const syri = 'NJCM and others v State of the Netherlands (SyRI) (example summary)';
const census = 'Volkszählung (Census judgment) (example summary)';
const tele2 = 'Tele2 Sverige and Watson (example summary)';
const schrems = 'Schrems (Schrems I) (example summary)';

const row = (
  language: QualityQuery['language'],
  what: string,
  query: string,
  expected: string,
): QualityQuery => ({ language, what, query, expected });

/** Of a file of `tests/documents`; what else is expected is of the demonstration content. */
export const isRealFile = (expected: string): boolean => /\.(pdf|docx|odt)$/.test(expected);

/** Chosen by what people do when they search, not by whether it is found. */
export const qualityQueries: readonly QualityQuery[] = [
  row('en', 'words', 'preliminary injunction religious gatherings', american),
  row('en', 'other form of the word', 'appealing', american),
  row('en', 'exact phrase', '"Chief Judge"', american),
  row('en', 'number of the court', '20-1507', american),
  row('en', 'typing error', 'appelant injuction', american),
  row('en', 'typing error in a name', 'Lindqist', lindqvist),
  row('en', 'swapped letters', 'Schrmes', schrems),
  row('en', 'accent left out', 'rynes', rynes),
  row('en', 'accent left out', 'puskar', 'Puškár (example summary)'),
  row('en', 'keyword of the details', 'household exemption', rynes),
  row('en', 'plural', 'search engines', google),
  row('en', 'name and word', 'watson retention', tele2),
  row('en', 'ECLI', 'ECLI:EU:C:2014:317', google),
  row('en', 'ECLI in small letters', 'ecli:eu:c:2003:596', lindqvist),
  row('en', 'ECLI with blanks', 'ECLI EU C 2014 2428', rynes),
  row('en', 'ECLI without its first part', 'EU:C:2016:970', tele2),
  row('en', 'ECLI of a national court', 'ecli:nl:rbdha:2020:865', syri),
  row('en', 'ECLI and a word', 'Lindqvist ECLI:EU:C:2003:596', lindqvist),
  row('en', 'case number', 'C-131/12', google),
  row('en', 'case number, other hyphen', 'C‑131/12', google),
  row('en', 'case number without hyphen', 'c 131/12', google),
  row('en', 'case number without letter', '131/12', google),
  row('en', 'case number announced', 'Case C-101/01', lindqvist),
  row('en', 'case number of an application', 'C/09/550982', syri),
  row('en', 'name and case number', 'Schrems C-362/14', schrems),
  row('en', 'article', 'right of access', '/article/right-of-access-in-six-judgments'),
  row('en', 'article, another form', 'automated judgments', '/article/from-score-to-decision'),
  row('en', 'cited decision', 'C-634/21', '/article/from-score-to-decision'),
  row('en', 'event by its place', 'helsinki seminar', '/events/seminar-helsinki-children'),
  row('en', 'page', 'privacy policy', '/privacy-policy'),
  row('en', 'news', 'annual conference call for papers Tallinn', '/news/call-for-papers-tallinn'),
  row('en', 'words', 'temporary restraining order denied', american),
  row('en', 'plural for singular', 'executive orders of the governor', american),
  row('en', 'section of a law', '28 U.S.C. § 1291', american),
  row('en', 'accent left out in a name', 'Espinal-Dominguez', american),
  row('en', 'words', 'class certification', motion),
  row('en', 'exact phrase', '"merchant processing company"', motion),
  row('en', 'number of the court', '3:19-cv-05711', motion),
  row('en', 'words', 'insolvent estate receiver', fees),
  row('en', 'amount', '$261,601.20', fees),
  row('en', 'typing error', 'reciever insolvant', fees),
  row('en', 'words in a text box', 'here is a text box', word),
  row('en', 'exact phrase in a footnote', '"This is a footnote"', word),
  row('en', 'other form', 'captions for figures', word),
  row('en', 'words', 'lorem ipsum dolor', openDocument),
  row('en', 'exact phrase', '"takimata sanctus"', openDocument),
  row('fr', 'accents left out', 'proces verbal demolition', french),
  row('fr', 'plural', 'démolitions partielles', french),
  row('fr', 'exact phrase', '"comité consultatif d’urbanisme"', french),
  row('fr', 'straight apostrophe', "l'immeuble patrimonial", french),
  row('fr', 'other form of the verb', 'approuvé la demande de démolition', french),
  row('fr', 'typing error', 'patrimonail', french),
  row('fr', 'news', 'effacement d’office', '/news/effacement-d-office'),
  row('fr', 'singular for plural', 'annotation du correcteur', '/news/copie-d-examen'),
  row('fr', 'case number', 'C‑579/21', '/news/journaux-de-consultation'),
  row('fr', 'number of a resolution', 'DM-2023-001', french),
  row('fr', 'other gender', 'greffier adjoint', french),
  row('fr', 'name without accents', 'Gaetan Gagne', french),
  row('fr', 'elision', "l'authenticité du théâtre", french),
  row('de', 'umlaut left out', 'volkszahlungsurteil', '/news/volkszaehlungsurteil'),
  row('de', 'umlaut written with e', 'Volkszaehlung', census),
  row('de', 'other case', 'informationeller Selbstbestimmung', '/news/volkszaehlungsurteil'),
  row('de', 'compound with hyphen', 'Datenschutz-Grundverordnung', '/news/volkszaehlungsurteil'),
  row('de', 'compound without hyphen', 'Datenschutzgrundverordnung', '/news/volkszaehlungsurteil'),
  row('de', 'part of a compound', 'Grundverordnung', '/news/volkszaehlungsurteil'),
  row('de', 'plural', 'Kopien der Patientenakten', '/news/kopie-der-patientenakte'),
  row('de', 'exact phrase', '"erste Kopie seiner Patientenakte"', '/news/kopie-der-patientenakte'),
  row('de', 'sharp s', 'Verhaeltnismässigkeit Menschenwürde', '/news/volkszaehlungsurteil'),
  row('de', 'typing error', 'Verhältnismäsigkeit', '/news/volkszaehlungsurteil'),
  row('de', 'case number', '1 bvr 209/83', census),
  row('de', 'ECLI with small letters', 'ECLI:DE:BVERFG:1983:RS19831215.1BVR020983', census),
  row('de', 'words', 'topologischer Raum Umgebung', german),
  row('de', 'other case', 'topologischen Räumen', german),
  row('de', 'plural', 'Simplizialkomplexe', german),
  row('de', 'genitive', 'des Eigenvektors', german),
  row('de', 'umlaut left out', 'Homoomorphismus', german),
  row('de', 'umlaut written with e', 'Moebiusband', german),
  row('de', 'sharp s', 'Aussenwinkel', german),
  row('de', 'exact phrase', '"abgeschlossene Hülle"', german),
  row('de', 'compound with hyphen', 'Zariski Topologie', german),
  row('de', 'compound in two words', 'Spur Topologie', german),
  row('de', 'part of a compound', 'Inzidenz', german),
  row('de', 'typing error', 'Fundamentalgrupe', german),
  row('de', 'name', 'Leuzinger', german),
  row('de', 'number of a definition', '"Definition 82"', german),
  row('pl', 'accents left out', 'sad najwyzszy uchwala', polish),
  row('pl', 'word forms', 'emerytury i renty', polish),
  row('pl', 'other case', 'ubezpieczenia społeczne', polish),
  row('pl', 'case number', 'II UZP 26/94', polish),
  row('pl', 'case number in small letters', 'ii uzp 26 / 94', polish),
  row('pl', 'typing error', 'rewaloryzcja', polish),
  row('pl', 'exact phrase', '"koszty uzyskania przychodu"', polish),
  row('pl', 'name in its first form', 'Stefan Trautsolt', polish),
  row('pl', 'word over the end of a line', 'analogicznych zasad', polish),
  row('pl', 'number of the journal', 'Dz. U. Nr 104 poz. 450', polish),
  row('bg', 'words', 'електронно правосъдие', bulgarian),
  row('bg', 'other form', 'електронното правосъдие', bulgarian),
  row('bg', 'singular for plural', 'съдебно дело', bulgarian),
  row('bg', 'typing error', 'потребителскии профил', bulgarian),
  row('bg', 'exact phrase', '"личен потребителски профил"', bulgarian),
  row('bg', 'singular for plural', 'електронна призовка', bulgarian),
  row('bg', 'date', '25.02.2016', bulgarian),
  row('bg', 'other form', 'касационен жалбоподател', hearing),
  row('bg', 'exact phrase', '"писмени доказателства"', hearing),
  row('bg', 'abbreviation and word', 'ЦИК удостоверение', hearing),
  row('bg', 'typing error', 'юрисконслут', hearing),
  row('el', 'capitals and accents', 'ΕΙΣΑΓΓΕΛΙΑ ΕΦΕΤΩΝ', greek),
  row('el', 'accents left out', 'οργανικων θεσεων', greek),
  row('el', 'other form', 'εισαγγελέας εφετών', greek),
  row('el', 'number of the law', '4509/2017', greek),
  row('el', 'plural', 'προεδρικά διατάγματα', greek),
  row('el', 'exact phrase over the end of a line', '"Συμβουλίου της Επικρατείας"', greek),
  row('el', 'capitals, another case', 'ΑΡΕΙΟΣ ΠΑΓΟΣ', greek),
  row('el', 'name with its accent', 'Κοντονής', greek),
  row('el', 'typing error', 'διατάγμτος', greek),
  row('el', 'number of another law', '1756/1988', greek),
];
