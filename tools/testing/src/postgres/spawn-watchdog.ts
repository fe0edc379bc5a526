import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The owner's handle of the process which stops the server when the owner is gone. */
export interface Watchdog {
  /** Names the server to stop; undefined when there is none at the moment. */
  watch(serverPid: number | undefined): void;
  /** Ends the watchdog: it stops the server if one is left, and removes the directory it was given. */
  release(): Promise<void>;
}

/**
 * Starts the watchdog. It does not keep the owner's event loop alive.
 * @param removeDirectory removed when the owner releases the watchdog or dies
 */
export function spawnWatchdog(removeDirectory: string | undefined): Watchdog {
  const script = fileURLToPath(new URL('./watchdog.js', import.meta.url));
  const child = spawn(process.execPath, [script, removeDirectory ?? ''], {
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    // A loader or inspector of the owner must not run in this script.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const ended = once(child, 'exit');
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return {
    watch(serverPid) {
      child.stdin.write(`${serverPid ?? 0}\n`);
    },
    async release() {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}
