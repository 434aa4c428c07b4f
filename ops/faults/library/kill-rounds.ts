/**
 * `node ops/faults/library/kill-rounds.ts [rounds] [store]`: the built site is ended by `kill -9` at random
 * moments while two members and two administrators make folders, upload, move, rename and delete in
 * both libraries. After each round what was acknowledged must be there, the tree a tree and the
 * administration's hidden; after the last one files and rows must agree. Files are in a folder,
 * with `s3` in the store of the tests, or in an empty bucket given as for FILE_STORE_URL.
 */
import { startObjectStoreServer } from '../../../tests/support/files/object-store-server.ts';
import { killRounds } from './library-kills.ts';

const rounds = Number(process.argv[2] ?? 100);
const named = process.argv[3];
const ofTests = named === 's3' ? await startObjectStoreServer() : null;
const store = ofTests?.address ?? (named?.startsWith('http') ? named : undefined);
const outcome = await killRounds(rounds, (line) => console.log(line), store);
await ofTests?.close();
console.log(JSON.stringify(outcome));
if (Object.values(outcome.faults).some((number) => number > 0)) process.exitCode = 1;
