import type { GetStreamResponse } from '@weir/api-contract';
import { createActiveStream, createCancelledStream, payClaim } from './support/stream-scenario.js';
import { startWorld, type World } from './support/world.js';

const HOUR = 3_600;
const PATIENCE_MS = 20_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ WATCHER: 'protect' });
});
afterAll(() => world.stop());

/** Reads a stream again and again until it looks as expected. */
const eventually = async (
  path: string,
  isExpected: (answer: GetStreamResponse) => boolean,
): Promise<GetStreamResponse> => {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { body } = await world.client.get<GetStreamResponse>(path);
    if (isExpected(body) || Date.now() > deadline) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

describe('the watcher', () => {
  it('sends the refund by itself once the notice is over, and sees it mined', async () => {
    const { path } = await createCancelledStream(world);
    await world.mine(7);
    const { stream } = await eventually(path, (answer) => answer.stream.refund?.status === 'sent');
    expect(stream.refund).toMatchObject({ status: 'sent' });
    expect(world.devnet.node.transaction(stream.refund?.txHash ?? '')?.txid).toBe(stream.refund?.txHash);
    await world.mine();
    expect(
      (await eventually(path, (answer) => answer.stream.refund?.status === 'confirmed')).stream.refund?.status,
    ).toBe('confirmed');
  });

  it('records a claim that nobody confirmed', async () => {
    const scenario = await createActiveStream(world);
    await world.advance(10 * HOUR);
    const { txHash, claimedAmount } = await payClaim(world, scenario);
    await world.mine();
    const { stream, claims } = await eventually(scenario.path, (answer) => answer.stream.withdrawn_amount > 0);
    expect(claims).toMatchObject([{ tx_hash: txHash, source: 'chain', amount: claimedAmount }]);
    expect(stream.withdrawn_amount).toBe(claimedAmount);
  });

  it('is one among all replicas, as /ready tells', async () => {
    const replica = await world.replica({ WATCHER: 'protect' });
    const leaders = async () => {
      const answers = await Promise.all(
        [world.client, replica].map((client) => client.get<{ checks: { watcher: { isLeader: boolean } } }>('/ready')),
      );
      return answers.filter(({ body }) => body.checks.watcher.isLeader).length;
    };
    expect(await leaders()).toBe(1);
  });
});
