import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { findProblem, GuardedSocket } from './guarded-socket.js';
import { parseServerUrl } from './server-url.js';

const MEGABYTE = 1024 * 1024;
/** Beyond all that a busy machine takes to connect. */
const NO_LIMIT_MS = 600_000;

/** Receives one message from a server. @returns its length, and the processor time that it took, milliseconds */
const receive = async (characters: number) => {
  const server = createServer((client) => client.end(`{"id":1,"result":"${'x'.repeat(characters)}"}\n{"id":2`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = new GuardedSocket(parseServerUrl(`tcp://127.0.0.1:${port}`), NO_LIMIT_MS, '1.5');
  const received = new Promise<string>((resolve) => socket.once('data', resolve));
  const before = process.cpuUsage();
  socket.connect();
  const line = await received;
  const { user, system } = process.cpuUsage(before);
  socket.disconnect();
  server.close();
  return { length: line.length, milliseconds: (user + system) / 1_000 };
};

/** @returns the least of three measurements: one alone may hold the garbage collection of everything that ran before */
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

const problemOf = (message: unknown): string | undefined =>
  findProblem(typeof message === 'string' ? message : JSON.stringify(message), '1.5');
const negotiated = (result: unknown) => ({ id: 'versionNegotiation', result });

it.each([
  [{ id: 1, result: null }],
  [{ id: 1, jsonrpc: '2.0', result: 'ff' }],
  [{ id: 1, error: { code: 1, message: 'no' } }],
  [{ id: 'keepAlive', result: null }],
  [negotiated(['Fulcrum 2.1.1', '1.5'])],
  [negotiated(['Fulcrum 2.1.1', '1.5.0'])],
  [{ method: 'blockchain.headers.subscribe', params: [{ height: 1, hex: '00' }] }],
  [{ method: 'blockchain.scripthash.subscribe', params: ['ab', null] }],
])('passes valid messages: %j', (message) => {
  expect(problemOf(message)).toBeUndefined();
});

it.each([
  ['an invalid message', ['nonsense', '', '7', '"text"', 'null', '[]', '[{"id":1,"result":2}]', '{"id":1']],
  ['neither answer nor notice', [{}, { method: 5 }, { method: 'x' }, { method: 'x', params: {} }]],
  [
    'an invalid tip',
    [
      { method: 'blockchain.headers.subscribe', params: [] },
      { method: 'blockchain.headers.subscribe', params: [null] },
    ],
  ],
  [
    'a request that was not sent',
    [
      { id: null, error: { code: -32700, message: 'parse error' } },
      { id: null, result: 1 },
    ],
  ],
  ['an answer without result', [{ id: 1 }, { id: 1, error: null }]],
  ['refuses protocol 1.5: old', [{ id: 'versionNegotiation', error: { code: 1, message: 'old' } }]],
  ['speaks protocol 1.4, not 1.5', [negotiated(['ElectrumX', '1.4'])]],
  ['speaks protocol undefined', [negotiated(null), negotiated([])]],
])('stops %s', (problem, messages: unknown[]) => {
  for (const message of messages) expect(problemOf(message)).toContain(problem);
});
