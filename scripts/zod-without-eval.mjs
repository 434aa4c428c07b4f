/**
 * What the build takes for `zod`: on pages it does not try whether code may be made from text, which
 * the Content-Security-Policy refuses and browsers report. On the server it may.
 */
import { config } from 'zod/v4';

config({ jitless: !import.meta.env.SSR });

export * from 'zod/v4';
