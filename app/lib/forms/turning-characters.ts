/**
 * Invisible characters that turn the reading direction, by which a name or its ending can look like
 * another (Unicode Technical Report 36, 3.1).
 */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

export const turnsDirection = (text: string): boolean => withoutTurning(text) !== text;

export const withoutTurning = (text: string): string => text.replace(turning, '');
