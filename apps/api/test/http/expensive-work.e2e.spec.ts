import type { ListStreamsResponse } from '@weir/api-contract';
import { useFixture } from '../support/fixture.js';
import { openRaw, requestOf, statusesIn } from '../support/raw-connection.js';

const STREAMS = 300;
const QUESTIONS = 600;

const fixture = useFixture();
let url: string;

beforeAll(async () => {
  // Clients are distinguished by what a proxy reports of them.
  url = await fixture.listen({ TRUST_PROXY: '127.0.0.1', MAX_CONNECTIONS: '2000' });
  const sender = fixture.wallet();
  const create = () =>
    fixture.client.as(sender.address).post('/api/streams/create', {
      recipient: fixture.wallet().address,
      totalAmount: 1,
      streamType: 'LINEAR',
    });
  for (let i = 0; i < STREAMS; i += 50) await Promise.all(Array.from({ length: 50 }, create));
});

/** Requests on one connection, one after another. */
const ON_ONE = 25;

/** Asks for lists without waiting for any, each another one. @returns how many were answered so far, all answers, and how to go */
const askManyAtOnce = async (client: string, count: number) => {
  const connections = await Promise.all(Array.from({ length: count / ON_ONE }, () => openRaw(url)));
  let answered = 0;
  for (const [number, { socket }] of connections.entries()) {
    socket.on('data', (piece: Buffer) => (answered += statusesIn(piece.toString()).length));
    const questions = Array.from({ length: ON_ONE }, (_, i) =>
      requestOf('GET', `/api/streams?limit=${1 + ((number * ON_ONE + i) % 200)}`, [
        `x-forwarded-for: ${client}`,
        ...(i + 1 < ON_ONE ? [] : ['connection: close']),
      ]),
    );
    socket.write(questions.join(''));
  }
  const ended = Promise.all(connections.map((each) => each.ended)).then((all) => all.join(''));
  return { answered: () => answered, ended, go: () => connections.forEach(({ socket }) => socket.destroy()) };
};

const get = (path: string, client: string) => fetch(`${url}${path}`, { headers: { 'x-forwarded-for': client } });

describe('a client that asks for hundreds of lists in one breath', () => {
  it('waits for them itself, while others are served', async () => {
    const hostile = await askManyAtOnce('192.0.2.1', QUESTIONS);
    while (hostile.answered() === 0) await get('/health', '192.0.2.2');
    for (const path of ['/health', '/api/streams?limit=7', '/api/explorer/activity', '/api/airdrops']) {
      const before = hostile.answered();
      expect((await get(path, '192.0.2.3')).status).toBe(200);
      // Two rounds of what may be under way at once, and what was on the wire.
      expect(hostile.answered() - before).toBeLessThan(100);
    }
    expect(hostile.answered()).toBeLessThan(QUESTIONS);
    const statuses = statusesIn(await hostile.ended);
    expect([statuses.length, new Set(statuses)]).toEqual([QUESTIONS, new Set([200])]);
  });

  it('leaves nothing behind when it goes', async () => {
    const gone = await askManyAtOnce('192.0.2.4', QUESTIONS);
    await get('/health', '192.0.2.4');
    gone.go();
    const answer = await get('/api/streams?limit=3', '192.0.2.4');
    const { streams } = (await answer.json()) as ListStreamsResponse;
    expect([answer.status, streams.length]).toEqual([200, 3]);
  });
});
