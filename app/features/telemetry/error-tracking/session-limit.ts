/** Spec section 9: at most so many distinct errors of one session are kept. */
export const maxErrorsPerSession = 100;
