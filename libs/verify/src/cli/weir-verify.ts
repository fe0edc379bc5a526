#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { answer, deviceTime, type Answer } from './answer.js';
import { textOf } from './text.js';

const USAGE = `Usage: weir-verify [FILE]

Says what a transaction would do, and whether that is what was asked for. Offline.
FILE (standard input where it is missing or "-") holds JSON:
  wcTransaction  as the service answers it
  addresses      the signer's own, all of them
  network        mainnet (default), chipnet, ...
  asked          the effects that were asked for, as in the README; without it the transaction is only read
  fundings       transactions (hex, from the chain) that funded the airdrops that are claimed or closed,
                 and the streams and payments that are moved
  time           Unix seconds: what contracts date must be dated then; by default this device's
  height         of the chain's tip: a funding must be listed where somebody looks for it now
  tokens         { "<category>": { "symbol": "...", "decimals": 2 } }

Exit code: 0 it does what was asked for; 1 it must not be signed; 2 nothing was checked; 3 it was only read.`;

const EXIT_CODES: Readonly<Record<Answer['verdict'], number>> = { AS_ASKED: 0, DIFFERS: 1, NO_QUESTION: 2, READ: 3 };

const main = async ([file = '-', ...others]: readonly string[]): Promise<number> => {
  if (file === '--help' || file === '-h') {
    console.log(USAGE);
    return 0;
  }
  if (others.length > 0 || (file.startsWith('-') && file !== '-')) {
    console.error(USAGE);
    return 2;
  }
  let question: string;
  try {
    question = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    console.error(`Nothing was checked. ${(error as Error).message}`);
    return 2;
  }
  const given = answer(question, deviceTime());
  if ('summary' in given) console.log(textOf(given));
  else console.error(textOf(given));
  return EXIT_CODES[given.verdict];
};

process.exitCode = await main(process.argv.slice(2));
