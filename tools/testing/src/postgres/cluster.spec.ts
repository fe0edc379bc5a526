import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reachableDirectory } from './cluster.js';

const stranger = { uid: 65_534, gid: 65_534 };
let base: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'weir-reach-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

describe('reachableDirectory', () => {
  it('is the one asked for where every parent lets others pass', async () => {
    await chmod(base, 0o755);
    expect(await reachableDirectory(join(base, 'not', 'there', 'yet'), stranger)).toBe(
      join(base, 'not', 'there', 'yet'),
    );
  });

  it('is one of its own, always the same, below a closed directory', async () => {
    await mkdir(join(base, 'open'));
    await chmod(base, 0o700);
    const chosen = await reachableDirectory(join(base, 'open', 'data'), stranger);
    expect(chosen).toMatch(/^\/var\/lib\/weir\/[0-9a-f]{16}$/);
    expect(await reachableDirectory(join(base, 'open', 'data'), stranger)).toBe(chosen);
    expect(await reachableDirectory(join(base, 'open', 'other'), stranger)).not.toBe(chosen);
  });

  it('is the one asked for where the present user runs the server', async () => {
    await chmod(base, 0o700);
    expect(await reachableDirectory(join(base, 'data'), {})).toBe(join(base, 'data'));
  });
});
