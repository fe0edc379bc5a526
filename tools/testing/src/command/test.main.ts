/**
 * `npm test`, `npm run test:e2e` and `npm run test:all`: run the checks and the specs, the end-to-end specs, or both.
 * The last line says how many tests passed and failed. A failed check counts as one failed test.
 * `npm run test:e2e -- storm` runs the end-to-end specs whose path contains "storm".
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { closingLine, failedTasks, type Counts } from './counts.js';

const ROOT = join(import.meta.dirname, '../../../..');

const PARTS = {
  specs: { targets: ['format-all', 'lint-all', 'typecheck-all', 'test-all', 'build'], specs: 'test-all' },
  e2e: { targets: ['e2e-all'], specs: 'e2e-all' },
} as const;
type Part = keyof typeof PARTS;
const COMMANDS: Readonly<Record<string, readonly Part[]>> = { specs: ['specs'], e2e: ['e2e'], all: ['specs', 'e2e'] };

/** Runs one part, and prints its output as it comes. @returns what passed and failed in it */
const run = async (part: Part, patterns: readonly string[]): Promise<Counts> => {
  const { targets, specs } = PARTS[part];
  const file = join(ROOT, 'dist/test-results', `${specs}.json`);
  rmSync(file, { force: true });
  const args = [
    'nx',
    'run-many',
    '-t',
    ...targets,
    '--output-style=stream-without-prefixes',
    ...(patterns.length > 0 ? ['--', ...patterns] : []),
  ];
  const child = spawn('npx', args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    lines.push(line);
  }
  const status = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('exit', resolve)));
  const ran = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Counts)
    : { passed: 0, failed: 1, skipped: 0 };
  const checks = failedTasks(lines).filter((task) => task !== `weir:${specs}`);
  for (const check of checks) console.log(`Failed: ${check}`);
  const failed = ran.failed + checks.length;
  return { ...ran, failed: status === 0 ? failed : Math.max(failed, 1) };
};

const [command = '', ...patterns] = process.argv.slice(2);
const parts = COMMANDS[command];
if (parts === undefined || (patterns.length > 0 && command !== 'e2e')) {
  console.error(
    `Expected one of ${Object.keys(COMMANDS).join(', ')}, or e2e with patterns; received ${process.argv.slice(2).join(' ')}`,
  );
  process.exit(1);
}
const counts: Counts[] = [];
for (const part of parts) counts.push(await run(part, patterns));
console.log(`\n${closingLine(counts)}`);
process.exitCode = counts.every(({ failed }) => failed === 0) ? 0 : 1;
