import { z } from 'zod';
import { largestFile } from '~/ui/fields/file-field';

/** Where pictures of texts are stored. */
const address = '/administration/content/pictures';

const stored = z.object({ id: z.uuid(), width: z.number(), height: z.number() });
const answerSchema = z.union([z.object({ picture: stored }), z.object({ error: z.string() })]);

/** What the server knows of a stored picture, or why it has not stored it. */
export type SentPicture = z.output<typeof stored> | 'refused' | 'infected' | 'failed';

/** Sends a picture to the server, which stores it in its sizes. */
export async function sendPicture(file: File): Promise<SentPicture> {
  if (file.size > largestFile) return 'refused';
  const body = new FormData();
  body.set('upload', file);
  const response = await fetch(address, { method: 'POST', body }).catch(() => null);
  if (response?.status === 413) return 'refused';
  const answer = answerSchema.safeParse(await response?.json().catch(() => null));
  if (!answer.success) return 'failed';
  if ('picture' in answer.data) return answer.data.picture;
  const { error } = answer.data;
  if (!error.includes('.storage/')) return 'failed';
  return error === 'error.storage/infected' ? 'infected' : 'refused';
}
