import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/serve.main.ts', import.meta.url));

/**
 * Jest's globalSetup of projects whose tests need databases: one server for all their files, each of which creates its
 * own databases on it. It ends with Jest, however that ends. With DATABASE_URL none is started.
 */
export default async () => {
  if (process.env['DATABASE_URL']) return;
  const child = spawn(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', MAIN], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  globalThis.weirPostgres = child;
  process.env['WEIR_TEST_POSTGRES'] = await new Promise((resolve, reject) => {
    createInterface(child.stdout)
      .once('line', resolve)
      .once('close', () => reject(new Error('The test server did not start')));
  });
};
