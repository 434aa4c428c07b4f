/**
 * A process of its own: hostile clients of one kind, all from the address 127.0.0.2, for some
 * seconds. Prints how often each status was answered, and of how many refusals Retry-After was missing.
 */
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Hostile, hostileKinds, type Loot } from './hostile-kinds.ts';

type Order = { url: string; kinds: string[]; clients: number; seconds: number; loot: Loot };

const order: Order = JSON.parse(process.argv[2] ?? '{}');
const { hostname, port } = new URL(order.url);
if (hostname !== '127.0.0.1') throw new Error('Only a site on this machine is asked');
// The reader is measured on the same processor.
setPriority(10);

const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' });
/** Streams that one client holds at most: fifty of them hold 1,500. */
const mostHeld = 30;
const until = performance.now() + order.seconds * 1_000;
const answers = new Map<string, number>();
let withoutWait = 0;
let count = 0;

/** Asks once. @returns how to end an answer that is held open */
function ask({ method, path, headers, body, isHeld }: Hostile): Promise<() => void> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const asked = request(
      { hostname, port, method, path, agent, headers: { ...headers, ...length } },
      (answer) => {
        const status = String(answer.statusCode);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (/^(429|503)$/.test(status) && !answer.headers['retry-after']) withoutWait += 1;
        answer.on('error', () => undefined).resume();
        if (isHeld && status === '200') resolve(() => asked.destroy());
        else answer.once('close', () => resolve(() => undefined));
      },
    );
    asked.on('error', (error) => {
      const name = 'code' in error ? String(error.code) : 'error';
      answers.set(name, (answers.get(name) ?? 0) + 1);
      resolve(() => undefined);
    });
    asked.setTimeout(15_000, () => asked.destroy());
    asked.end(body);
  });
}

async function beHostile(kind: string): Promise<void> {
  const made = hostileKinds[kind];
  if (!made) throw new Error(`There is no kind ${kind}`);
  const held: (() => void)[] = [];
  while (performance.now() < until) {
    const hostile = made(order.loot, (count += 1));
    const end = await ask(hostile);
    if (hostile.isHeld && held.length < mostHeld) held.push(end);
    else end();
    // A refused stream is asked for again as a program would that means harm, not as fast as it can.
    if (hostile.isHeld) await pause(10);
  }
  for (const end of held) end();
}

await Promise.all(
  order.kinds.flatMap((kind) => Array.from({ length: order.clients }, () => beHostile(kind))),
);
agent.destroy();
process.stdout.write(JSON.stringify({ answers: Object.fromEntries(answers), withoutWait }));
process.exit();
