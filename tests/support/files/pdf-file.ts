import { constants, deflateSync } from 'node:zlib';

/**
 * A PDF of one page whose content is `piece`, `times` over (ISO 32000-1, 7.5). However long, the
 * file is small: what repeats is packed to a thousandth.
 */
export function pdfOf(piece: string, times = 1): Buffer<ArrayBuffer> {
  const content = deflateSync(Buffer.alloc(piece.length * times, piece), {
    level: constants.Z_BEST_COMPRESSION,
  });
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, position) => {
    const place = file.length;
    file += `${position + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}${table}${end}`, 'latin1');
}

/** A line of content that shows these words. */
export const lineOf = (words: string) => `BT /F1 12 Tf 10 10 Td (${words}) Tj ET\n`;
