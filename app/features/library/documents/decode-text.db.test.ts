import { expect, test } from 'vitest';
import { decodeText } from './decode-text';

/** Bytes of a text in an old encoding, by asking its decoder for each of the 256. */
function encode(text: string, encoding: string): Uint8Array {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const table = [...bytes].map((byte) => new TextDecoder(encoding).decode(Uint8Array.of(byte)));
  return Uint8Array.from([...text].map((character) => table.indexOf(character)));
}

const texts = {
  'windows-1252':
    'Das Gericht hat über die Löschung der Daten zu entscheiden – „Größe“. Décision rendue à Liège : l’accès.',
  'iso-8859-2':
    'Sąd Najwyższy po rozpoznaniu sprawy o zwrot nienależnie pobranego świadczenia. Soudce řekl, že žaloba je důvodná.',
  'windows-1250':
    'Sąd Najwyższy po rozpoznaniu sprawy o zwrot świadczenia; „wyrok” z dnia 28 września.',
  'windows-1251':
    'Правила за достъп до електронни съдебни дела в Единния портал за електронно правосъдие.',
  'windows-1253':
    'Το δικαστήριο αποφάσισε για την προστασία των προσωπικών δεδομένων και τη διαγραφή τους.',
};

test.each(Object.entries(texts))('a text in %s is read', (encoding, text) => {
  expect(decodeText(encode(text, encoding))).toBe(text);
});

test('UTF-8 and UTF-16, with and without a mark', () => {
  const text = 'Das Gericht – Απόφαση';
  expect(decodeText(new TextEncoder().encode(text))).toBe(text);
  expect(decodeText(new TextEncoder().encode(`\uFEFF${text}`))).toBe(text);
  const little = Buffer.from('The court decided.', 'utf16le');
  expect(decodeText(little)).toBe('The court decided.');
  expect(decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), little]))).toBe('The court decided.');
  expect(decodeText(Buffer.from(little).swap16())).toBe('The court decided.');
});
