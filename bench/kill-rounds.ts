/**
 * `node bench/kill-rounds.ts [rounds]`: the built site is ended by `kill -9` at random moments
 * while files are uploaded, moved and deleted. What was acknowledged must be there after each
 * round, and after the last one files and rows must agree.
 */
import { killRounds } from './library-kills.ts';

const rounds = Number(process.argv[2] ?? 100);
const outcome = await killRounds(rounds, (line) => console.log(line));
console.log(JSON.stringify(outcome));
const { lost, half, withoutRow, leftUploads, withoutFile } = outcome;
if (lost + half + withoutRow + leftUploads + withoutFile > 0) process.exitCode = 1;
