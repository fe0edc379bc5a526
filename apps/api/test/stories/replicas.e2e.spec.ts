import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ConfirmResponse,
  GetStreamResponse,
  ListStreamsResponse,
  NonceResponse,
  ReadyResponse,
  VerifyResponse,
} from '@weir/api-contract';
import { killServices, type ServiceProcess } from '@weir/simulation';
import { eventually } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { startApiProcess } from '../support/api-process.js';
import { startBalancer, type Balancer } from '../support/balancer/balancer.js';
import { RetryingServer } from '../support/balancer/retrying-server.js';
import { type Client, type Refusal, refusal } from '../support/client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import {
  COIN,
  createActiveStream,
  createCancelledStream,
  createStream,
  creationOf,
  payClaim,
  payFunding,
} from '../support/stream-scenario.js';
import { windowWithRoom } from '../support/window-with-room.js';

const HOUR = 3_600;
/** Of one client in the window. */
const MAX = 400;
const SETTINGS = {
  AUTH_MODE: 'signed',
  WATCHER: 'protect',
  RATE_LIMIT_MAX: `${MAX}`,
  RATE_LIMIT_STORE: 'postgres',
  RATE_LIMIT_WINDOW: `${windowWithRoom()}`,
  TRUST_PROXY: '127.0.0.1',
};

let fixture: Fixture;
let replicas: readonly ServiceProcess[];
let balancer: Balancer;
/** Asks the replicas through the balancer. */
let balanced: Client;
beforeAll(async () => {
  fixture = await startFixture();
  replicas = [await startApiProcess(fixture, SETTINGS), await startApiProcess(fixture, SETTINGS)];
  balancer = await startBalancer(replicas.map(({ url }) => url));
  balanced = fixture.client.at(new RetryingServer(() => balancer.url));
});
afterAll(async () => {
  await balancer.close();
  await Promise.all(replicas.map((replica) => replica.stop()));
  killServices();
  await fixture.stop();
});

const only = ({ url }: ServiceProcess): Client => fixture.client.at(new RetryingServer(() => url));
const leadersOf = async (asked: readonly ServiceProcess[]): Promise<ServiceProcess[]> => {
  const answers = await Promise.all(
    asked.map(
      async (replica) =>
        [replica, (await only(replica).get<ReadyResponse>('/ready')).body.checks.watcher.isLeader] as const,
    ),
  );
  return answers.flatMap(([replica, isLeader]) => (isLeader ? [replica] : []));
};
const signIn = async (wallet: Wallet): Promise<{ readonly client: Client; readonly proof: object }> => {
  const { body: nonce } = await balanced.post<NonceResponse>('/api/auth/nonce', { address: wallet.address });
  const proof = { address: wallet.address, signature: wallet.signMessage(nonce.message), nonceId: nonce.nonceId };
  const { body } = await balanced.post<VerifyResponse>('/api/auth/verify', proof);
  return { client: balanced.bearing(body.bearer), proof };
};

describe('two replicas behind a balancer', () => {
  it('know what the other did: one signs in here and creates there, one confirms here and reads there', async () => {
    const [sender, recipient] = [fixture.wallet(COIN, 2n * COIN), fixture.wallet()];
    const { client, proof } = await signIn(sender);
    const before = [...balancer.given];
    const creations = await Promise.all(
      Array.from({ length: 10 }, () =>
        client.post<{ stream: { stream_id: string } }>('/api/streams/create', creationOf(fixture, recipient)),
      ),
    );
    expect(creations.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(creations.map(({ body }) => body.stream.stream_id)).size).toBe(10);
    expect(balancer.given.map((count, index) => count - (before[index] ?? 0))).toEqual([5, 5]);
    // The nonce is spent, at every replica.
    for (const replica of replicas)
      expect(await only(replica).post<Refusal>('/api/auth/verify', proof)).toMatchObject(refusal(401, 'NONCE_INVALID'));

    const stream = await createStream(fixture);
    const own = `/api/streams?sender=${stream.sender.address}`;
    // Both keep the answer: neither may give it again once the other has written.
    const listed = async () =>
      Promise.all(
        replicas.map(async (replica) => (await only(replica).get<ListStreamsResponse>(own)).body.streams[0]?.status),
      );
    expect(await listed()).toEqual(['PENDING', 'PENDING']);
    const txHash = await payFunding(fixture, stream);
    const confirmed = await Promise.all(
      Array.from({ length: 50 }, () => balanced.post<ConfirmResponse>(`${stream.path}/confirm-funding`, { txHash })),
    );
    expect(confirmed.map(({ status, body }) => [status, body.stream.status])).toEqual(
      Array.from({ length: 50 }, () => [200, 'ACTIVE']),
    );
    for (const replica of replicas) {
      const { body } = await only(replica).get<GetStreamResponse>(stream.path);
      expect([body.stream.status, body.events.length]).toEqual(['ACTIVE', 1]);
      const { body: page } = await only(replica).get<ListStreamsResponse>('/api/streams?limit=1');
      expect(page.total).toBe(11);
    }
    expect(await listed()).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('count one client together', async () => {
    const client = balanced.with({ 'x-forwarded-for': '192.0.2.7' });
    const answers = await Promise.all(Array.from({ length: MAX + 40 }, () => client.get<Refusal>('/api/transactions')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  });

  it('elect one watcher; when it is killed in the middle of the traffic, nothing is lost or doubled, and the other takes over', async () => {
    const [leader] = await eventually(async () => {
      const leaders = await leadersOf(replicas);
      expect(leaders).toHaveLength(1);
      return leaders;
    });
    const left = replicas.filter((replica) => replica !== leader);
    // Under notice, for the watcher when it is over.
    const cancelled = await createCancelledStream(fixture);
    const streams = await Promise.all(Array.from({ length: 6 }, () => createActiveStream(fixture)));
    await fixture.advance(10 * HOUR);
    const claims = await Promise.all(streams.map((stream) => payClaim(fixture, stream)));

    const confirm = (index: number) =>
      balanced.post<ConfirmResponse>(`${streams[index]?.path ?? ''}/confirm-claim`, {
        txHash: claims[index]?.txHash,
        claimedAmount: claims[index]?.claimedAmount,
      });
    let confirmed = 0;
    const pending = Array.from({ length: 60 }, async (_, index) => {
      await sleep(index * 10);
      const answer = await confirm(index % streams.length);
      confirmed += 1;
      return answer;
    });
    await Promise.race([Promise.all(pending), eventually(() => expect(confirmed).toBeGreaterThan(10))]);
    void leader?.kill();
    const answers = await Promise.all(pending);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200));

    for (const [index, { path }] of streams.entries()) {
      const { body } = await balanced.get<GetStreamResponse>(path);
      expect(body.claims.map(({ tx_hash: txHash }) => txHash)).toEqual([claims[index]?.txHash]);
      expect(body.stream.withdrawn_amount).toBe(claims[index]?.claimedAmount);
    }
    await eventually(async () => expect(await leadersOf(left)).toHaveLength(1));
    await fixture.mine(7);
    const refunded = await eventually(async () => {
      const { body } = await balanced.get<GetStreamResponse>(cancelled.path);
      expect(body.stream.refund?.txHash).toEqual(expect.any(String));
      return body.stream.refund?.txHash ?? '';
    });
    expect(fixture.devnet.node.transaction(refunded)).toBeDefined();
  });
});
