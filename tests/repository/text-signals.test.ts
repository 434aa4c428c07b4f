import { expect, test } from 'vitest';
import { signalsIn } from '../../scripts/text-signals.mjs';

test.each([
  ['en', 'Please choose a country.'],
  ['en', 'Whoever registered is told by e-mail.'],
  ['en', 'You will receive a mail.'],
  ['en', 'Open the intranet: Intranet'],
  ['en', 'Categories of the forum'],
  ['en', 'Your invitation has run out.'],
  ['en', 'Take off: {{title}}'],
  ['en', 'So that we can fix the fault.'],
  ['fr', 'Veuillez choisir un pays.'],
  ['fr', 'Nous vous envoyons un message électronique.'],
  ['fr', 'Choisissez « Suivre ».'],
  ['fr', 'Voulez-vous continuer ?'],
  ['fr', '10 000 caractères au plus'],
  ['fr', '{{count}} % du total'],
  ['fr', 'Vos messages sont suspendus.'],
  ['fr', 'Ouvrez un sujet dans le forum.'],
  ['fr', 'Abandonner les envois interrompus'],
  ['fr', 'Codes de secours renouvelés'],
  ['fr', 'Chercher partout'],
  ['de', 'Bitte wählen Sie ein Land.'],
  ['de', 'Öffnen Sie eine neue Registerkarte.'],
  ['de', 'Neue Nachricht'],
  ['de', 'Gemeldeter Beitrag'],
  ['de', 'Sie erhalten den Newsletter.'],
  ['de', 'Bildunterschrift (optional)'],
  ['de', 'Geben Sie die ECLI ein.'],
])('an editor would change this text in %s: %s', (language, text) => {
  expect(signalsIn(language, 'form.country', text)).not.toEqual([]);
});

test.each([
  ['en', 'Choose a country.'],
  ['en', 'You will receive an e-mail; the mail server answers.'],
  ['en', 'Forum categories'],
  ['en', 'Your session is at the end of the list.'],
  ['en', 'Messages read: {{mails}}'],
  ['fr', 'Choisissez un pays.'],
  ['fr', 'Si vous nous écrivez à ce sujet, indiquez ce numéro.'],
  [
    'fr',
    'Choisissez «\u00a0Suivre\u00a0», ou ajoutez ?tls=off à l’adresse\u00a0: c’est tout\u00a0!',
  ],
  ['fr', '10\u202f000 caractères au plus, à partir de 2026'],
  ['fr', 'La boîte d’envoi garde les courriels.'],
  ['de', 'Wählen Sie ein Land.'],
  ['de', 'Der ECLI und das Aktenzeichen'],
])('an editor would leave this text in %s: %s', (language, text) => {
  expect(signalsIn(language, 'form.country', text)).toEqual([]);
});

test('a favour may be asked for with please', () => {
  const text = 'If you cannot come, please let us know.';
  expect(signalsIn('en', 'mail.registration.reminder.text', text)).toEqual([]);
});
