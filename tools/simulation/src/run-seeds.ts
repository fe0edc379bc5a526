import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A project whose tests hold a simulation, by its directory. */
export interface SimulatedProject {
  readonly name: string;
  readonly directory: string;
}

export interface SeedsReport {
  readonly passed: number;
  readonly failed: readonly number[];
  /** Failure messages, in order of seeds. */
  readonly reasons: readonly string[];
  /** Why some seeds did not run; undefined where all did. */
  readonly broken: string | undefined;
}

interface JestReport {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const JEST = createRequire(import.meta.url).resolve('jest/bin/jest');
const LAST_LINES = 40;
const FIRST_LINES = 200;

const firstOf = (text: string): string => text.split('\n').slice(0, FIRST_LINES).join('\n');
const lastOf = (text: string): string => text.split('\n').slice(-LAST_LINES).join('\n');

export const reportOf = ({ testResults }: JestReport, count: number): SeedsReport => {
  const run = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
  const failed = run
    .filter(({ status }) => status === 'failed')
    .map(({ title, failureMessages = [] }) => ({
      seed: Number(/\d+/.exec(title)?.[0]),
      reason: firstOf(failureMessages.join('\n')),
    }))
    .sort((a, b) => a.seed - b.seed);
  const broken =
    run.length < count
      ? `${count - run.length} seeds were not run: ${lastOf(testResults.map(({ message }) => message).join('\n'))}`
      : undefined;
  return {
    passed: run.length - failed.length,
    failed: failed.map(({ seed }) => seed),
    reasons: failed.map(({ reason }) => reason),
    broken,
  };
};

/** Runs seeds of a project's simulation in a separate process. */
export const runSeeds = async ({ directory }: SimulatedProject, seeds: readonly number[]): Promise<SeedsReport> => {
  const scratch = await mkdtemp(join(tmpdir(), 'weir-seeds-'));
  const file = join(scratch, 'report.json');
  try {
    const child = spawn(
      process.execPath,
      [
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        JEST,
        'test/simulation',
        // The second half is an end-to-end spec.
        '--testMatch=**/test/simulation-*.spec.ts',
        '--json',
        '--outputFile',
        file,
      ],
      {
        cwd: fileURLToPath(new URL(`../../../${directory}`, import.meta.url)),
        env: { ...process.env, SIMULATION_SEED: seeds.join(',') },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let words = '';
    child.stderr.on('data', (chunk: Buffer) => (words = lastOf(words + chunk.toString())));
    await new Promise((resolve) => child.once('close', resolve));
    const text = await readFile(file, 'utf8').catch(() => undefined);
    return text === undefined
      ? { passed: 0, failed: [], reasons: [], broken: words }
      : reportOf(JSON.parse(text) as JestReport, seeds.length);
  } finally {
    await rm(scratch, { recursive: true });
  }
};
