import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from './account.js';

export interface FreezingProxy {
  readonly url: string;
  /** Drops all traffic from now on without closing connections, as a cut network does. */
  freeze(): void;
  close(): void;
}

/** Starts a TCP proxy in front of the server of `url` that can cut connections so that neither end notices. */
export async function startFreezingProxy(url: string): Promise<FreezingProxy> {
  const target = new URL(url);
  const proxied = new URL(url);
  const sockets = new Set<Socket>();
  let frozen = false;
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('error', () => undefined);
    from.on('data', (chunk) => {
      if (!frozen) to.write(chunk);
    });
    from.on('end', () => {
      if (!frozen) to.end();
    });
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(Number(target.port), target.hostname);
    pass(client, upstream);
    pass(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  proxied.port = String(address.port);
  return {
    url: proxied.href,
    freeze() {
      frozen = true;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

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
        if (!hasCode(error, 'ENOSPC')) throw error;
      }
    },
    clear: () => rm(ballast, { force: true }),
    async unmount() {
      await run('umount', ['-l', path]);
      await rmdir(path);
    },
  };
}
