import type { Client, Refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { windowWithRoom } from '../support/window-with-room.js';

const WINDOW = windowWithRoom();
const MAX = 20;
const SHARED = {
  RATE_LIMIT_MAX: `${MAX}`,
  RATE_LIMIT_STORE: 'postgres',
  RATE_LIMIT_WINDOW: `${WINDOW}`,
  TRUST_PROXY: '127.0.0.1',
};

const fixture = useFixture(SHARED);
let replicas: readonly Client[];

beforeAll(async () => {
  replicas = [fixture.client, await fixture.replica(SHARED), await fixture.replica(SHARED)];
  // Connects each to the database.
  await Promise.all(requests('192.0.2.0', replicas.length));
});

/** One client's requests, spread over the replicas. */
const requests = (client: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const replica = replicas[index % replicas.length] ?? fixture.client;
    return replica.with({ 'x-forwarded-for': client }).get<Refusal>('/api/streams?limit=1');
  });

describe('a rate limit shared by replicas', () => {
  it('lets exactly so many through, however they are spread and however many come at once', async () => {
    const answers = await Promise.all(requests('192.0.2.1', 3 * MAX));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2 * MAX);
    for (const { headers, body } of refused) {
      expect(headers).toMatchObject({
        'ratelimit-limit': `${MAX}`,
        'ratelimit-remaining': '0',
        'ratelimit-policy': `"requests";q=${MAX};w=${WINDOW / 1_000}`,
        ratelimit: expect.stringMatching(/^"requests";r=0;t=\d+$/) as string,
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(body).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    }
  });

  it('counts down over all of them', async () => {
    const left: unknown[] = [];
    for (const replica of [...replicas, ...replicas]) {
      left.push(
        (await replica.with({ 'x-forwarded-for': '192.0.2.2' }).get('/api/streams?limit=1')).headers[
          'ratelimit-remaining'
        ],
      );
    }
    expect(left).toEqual(['19', '18', '17', '16', '15', '14']);
  });

  it('counts clients one by one, and neighbours of one IPv6 network together', async () => {
    const remaining = async (client: string): Promise<unknown> =>
      (await Promise.all(requests(client, 1)))[0]?.headers['ratelimit-remaining'];
    expect(await remaining('192.0.2.3')).toBe('19');
    expect(await remaining('2001:db8:1:2::3')).toBe('19');
    expect(await remaining('2001:db8:1:2::4')).toBe('18');
    expect(await remaining('2001:db8:1:3::4')).toBe('19');
  });

  it('goes on by itself without a database', async () => {
    const alone = (await fixture.replica({ ...SHARED, DATABASE_URL: 'postgres://127.0.0.1:9/none' })).with({
      'x-forwarded-for': '192.0.2.9',
    });
    const statuses: number[] = [];
    for (let tries = 0; tries <= MAX; tries += 1) statuses.push((await alone.get('/api/streams?limit=1')).status);
    expect(statuses).toEqual([...Array.from({ length: MAX }, () => 503), 429]);
  });
});
