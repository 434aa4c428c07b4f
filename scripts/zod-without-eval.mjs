/**
 * Replaces `zod` in the build. In browsers it must not test whether `new Function` works: the
 * Content-Security-Policy forbids it, and browsers report each attempt.
 */
import { config } from 'zod/v4';

config({ jitless: !import.meta.env.SSR });

export * from 'zod/v4';
