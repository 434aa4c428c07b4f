import { z } from 'zod';
import { isDay } from '~/lib/time/wall-time';

const day = z.string().refine(isDay).optional().catch(undefined);

/** From a day to a day, both included, as they stand in the address of a list; what is no day counts as not chosen. */
export const dayRange = { from: day, to: day };
export type DayRange = { from?: string | undefined; to?: string | undefined };
