import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '../../../..');

/** Runs a test command to its end. @returns its exit code and its lines */
const run = async (script: string, patterns: readonly string[]) => {
  const child = spawn('npm', ['run', script, '--', ...patterns], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '', WEIR_TEST_POSTGRES: '' },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  return { code, lines: output.trimEnd().split('\n') };
};

describe('a test command', () => {
  it.each([
    ['test', ['testing/src/eventually'], 1],
    ['test:all', ['testing/src/eventually', 'postgres/start-standby'], 2],
  ] as const)('%s prints a line for each suite, and ends with a line of counts', async (script, patterns, suites) => {
    const { code, lines } = await run(script, patterns);
    expect(code).toBe(0);
    expect(
      lines.filter((line) => /^PASS \S+\.spec\.ts \(\d+ tests?, [\d.]+ s\); \d+ suites? left$/.test(line)),
    ).toHaveLength(suites);
    expect(lines.at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
    expect(lines.at(-2)).toBe('');
  });

  it('fails where no spec matches', async () => {
    expect(await run('test', ['no-spec-has-this-name'])).toMatchObject({ code: 1 });
  });
});
