import { execFile } from 'node:child_process';
import { mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MEGABYTE = 1_048_576;

/** A small in-memory disk that can be filled up. */
export interface SmallDisk {
  readonly path: string;
  /** Fills the disk, leaving some bytes free. */
  fill(left?: number): Promise<void>;
  /** Frees the space again. */
  clear(): Promise<void>;
  unmount(): Promise<void>;
}

/**
 * Mounts a small disk (Linux, as root).
 *
 * @returns the disk, or why there is none
 */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount a disk';
  const path = await mkdtemp(join(tmpdir(), 'weir-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path]);
  } catch {
    await rmdir(path);
    return 'this machine lets nobody mount a disk';
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    async fill(left = 0) {
      const { bavail, bsize } = await statfs(path);
      const bytes = Math.max(0, bavail * bsize - left);
      try {
        for (let at = 0; at < bytes; at += MEGABYTE)
          await writeFile(ballast, Buffer.alloc(Math.min(MEGABYTE, bytes - at)), { flag: 'a' });
      } catch (error) {
        // Another writer may have filled it meanwhile.
        const isFull = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOSPC';
        if (!isFull) throw error;
      }
    },
    clear: () => rm(ballast, { force: true }),
    async unmount() {
      await run('umount', ['-l', path]);
      await rmdir(path);
    },
  };
}
