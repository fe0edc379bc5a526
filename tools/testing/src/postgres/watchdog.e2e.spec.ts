import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { eventually } from '../eventually.js';

const OWNER = `
  const { startPostgres } = await import(process.argv[1]);
  const { url } = await startPostgres();
  console.log(url);
  setInterval(() => undefined, 60_000);
`;

async function ownerWithServer() {
  const entry = new URL('./start-postgres.ts', import.meta.url).href;
  const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', OWNER, entry], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const url of createInterface({ input: owner.stdout })) return { owner, url };
  throw new Error('The owner did not start a server.');
}

describe('a server whose owner is gone', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('is stopped and removed after %s', async (signal) => {
    const { owner, url } = await ownerWithServer();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ directory: string }>("SELECT current_setting('data_directory') AS directory");
    const directory = rows[0]?.directory ?? '';
    expect(directory).toContain('weir-postgres-');

    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    owner.kill(signal);
    await ended;
    await eventually(() => expect(stat(directory)).rejects.toThrow('ENOENT'));
  });
});
