/** What the check adds to a form. */
export const appCheckField = 'appCheck';
/** A hidden honeypot field, which only programs fill in. */
export const honeypotField = 'website';
