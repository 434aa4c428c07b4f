/**
 * What programs put on the clipboard as HTML, and the clean text that is expected of it, written
 * as an outline: `- ` and `1. ` for items, `> ` for quotations, two blanks a level, `<b>` marks.
 */
export type ClipboardCase = { name: string; html: string; expected: string[] };

const wordFrame = (
  body: string,
) => `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} @page WordSection1 {size:595.3pt 841.9pt;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->${body}<!--EndFragment--></body></html>`;

const wordItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-GB style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-GB>${text}<o:p></o:p></span></p>`;

const webItem = (level: number, list: string, text: string) =>
  `<div class="ListContainerWrapper SCXW1"><${list} class="ListStyle1 SCXW1" role="list"><li class="OutlineElement Ltr SCXW1" data-listid="1" data-aria-level="${level}" role="listitem"><p class="Paragraph SCXW1"><span class="TextRun SCXW1"><span class="NormalTextRun">${text}</span></span><span class="EOP SCXW1">&nbsp;</span></p></li></${list.slice(0, 2)}></div>`;

const outlook = (body: string) =>
  `<html><head><style>p.MsoNormal{margin:0cm;font-size:11.0pt}</style></head><body lang="EN-GB" link="#0563C1" vlink="#954F72"><div class="WordSection1">${body}</div></body></html>`;

export const clipboardCases: ClipboardCase[] = [
  {
    name: 'Word: paragraphs with marks',
    html: wordFrame(
      `<p class=MsoNormal><span lang=EN-GB>The <b>right</b> of <i style='mso-bidi-font-style:normal'>access</i> under\nArticle <u>15</u>.<o:p></o:p></span></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal><s>Old</s> H<sub>2</sub>O, m<sup>2</sup></p>`,
    ),
    expected: [
      'The <b>right</b> of <i>access</i> under Article <u>15</u>.',
      '<s>Old</s> H<sub>2</sub>O, m<sup>2</sup>',
    ],
  },
  {
    name: 'Word: headings become bold paragraphs',
    html: wordFrame(
      `<h1 style='mso-list:none'><a name="_Toc1"></a><span lang=EN-GB style='font-weight:normal'>Facts</span><o:p></o:p></h1><p class=MsoNormal>First.</p><h2>Law</h2><p class=MsoTitle>Note on <i>consent</i></p>`,
    ),
    expected: ['<b>Facts</b>', 'First.', '<b>Law</b>', '<b>Note on </b><b><i>consent</i></b>'],
  },
  {
    name: 'Word: bullets on two levels',
    html: wordFrame(
      wordItem(1, '·', 'Lawfulness') +
        wordItem(2, 'o', 'consent') +
        wordItem(2, 'o', 'contract') +
        wordItem(1, '·', 'Purpose'),
    ),
    expected: ['- Lawfulness', '  - consent', '  - contract', '- Purpose'],
  },
  {
    name: 'Word: numbers with letters within, then words',
    html: wordFrame(
      `${wordItem(1, '1.', 'Admissibility')}${wordItem(2, 'a)', 'time limit')}${wordItem(2, 'b)', 'interest')}${wordItem(1, '2.', 'Merits')}<p class=MsoNormal>That is all.</p>`,
    ),
    expected: ['1. Admissibility', '  1. time limit', '  1. interest', '1. Merits', 'That is all.'],
  },
  {
    name: 'Word: a list that begins on the second level',
    html: wordFrame(wordItem(2, 'o', 'inner') + wordItem(1, '·', 'outer')),
    expected: ['- inner', '- outer'],
  },
  {
    name: 'Word: paragraphs of a judgment keep their numbers, another number begins another list',
    html: wordFrame(
      `${wordItem(1, '41.', 'The Court notes')}${wordItem(1, '42.', 'It follows')}${wordItem(1, '1.', 'Ruling')}`,
    ),
    expected: ['41. The Court notes', '41. It follows', '1. Ruling'],
  },
  {
    name: 'Word: Roman numbers and letters, whichever goes on',
    html: wordFrame(
      `${wordItem(1, 'iv)', 'four')}${wordItem(1, 'v)', 'five')}<p class=MsoNormal>or</p>${wordItem(1, 'h)', 'aitch')}${wordItem(1, 'i)', 'eye')}`,
    ),
    expected: ['4. four', '4. five', 'or', '8. aitch', '8. eye'],
  },
  {
    name: 'Word: a heading keeps its number',
    html: wordFrame(
      `<h1 style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Law</h1>`,
    ),
    expected: ['<b>2. Law</b>'],
  },
  {
    name: 'Word: remarks in the margin are not for the readers',
    html: wordFrame(
      `<p class=MsoNormal>The <a style='mso-comment-reference:AB_1;mso-comment-date:20260101T1200'>claim</a><span class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor href="#_msocom_1">[AB1]</a></span></span> fails.</p><div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Does it? Ask the rapporteur.</p></div></div></div>`,
    ),
    expected: ['The claim fails.'],
  },
  {
    name: 'Word: what stands in a cell is all there',
    html: wordFrame(
      `<table><tr><td>${wordItem(1, '·', 'a list')}${wordItem(1, '·', 'of two')}</td><td><p class=MsoNormal>One line.</p><p class=MsoNormal>Another.</p></td></tr></table>`,
    ),
    expected: ['- a list', '- of two', 'One line.', 'Another.'],
  },
  {
    name: 'Word for the web: each item a list of its own, headings as paragraphs',
    html: `<div class="SCXW1"><p class="Paragraph SCXW1" role="heading" aria-level="1"><span class="TextRun">Facts</span><span class="EOP">&nbsp;</span></p></div>${webItem(1, 'ul', 'outer')}${webItem(2, 'ul', 'inner')}${webItem(1, 'ul', 'next')}${webItem(1, 'ol start="7"', 'seven')}${webItem(1, 'ol start="8"', 'eight')}`,
    expected: ['<b>Facts</b>', '- outer', '  - inner', '- next', '7. seven', '7. eight'],
  },
  {
    name: 'A numbered list that begins elsewhere',
    html: '<ol start="12"><li>twelve</li><li>thirteen</li></ol><ol start="x"><li>one</li></ol>',
    expected: ['12. twelve', '12. thirteen', '1. one'],
  },
  {
    name: 'Word: footnotes in the text and below it',
    html: wordFrame(
      `<p class=MsoNormal>As the Court held<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[1]</span><![endif]></span></span></a> in 2014.</p><div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> Case C-131/12.</p></div></div>`,
    ),
    expected: ['As the Court held<sup>1</sup> in 2014.', '<sup>1</sup> Case C-131/12.'],
  },
  {
    name: 'Word: endnotes',
    html: wordFrame(
      `<p class=MsoNormal>See<a href="#_edn2" name="_ednref2"><sup>[ii]</sup></a>.</p>`,
    ),
    expected: ['See<sup>ii</sup>.'],
  },
  {
    name: 'Word: indented paragraphs',
    html: wordFrame(
      `<p class=MsoNormal style='margin-left:36.0pt'>one step</p><p class=MsoNormal style='margin-left:2.54cm'>two steps</p>`,
    ),
    expected: ['[1] one step', '[2] two steps'],
  },
  {
    name: 'Word: a table becomes lines',
    html: wordFrame(
      `<table class=MsoTableGrid><tr><td><p class=MsoNormal>Court</p></td><td><p class=MsoNormal><b>Year</b></p></td></tr><tr><td><p class=MsoNormal>CJEU</p></td><td><p class=MsoNormal>2014</p></td></tr></table>`,
    ),
    expected: ['Court | <b>Year</b>', 'CJEU | 2014'],
  },
  {
    name: 'Word: pictures, shapes and comments go',
    html: wordFrame(
      `<p class=MsoNormal>Before<!--[if gte vml 1]><v:shape id="x"><v:imagedata src="file:///C:/x.png"/></v:shape><![endif]--><img src="file:///C:/x.png" alt="x"> after</p>`,
    ),
    expected: ['Before after'],
  },
  {
    name: 'Outlook: a mail with a link and a quotation',
    html: outlook(
      `<p class="MsoNormal">Dear all,<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">please see <a href="https://curia.europa.eu/"><span style="color:#0563C1"><u>the site</u></span></a>.</p><blockquote style="margin-top:5.0pt"><p class="MsoNormal">It was agreed.</p></blockquote>`,
    ),
    expected: [
      'Dear all,',
      'please see <a https://curia.europa.eu/>the site</a>.',
      '> It was agreed.',
    ],
  },
  {
    name: 'Outlook: lists as lists',
    html: outlook(
      `<ul style="margin-top:0cm" type="disc"><li class="MsoListParagraph" style="mso-list:l0 level1 lfo1">One<o:p></o:p></li><li class="MsoListParagraph">Two<ol><li>inner</li></ol></li></ul>`,
    ),
    expected: ['- One', '- Two', '  1. inner'],
  },
  {
    name: 'Outlook on the web: divs and breaks',
    html: `<div style="font-family:Aptos"><span>First line</span></div><div><br></div><div><span>Second<br>with a break</span></div>`,
    expected: ['First line', 'Second⏎with a break'],
  },
  {
    name: 'LibreOffice: headings, list in list, footnote',
    html: `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/><style type="text/css">@page { size: 21cm 29.7cm }</style></head><body lang="en-GB" dir="ltr"><h1 class="western">Title</h1><p style="line-height: 115%; margin-bottom: 0.25cm">Text<sup><a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></sup></p><ul><li><p style="margin-bottom: 0cm">a</p></li><ul><li><p>b</p></li></ul></ul><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>The note</p></div></body></html>`,
    expected: ['<b>Title</b>', 'Text<sup>1</sup>', '- a', '  - b', '<sup>1</sup>The note'],
  },
  {
    name: 'Google Docs: the frame that says bold and is not',
    html: `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-weight:400;font-style:italic"> slanted</span></p><ol><li dir="ltr"><p><span style="text-decoration:underline">first</span></p></li></ol></b>`,
    expected: ['<b>Bold</b><i> slanted</i>', '1. <u>first</u>'],
  },
  {
    name: 'PDF reader: lines with breaks in one paragraph',
    html: `<div style="position:absolute"><span style="font-size:12pt;font-weight:bold">Judgment</span><br><br><span>The applicant lodged a</span><br><span>complaint.</span></div>`,
    expected: ['<b>Judgment</b>', 'The applicant lodged a⏎complaint.'],
  },
  {
    name: 'PDF reader: soft hyphens and hard blanks',
    html: `<p>data pro&shy;tection&nbsp;&nbsp; officer</p>`,
    expected: ['data protection officer'],
  },
  {
    name: 'Hostile: scripts, handlers and addresses that run',
    html: `<p onclick="alert(1)">Click <a href="javascript:alert(1)">here</a> or <a href="data:text/html,x">there</a><script>alert(1)</script><img src=x onerror="alert(1)"><iframe src="https://evil.example"></iframe></p>`,
    expected: ['Click here or there'],
  },
  {
    name: 'Hostile: hidden words',
    html: `<p>Shown<span style="display:none">hidden</span></p>`,
    expected: ['Shown'],
  },
  { name: 'nothing', html: '<html><body><p>&nbsp;</p></body></html>', expected: [] },
];
