import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DevnetControl } from '../src/index.js';
import { keyOf } from './support/payment.js';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const key = keyOf('electrum-a');
const data = mkdtempSync(join(tmpdir(), 'devnet-'));
const children: ChildProcess[] = [];

const start = (...args: string[]) => {
  const child = spawn(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', main, ...args]);
  children.push(child);
  return child;
};

/** Starts on free ports and gives the WebSocket URL it prints. */
const serve = async (): Promise<{ child: ChildProcess; url: string }> => {
  const child = start('--tcp-port', '0', '--ws-port', '0', '--data', data);
  for await (const line of createInterface({ input: child.stdout })) {
    const { electrum } = JSON.parse(line) as { electrum: string };
    if (electrum.startsWith('ws:')) return { child, url: electrum };
  }
  throw new Error('The devnet printed no URL.');
};

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(data, { recursive: true });
});

describe('the devnet as a process', () => {
  it('loses nothing it answered when it is killed, and stops when asked to', async () => {
    const first = await serve();
    const control = await DevnetControl.connect(first.url);
    await control.mine();
    const { txid } = await control.fund(key.address, 5000n);
    const before = await control.info();
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');

    const second = await serve();
    const again = await DevnetControl.connect(second.url);
    const after = await again.info();
    expect(after.tip).toEqual(before.tip);
    expect(after.mempool).toEqual([txid]);
    const exited = once(second.child, 'exit');
    second.child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    await control.close();
    await again.close();
  });

  it('says what is wrong with its settings', async () => {
    const child = start('--ws-port', 'many');
    const [message] = (await once(child.stderr, 'data')) as [Buffer];
    expect(message.toString()).toContain('--ws-port: expected a port');
    expect(await once(child, 'exit')).toEqual([2, null]);
  });
});
