import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SmallestRun } from '@weir/bench';
import { ROOT } from '../repository-files.js';

/** How a test starts a script of `package.json` at its smallest size. */
export interface ScriptRun extends SmallestRun {
  /** The exit code; 0 by default. */
  readonly code?: number;
}

/** Scripts that write to a given folder, or nothing. `{folder}` in arguments is a temporary folder of the test. */
export const TOOLS: Readonly<Record<string, ScriptRun>> = {
  prepare: { prints: /generated\/api\.ts/ },
  demo: { prints: /Done: every satoshi/ },
  weir: { args: ['--help'], prints: /listen/ },
  recover: { args: ['--help'], prints: /recover/ },
  'test:node': { args: ['x'], prints: /such as 24/, code: 1 },
  format: { args: ['--check'], prints: /correct format/ },
  prove: { args: ['--help'], prints: /--solver/ },
  'prove:executor': { args: ['--scripts', '50', '--each', '50', '--jobs', '1'], prints: /disagree|agree/ },
  teeth: { args: ['--only', 'companion'], prints: /transaction/ },
  verify: { args: ['--help'], prints: /weir-verify/ },
  'verify:page': { args: ['{folder}/weir-verify.html'], prints: /weir-verify\.html/ },
  simulate: { args: ['--seeds', '1', '--only', 'indexing'], prints: /1 passed, 0 failed/ },
  ways: { args: ['createLock'], prints: /createLock: \d+ functions/ },
  licences: { prints: /^MIT \(\d+\)/m },
  'pack:all': { args: ['{folder}/packages'], prints: /npm install .*\.tgz/ },
  sbom: { prints: /CycloneDX/ },
  audit: { args: ['--offline'], prints: /found 0 vulnerabilities/ },
  bundle: { args: ['{folder}/bundle'], prints: /bundle/ },
  'docs:pictures': {
    args: ['--to', '{folder}/pictures', '--only', 'landing', '--only', 'claimed-phone'],
    prints: /2 pictures in /,
  },
  'docs:site': { args: ['{folder}/site'], prints: /pages in / },
};

/** Scripts that write into the sources: they run in a copy, which they must leave as it is. */
export const WRITERS: Readonly<Record<string, ScriptRun>> = {
  docs: { prints: /docs\/api\/openapi\.json/ },
  'contracts:compile': { prints: /^/ },
};

/** Scripts that need a database: `DATABASE_URL` is an empty one. They run in this order. */
export const OF_DATABASES: readonly (readonly [database: string, script: string, run: ScriptRun])[] = [
  ['api', 'migrate', { prints: /baseline/ }],
  ['indexer', 'migrate:indexer', { prints: /baseline/ }],
  ['indexer', 'reindex', { prints: /The tables are empty/ }],
];

/** The seed that specs have by default (jest.setup.js). */
const SEED = '20090103';

/** Searches that run for hours at night; here with the seed of `npm test`, so that each run of this test is the same. */
export const NIGHTLY: Readonly<Record<string, ScriptRun>> = {
  fuzz: { env: { WEIR_FUZZ_RUNS: '500', WEIR_SEED: SEED }, prints: /Successfully ran target e2e for 2 projects/ },
  forge: { env: { WEIR_RUNS: '1', WEIR_SEED: SEED }, prints: /Successfully ran target test/ },
  lies: {
    env: { WEIR_ALL_LIES: '0', WEIR_LEDGER_LIES: '1', WEIR_API_LIES: '1', WEIR_HONEST_PLANS: '1' },
    prints: /Successfully ran target test for 2 projects/,
  },
  faults: { env: { WEIR_FAULT_RUNS: '1' }, prints: /Successfully ran target test/ },
  'model:airdrops': { env: { WEIR_RUNS: '1', WEIR_SEED: SEED }, prints: /Successfully ran target test/ },
  'model:locks': { env: { WEIR_RUNS: '1', WEIR_SEED: SEED }, prints: /Successfully ran target test/ },
  'model:lists': { env: { WEIR_RUNS: '1', WEIR_SEED: SEED }, prints: /Successfully ran target test/ },
  'model:ocf': { env: { WEIR_RUNS: '1', WEIR_SEED: SEED }, prints: /Successfully ran target test/ },
  'model:plans': { env: { WEIR_RUNS: '1', WEIR_SEED: SEED }, prints: /Successfully ran targets test, e2e/ },
  'model:treasury': { env: { WEIR_RUNS: '1', WEIR_SEED: SEED }, prints: /Successfully ran targets test, e2e/ },
  'model:calendar': { env: { WEIR_RUNS: '1', WEIR_SEED: SEED }, prints: /Successfully ran targets test, e2e/ },
  'model:currency': { env: { WEIR_RUNS: '1', WEIR_SEED: SEED }, prints: /Successfully ran targets test, e2e/ },
};

/** Scripts that other specs start, and the text by which they do. */
export const ELSEWHERE: Readonly<Record<string, { readonly spec: string; readonly by: string }>> = {
  start: { spec: 'tools/local/test/local.e2e.spec.ts', by: 'start.main' },
  test: { spec: 'tools/testing/src/command/command.e2e.spec.ts', by: "['test', " },
  'test:all': { spec: 'tools/testing/src/command/command.e2e.spec.ts', by: "['test:all', " },
  'test:e2e': { spec: 'tools/testing/src/command/killed.e2e.spec.ts', by: "'test:e2e'" },
  digests: { spec: 'tools/deploy/test/release.e2e.spec.ts', by: 'digests.main.ts' },
};

/** All scripts of the repository's `package.json`, by name. */
export const SCRIPTS = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> }
).scripts;

/** The measurements that scripts make by the command of `npm run bench`, by the names of the scripts. */
export const MEASURED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(SCRIPTS).flatMap(([script, command]) => {
    const parts = command.split(' && ');
    const names = parts.map((part) => part.replace(`${SCRIPTS['bench'] ?? ''} `, ''));
    return names.every((name, at) => name !== parts[at]) ? [[script, names]] : [];
  }),
);
