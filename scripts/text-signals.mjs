/** Asks a favour of the reader, which "please" is for; everywhere else a text says what to do. */
const favours = [
  'mail.registration.moved-up.text',
  'mail.registration.reminder.text',
  'security-policy.intro',
  'security-policy.write',
];

/** Names a message that a person writes in a form or sees on the page, not an e-mail. */
const messages = [
  'application.field.message',
  'application.short.message',
  'errors.message',
  'retention.field.message',
  'toast.close',
  'toast.region',
];

/** What a member or a guest of an event pays, and what a newsletter is made of, is a „Beitrag“ too. */
const contributions = [
  'audit.action.application.fee',
  'content.field.feeText',
  'event-editor.fee',
  'events.fee',
  'newsletter.body-hint',
  'newsletter.in-archive-hint',
];

/** An ordinary space in French where a line may not break: before ; : ! ? » %, after «, in a number. */
export const breakingSpace = /(?<=\S) [;:!?»%](?=[\s.,)»]|$)|« |\d \d{3}(?!\d)/;

/** @typedef {{ why: string, pattern: RegExp, except?: string[] }} Signal */

/**
 * Signs of a text that a native editor would change, by language.
 * @type {Record<string, Signal[]>}
 */
export const signals = {
  en: [
    { why: 'say what to do, without "please"', pattern: /\bplease\b/i, except: favours },
    {
      why: 'say "someone", "anyone", or name the person',
      pattern: /\b(some|any)body\b|\bwhoever\b|\bwho wants\b/i,
    },
    {
      why: 'say "informed", "see", "is", "added" or "checked"',
      pattern: /\btold\b|\btell of\b|\bstands?\b|\bput in\b|\blooked at\b/i,
    },
    { why: 'a message is an "e-mail"', pattern: /(?<![-\w{])mails?\b(?! servers?\b)/i },
    { why: 'it is called "Library" on screen', pattern: /\bIntranet\b/ },
    { why: 'it is called a "topic" of the forum', pattern: /\bdiscussions?\b/i },
    { why: 'what goes wrong is an "error"', pattern: /\bfaults?\b/i },
    { why: 'a thing is "removed" or "downloaded"', pattern: /\b(take|taken) (off|out)\b/i },
    { why: 'a link or an invitation "expires"', pattern: /\bha(s|ve) run out\b/i },
    {
      why: 'a label is "forum categories", not "X of the Y"',
      pattern: /^[^\s{]+( [^\s{]+)? of the [^.]*$/,
    },
  ],
  fr: [
    { why: 'une espace insécable précède ; : ! ? » %, suit «', pattern: breakingSpace },
    { why: 'dire ce qu’il faut faire, sans « veuillez »', pattern: /veuillez/i, except: favours },
    { why: 'un message est un « courriel »', pattern: /\bmessages?\b/i, except: messages },
    { why: 'un message est un « courriel »', pattern: /\bcourriers?\b/i },
    {
      why: 'dans le forum, on ouvre une « discussion »',
      pattern: /(?<!\b(au|hors|même|ce|votre) )\bsujets?\b/i,
    },
    {
      why: 'un fichier arrive par « téléversement »',
      pattern: /\benvois? interrompus?\b|\buploads?\b/i,
    },
    { why: 'on dit « tâches en arrière-plan »', pattern: /\btâches? de fond\b/i },
    { why: 'on dit « erreur »', pattern: /\bpannes?\b/i },
    { why: 'on dit « code de récupération »', pattern: /\bcodes? de secours\b/i },
    { why: 'on dit « conseil d’administration »', pattern: /\b(du|au) bureau\b/i },
    {
      why: 'on dit « politique de protection des données »',
      pattern: /\bpolitique de confidentialité\b/i,
    },
    { why: 'un bouton dit « Rechercher »', pattern: /^Chercher\b/ },
    { why: 'on « clique »', pattern: /\bappuye[rz] sur le (bouton|lien)/i },
  ],
  de: [
    { why: 'sagen, was zu tun ist, ohne „bitte“', pattern: /\bbitte\b/i, except: favours },
    { why: 'eine Nachricht ist eine „E-Mail“', pattern: /(?<![-\w{])Mails?\b/ },
    {
      why: 'es ist eine „E-Mail“ oder eine „Neuigkeit“',
      pattern: /\bNachricht(en)?\b/,
      except: messages,
    },
    { why: 'es heißt „Rundbrief“', pattern: /\bNewsletters?\b/ },
    { why: 'es heißt „Artikel“', pattern: /\bAufs(atz|ätzen?)/ },
    {
      why: 'im Forum schreibt man „Kommentare“',
      pattern: /\bBeitr(ag|äge)/,
      except: contributions,
    },
    { why: 'es heißt „Nutzungsbedingungen“', pattern: /\bVereinbarung/ },
    { why: 'es heißt „Bibliothek“', pattern: /\bIntranet\b/ },
    { why: 'es heißt „Authentifizierungs-App“', pattern: /\bAuthenticator/ },
    { why: 'es heißt „freiwillig“', pattern: /\boptional\b/i },
    { why: 'es heißt „der ECLI“', pattern: /\b(die|eine|keine|[Ii]hre) ECLI\b/ },
    { why: 'es heißt „Vereinigung“', pattern: /\bVereins?\b/ },
    { why: 'es heißt „Tab“', pattern: /Registerkarte/ },
    { why: 'man „klickt“', pattern: /\bdrücken Sie\b/i },
  ],
};

/**
 * @param {string} language
 * @param {string} key
 * @param {string} text
 * @returns {string[]} what an editor would say to it
 */
export const signalsIn = (language, key, text) =>
  (signals[language] ?? [])
    .filter(({ pattern, except }) => pattern.test(text) && !except?.includes(key))
    .map(({ why }) => why);
