/** Old encodings of one byte a character, the commonest first; each can read any bytes. */
const oldEncodings = ['windows-1252', 'iso-8859-2', 'windows-1250', 'windows-1251', 'windows-1253'];

/**
 * A text file's characters: by its byte order mark, else UTF-8, else UTF-16 without a mark, else the
 * old encoding in which the text looks most like words.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const wide = wideEncodingOf(bytes.subarray(0, 4_000));
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const sample = bytes.subarray(0, 20_000);
    const scores = oldEncodings.map((name) => ({
      name,
      score: likeness(new TextDecoder(name).decode(sample)),
    }));
    const [best] = scores.toSorted((a, b) => b.score - a.score);
    return new TextDecoder(best?.name ?? 'windows-1252').decode(bytes);
  }
}

/** In Western text every other byte of UTF-16 is zero, which no other encoding has. */
function wideEncodingOf(bytes: Uint8Array): string | null {
  const pairs = Math.floor(bytes.length / 2);
  if (pairs < 2) return null;
  const zeros = [0, 0];
  for (let at = 0; at < pairs * 2; at += 1)
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > pairs * 0.4 && even < pairs * 0.1) return 'utf-16le';
  return even > pairs * 0.4 && odd < pairs * 0.1 ? 'utf-16be' : null;
}

/**
 * How much a text looks like words: letters of the languages that use an encoding count for it;
 * capitals inside words, signs between letters and letters of two scripts in one word against it.
 */
function likeness(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const usual = count(/[äöüßéèêëàâçñíóúáãõåæøœîïôûùÄÖÜÉąćęłńśźżčďěňřšťůžőűșțȘȚăđ’“”„–…«»§€]/g);
  const words = text.match(/\p{Script=Cyrillic}{3,}|\p{Script=Greek}{3,}/gu) ?? [];
  const foreign = 2 * words.join('').length;
  const broken =
    count(/(?<=\p{Ll})\p{Lu}/gu) +
    count(/(?<=\p{L})[^\p{L}\p{N}\s\p{P}\p{M}](?=\p{L})/gu) +
    count(
      /\p{Script=Latin}(?=[\p{Script=Cyrillic}\p{Script=Greek}])|[\p{Script=Cyrillic}\p{Script=Greek}](?=\p{Script=Latin})/gu,
    ) *
      2 +
    count(/[\u0080-\u009F\uFFFD]/g) * 3 +
    count(/[¹³¼½¾¤¨¸¶¿¡±÷×ÿþðÞÐ](?=\p{L})|(?<=\p{L})[¹³¼½¾¤¨¸¶¿¡±÷×¢£¥¦¬]/gu);
  return usual + foreign - 2 * broken;
}
