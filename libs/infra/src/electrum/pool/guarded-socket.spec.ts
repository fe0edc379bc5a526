import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { GuardedSocket } from './guarded-socket.js';
import { parseServerUrl } from './server-url.js';

const MEGABYTE = 1024 * 1024;

/** Receives one message from a server. @returns its length, and the processor time that it took, milliseconds */
const receive = async (characters: number) => {
  const server = createServer((client) => client.end(`{"id":1,"result":"${'x'.repeat(characters)}"}\n{"id":2`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = new GuardedSocket(parseServerUrl(`tcp://127.0.0.1:${port}`), 10_000, '1.5');
  const received = new Promise<string>((resolve) => socket.once('data', resolve));
  const before = process.cpuUsage();
  socket.connect();
  const line = await received;
  const { user, system } = process.cpuUsage(before);
  socket.disconnect();
  server.close();
  return { length: line.length, milliseconds: (user + system) / 1_000 };
};

/** @returns the least of three measurements: one alone may hold the garbage collection of whatever ran before */
const measure = async (characters: number) => {
  const measured = [await receive(characters), await receive(characters), await receive(characters)];
  for (const { length } of measured) expect(length).toBe(characters + '{"id":1,"result":""}\n'.length);
  return Math.min(...measured.map(({ milliseconds }) => milliseconds));
};

it('takes a message four times as long in about four times the time', async () => {
  await receive(4 * MEGABYTE);
  const [short, long] = [await measure(10 * MEGABYTE), await measure(40 * MEGABYTE)];
  expect(long / short).toBeLessThan(9);
});
