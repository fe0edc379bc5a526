/**
 * Stops a Postgres server whose owner is gone, however it went.
 *
 * The owner holds the other end of standard input and writes there, a line each, the process id of the server
 * it runs (0 for none). The input ends when the owner closes it or dies, SIGKILL included, which no handler
 * inside the owner could notice. Argument: a directory to remove at the end, or "".
 */
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [, , removeDirectory = ''] = process.argv;
const FAST_SHUTDOWN_MS = 10_000;
const POLL_MS = 50;
let serverPid = 0;

// A terminal's Ctrl-C reaches the whole process group. The owner decides when to stop, not the terminal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  serverPid = Number(line);
});
lines.once('close', () => {
  void stopServer().then(async () => {
    if (removeDirectory !== '') await rm(removeDirectory, { recursive: true, force: true, maxRetries: 3 });
    process.exit(0);
  });
});

async function stopServer() {
  const deadline = Date.now() + FAST_SHUTDOWN_MS;
  let running = send('SIGINT');
  while (running) {
    await sleep(POLL_MS);
    running = send(Date.now() > deadline ? 'SIGQUIT' : 0);
  }
}

/**
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} whether there is a server to signal
 */
function send(signal) {
  if (!(serverPid > 1)) return false;
  try {
    return process.kill(serverPid, signal);
  } catch {
    return false;
  }
}
