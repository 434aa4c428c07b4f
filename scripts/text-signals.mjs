/** Asks a favour of the reader, which "please" is for; everywhere else a text says what to do. */
const favours = [
  'mail.registration.moved-up.text',
  'mail.registration.reminder.text',
  'security-policy.intro',
  'security-policy.write',
];

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
    { why: 'a link or an invitation "expires"', pattern: /\bha(s|ve) run out\b/i },
    {
      why: 'a label is "forum categories", not "X of the Y"',
      pattern: /^[^\s{]+( [^\s{]+)? of the [^.]*$/,
    },
  ],
  fr: [
    { why: 'dire ce qu’il faut faire, sans « veuillez »', pattern: /veuillez/i, except: favours },
    { why: 'un message est un « courriel »', pattern: /(message|courrier)s? électronique/i },
    { why: 'on « clique »', pattern: /\bappuye[rz] sur le (bouton|lien)/i },
  ],
  de: [
    { why: 'sagen, was zu tun ist, ohne „bitte“', pattern: /\bbitte\b/i, except: favours },
    { why: 'eine Nachricht ist eine „E-Mail“', pattern: /(?<![-\w{])Mails?\b/ },
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
