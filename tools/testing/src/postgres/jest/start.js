import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../serve.main.ts', import.meta.url));

const MEMORY_DISK = '/dev/shm';
const GIGABYTE = 2 ** 30;

/**
 * Where the server keeps its data: in memory, where there is plenty, since each test file makes and removes a database of 600
 * files, which costs a disk's file system far more than Postgres. Nothing of it is to outlive the run.
 */
const dataDirectory = async () => {
  const { bavail, bsize } = await statfs(MEMORY_DISK).catch(() => ({ bavail: 0, bsize: 0 }));
  const isRoomy = bavail * bsize > 4 * GIGABYTE && freemem() > 8 * GIGABYTE;
  return isRoomy ? [`${MEMORY_DISK}/weir-postgres-${randomBytes(8).toString('hex')}`] : [];
};

/**
 * Jest's globalSetup of projects whose tests need databases: one server for all their files, each of which creates its
 * own databases on it. It ends with Jest, however that ends. With DATABASE_URL none is started.
 */
export default async () => {
  if (process.env['DATABASE_URL']) return;
  const args = ['--conditions=@weir/source', '--import', 'tsx', MAIN, ...(await dataDirectory())];
  const child = spawn(process.execPath, args, {
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
