/**
 * `npm test`, `npm run test:e2e` and `npm run test:all`: run the checks and the specs, the end-to-end specs, or both.
 * The last line says how many tests passed and failed. A failed check counts as one failed test.
 * With patterns, such as in `npm test -- covenants/test/plan`, they run the specs whose paths match one, and no checks.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startGuard } from '../runner/start-guard.js';
import { closingLine, type Counts, failedTasks } from './counts.js';

const ROOT = join(import.meta.dirname, '../../../..');

const PARTS = {
  specs: { checks: ['format-all', 'lint-all', 'typecheck-all', 'build'], specs: 'test-all' },
  e2e: { checks: [], specs: 'e2e-all' },
} as const;
type Part = keyof typeof PARTS;
const COMMANDS: Readonly<Record<string, readonly Part[]>> = { specs: ['specs'], e2e: ['e2e'], all: ['specs', 'e2e'] };

/** Returns the counts that the specs' reporter wrote; one failure where it wrote none, because Jest did not end. */
const countsIn = (file: string): Counts =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counts) : { passed: 0, failed: 1, skipped: 0 };

/** Runs one part, and prints its output as it comes. @returns what passed and failed in it */
const run = async (part: Part, patterns: readonly string[]): Promise<Counts> => {
  const { checks, specs } = PARTS[part];
  const file = join(ROOT, 'dist/test-results', `${specs}.json`);
  rmSync(file, { force: true });
  const targets = patterns.length === 0 ? [...checks, specs] : [specs];
  const forwarded = patterns.length === 0 ? [] : ['--', '--passWithNoTests', ...patterns];
  // More tasks than processors, so that the specs start at once, beside the checks.
  const child = spawn(
    'npx',
    ['nx', 'run-many', '-t', ...targets, '--output-style=stream-without-prefixes', '--parallel=8', ...forwarded],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    },
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    lines.push(line);
  }
  const status = await ended;
  const counts = countsIn(file);
  const failedChecks = failedTasks(lines).filter((task) => task !== `weir:${specs}`);
  const failed = counts.failed + failedChecks.length;
  return { ...counts, failed: status === 0 ? failed : Math.max(failed, 1) };
};

const [command = '', ...patterns] = process.argv.slice(2);
const parts = COMMANDS[command];
if (parts === undefined) {
  console.error(`Expected one of ${Object.keys(COMMANDS).join(', ')}, and patterns of specs; received "${command}"`);
  process.exit(1);
}
const runId = randomUUID();
process.env['WEIR_TEST_RUN'] = runId;
startGuard('WEIR_TEST_RUN', runId);
const counts: Counts[] = [];
for (const part of parts) counts.push(await run(part, patterns));
const isEmpty = counts.every(({ passed, failed }) => passed + failed === 0);
if (isEmpty) console.error(`No spec has a path that matches ${patterns.join(' or ')}`);
console.log(`\n${closingLine(counts)}`);
process.exitCode = isEmpty || counts.some(({ failed }) => failed > 0) ? 1 : 0;
