/** What the check adds to a form. */
export const appCheckField = 'appCheck';
/** Nobody sees it; programs that fill in everything fill it in as well. */
export const honeypotField = 'website';
