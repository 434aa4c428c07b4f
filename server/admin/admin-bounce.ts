import type { Readable } from 'node:stream';
import { commandLine } from '~/policy/actor';
import { importBounces } from '~/features/newsletters/delivery/bounces.server';
import { Refusal } from '~/policy/refusal';

/** Bytes of a mail: what servers send back is far smaller. */
const longest = 25 * 1024 * 1024;

/**
 * Takes one mail from a mail server's pipe. Anybody can send mails to its address, so a report
 * counts only when it names the very mail that was sent.
 * @param input the whole mail
 */
export async function importBounce(input: Readable, say: (line: string) => void): Promise<boolean> {
  const source = await readAll(input);
  const { reports, ended } = await importBounces(commandLine, [source], { isFromAnybody: true });
  if (reports === 0) say('Nothing was changed: the mail does not say that one of ours came back.');
  else if (ended === 0) say('Noted. The address still gets mails: it may be there again.');
  else say('Noted. The address gets no further e-mails.');
  return true;
}

async function readAll(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > longest) throw new Refusal('The mail is too large to be a report.');
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString();
}
