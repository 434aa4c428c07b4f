/**
 * `node bench/kill-rounds.ts [rounds] [s3]`: the built site is ended by `kill -9` at random moments
 * while two members and two administrators make folders, upload, move, rename and delete in both
 * libraries. After each round what was acknowledged must be there, the tree a tree and the
 * administration's hidden; after the last one files and rows must agree. Files are in a folder, or
 * with `s3` in an S3 store on this machine.
 */
import { startObjectStoreServer } from '../test/object-store-server.ts';
import { killRounds } from './library-kills.ts';

const rounds = Number(process.argv[2] ?? 100);
const store = process.argv[3] === 's3' ? await startObjectStoreServer() : null;
const outcome = await killRounds(rounds, (line) => console.log(line), store?.address);
await store?.close();
console.log(JSON.stringify(outcome));
if (Object.values(outcome.faults).some((number) => number > 0)) process.exitCode = 1;
