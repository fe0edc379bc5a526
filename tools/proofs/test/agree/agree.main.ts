import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { agreeOnScripts, type Agreement } from './agree.js';
import { agreeOnSpends } from './spends.js';

const { values } = parseArgs({
  options: {
    scripts: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    /** Of one process: terms are kept as long as it lives. */
    each: { type: 'string', default: '20000' },
    child: { type: 'boolean', default: false },
    /** Compares every transaction that the covenants are tried with, in place of random scripts. */
    spends: { type: 'boolean', default: false },
  },
});

const [scripts, seed, each] = [Number(values.scripts), Number(values.seed), Number(values.each)];

const inProcess = (childSeed: number, count: number): Promise<Agreement> =>
  new Promise((resolve, reject) => {
    const args = ['--child', '--seed', childSeed.toString(), '--scripts', count.toString()];
    fork(new URL(import.meta.url), args)
      .once('message', (message) => {
        resolve(message as Agreement);
      })
      .once('exit', (code) => {
        reject(new Error(`The process of seed ${childSeed} ended with ${code}`));
      });
  });

const COUNTS = ['accepted', 'refused', 'limited', 'notModelled', 'inexact', 'branched'] as const;

const compareAll = async (): Promise<void> => {
  const runs = Array.from({ length: Math.ceil(scripts / each) }, (_, i) => seed + i);
  const sum = { accepted: 0, refused: 0, limited: 0, notModelled: 0, inexact: 0, branched: 0, disagreements: 0 };
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = runs.shift(); next !== undefined; next = runs.shift()) {
      const result = await inProcess(next, each);
      for (const name of COUNTS) sum[name] += result[name];
      sum.disagreements += result.disagreements.length;
      done += each;
      for (const each_ of result.disagreements) console.log(each_);
      console.log(`${done} scripts: ${JSON.stringify(sum)}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  if (sum.disagreements > 0) process.exitCode = 1;
};

const compareSpends = (): void => {
  const { disagreements, ...counts } = agreeOnSpends(1);
  for (const each of disagreements) console.log(each);
  console.log(`spends: ${JSON.stringify({ ...counts, disagreements: disagreements.length })}`);
  if (disagreements.length > 0) process.exitCode = 1;
};

if (values.child) process.send?.(agreeOnScripts(seed, scripts));
else if (values.spends) compareSpends();
else await compareAll();
