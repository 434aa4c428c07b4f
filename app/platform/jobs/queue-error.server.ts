import { AppError } from '~/policy/errors';

/** What the queue adds to the message: one outage would have as many reasons as there are workers. */
const worker = / \(Queue: .*, Worker: .*\)$/;

/** The queue tells of copies of errors, which are none: an outage would not be known as one. */
export function queueError(told: unknown): unknown {
  if (typeof told !== 'object' || told === null || !('message' in told)) return told;
  if ('code' in told && told.code === 'error.service-unavailable') {
    return new AppError('error.service-unavailable');
  }
  if (told instanceof Error) return told;
  const message = String(told.message).replace(worker, '');
  return Object.assign(new Error(message), told, { message });
}
