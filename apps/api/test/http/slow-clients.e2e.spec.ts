import { eventually } from '@weir/testing';
import { useFixture } from '../support/fixture.js';
import {
  askMeanwhile,
  openRaw,
  type RawConnection,
  requestOf,
  statusesIn,
  trickle,
  untilCutOff,
} from '../support/raw-connection.js';

const TIMEOUT = 2_500;
const MANY = 800;

const fixture = useFixture();
let url: string;
beforeAll(async () => {
  url = await fixture.listen({
    REQUEST_TIMEOUT: `${TIMEOUT}`,
    MAX_CONNECTIONS: `${MANY + 500}`,
    MAX_CONNECTIONS_NETWORK: '0',
  });
});

const open = (count: number): Promise<RawConnection[]> =>
  Promise.all(Array.from({ length: count }, () => openRaw(url)));
const endOf = (connections: readonly RawConnection[]): Promise<string[]> =>
  Promise.all(connections.map(({ ended }) => ended));
/** Others are served while an attack goes on. */
const meanwhile = async (attack: () => Promise<void>): Promise<void> => {
  const { statuses, answers } = await askMeanwhile(`${url}/api/streams?limit=1`, attack);
  // A machine that is busy with other work may let a request take longer than the timeout of these tests.
  expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
  expect(answers).toBeGreaterThan(0);
};

describe('clients that take their time', () => {
  it('with their headers are answered 408 and disconnected', () =>
    meanwhile(async () => {
      const slow = await open(100);
      for (const connection of slow)
        trickle(connection, requestOf('GET', '/health', [`x-long: ${'a'.repeat(500)}`]), 100);
      for (const answer of await endOf(slow)) {
        expect(statusesIn(answer)).toEqual([408]);
        expect(answer).toContain('"code":"REQUEST_TIMEOUT"');
      }
    }));

  it.each(['/api/transactions/broadcast', '/api/auth/nonce', '/api/streams/preview'])(
    'with the body of POST %s are answered 408 and disconnected',
    (path) =>
      meanwhile(async () => {
        const slow = await open(20);
        const headers = [
          'content-type: application/json',
          'content-length: 5000',
          `x-user-address: ${fixture.wallet().address}`,
        ];
        for (const connection of slow) {
          connection.socket.write(requestOf('POST', path, headers));
          trickle(connection, '{'.repeat(5_000), 50);
        }
        for (const answer of await endOf(slow))
          expect([statusesIn(answer), /"code":"(\w+)"/.exec(answer)?.[1]]).toEqual([[408], 'REQUEST_TIMEOUT']);
      }),
  );

  it('are dropped where nobody waits for their body any more', () =>
    meanwhile(async () => {
      const slow = await open(20);
      const sent = slow.map((connection) => {
        connection.socket.write(
          requestOf('POST', '/api/streams/create', [
            'content-type: application/json',
            'content-length: 5000',
            'x-user-address: nobody',
          ]),
        );
        return trickle(connection, '{'.repeat(5_000), 50);
      });
      for (const answer of await endOf(slow)) expect(statusesIn(answer)).toEqual([400]);
      // They were not heard out.
      for (const characters of sent) expect(characters()).toBeLessThan(5_000);
    }));

  it('with reading are disconnected', () =>
    meanwhile(async () => {
      const deaf = await open(20);
      for (const { socket } of deaf) {
        socket.pause();
        // More than what fits between here and there.
        socket.write(requestOf('GET', '/docs/static/swagger-ui-bundle.js').repeat(8));
      }
      await untilCutOff(url, deaf);
      for (const { socket } of deaf) socket.resume();
      for (const answer of await endOf(deaf)) expect(statusesIn(answer).length).toBeLessThan(8);
    }));
});

describe('connections', () => {
  it('are closed where they stay silent, and block no others', () =>
    meanwhile(async () => {
      await endOf(await open(MANY));
    }));

  it('beyond the most are closed as they come, and those that are there go on', async () => {
    const narrow = await fixture.listen({ MAX_CONNECTIONS: '10', MAX_CONNECTIONS_NETWORK: '0' });
    const connections = await Promise.all(Array.from({ length: 15 }, () => openRaw(narrow)));
    const closed = new Set<RawConnection>();
    for (const connection of connections) void connection.ended.then(() => closed.add(connection));
    await eventually(() => expect(closed.size).toBe(5));
    const left = connections.filter((connection) => !closed.has(connection));
    for (const { socket } of left) socket.write(requestOf('GET', '/health', ['connection: close']));
    for (const { ended } of left) expect(statusesIn(await ended)).toEqual([200]);
    expect((await fetch(`${narrow}/health`)).status).toBe(200);
  });

  it('that ask many questions at once are answered in their order', async () => {
    const [pipelined] = await open(1);
    const questions = Array.from({ length: 300 }, (_, index) => (index % 3 === 2 ? '/nowhere' : '/health'));
    pipelined?.socket.write(
      questions.map((path) => requestOf('GET', path)).join('') + requestOf('GET', '/health', ['connection: close']),
    );
    const statuses = statusesIn((await pipelined?.ended) ?? '');
    expect(statuses).toEqual([...questions.map((path) => (path === '/health' ? 200 : 404)), 200]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });
});

describe('requests that are too large', () => {
  it('by their headers or their address are refused', async () => {
    const attempts = [
      requestOf('GET', '/health', [`x-long: ${'a'.repeat(40_000)}`]),
      requestOf(
        'GET',
        '/health',
        Array.from({ length: 3_000 }, (_, index) => `x-${index}: ${index}`),
      ),
      requestOf('GET', `/api/streams?cursor=${'a'.repeat(40_000)}`),
      requestOf('GET', `/${'a'.repeat(40_000)}`),
    ];
    const connections = await open(attempts.length);
    for (const [index, { socket }] of connections.entries()) socket.write(attempts[index] ?? '');
    for (const answer of await endOf(connections)) expect(statusesIn(answer)).toEqual([431]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it.each([
    ['a parameter', `cursor=${'a'.repeat(12_000)}`, 400],
    ['thousands of parameters', Array.from({ length: 3_000 }, (_, index) => `a${index % 10}=`).join('&'), 200],
    ['one parameter again and again', 'status=ACTIVE&'.repeat(1_000), 400],
    ['prototypes', '__proto__[a]=1&constructor.prototype.b=2&__proto__=3', 200],
  ])('by %s of their query are refused, or served as if it were not there', async (_, query, status) => {
    expect((await fetch(`${url}/api/streams?${query}`)).status).toBe(status);
  });
});
