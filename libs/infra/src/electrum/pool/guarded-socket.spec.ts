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

it('takes a message four times as long in about four times the time', async () => {
  await receive(4 * MEGABYTE);
  const [short, long] = [await receive(10 * MEGABYTE), await receive(40 * MEGABYTE)];
  expect(long.length).toBe(40 * MEGABYTE + '{"id":1,"result":""}\n'.length);
  expect(long.milliseconds / short.milliseconds).toBeLessThan(9);
});
