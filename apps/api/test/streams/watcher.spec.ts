import type { GetStreamResponse } from '@weir/api-contract';
import { startFixture, type Fixture } from '../support/fixture.js';
import { createActiveStream, createCancelledStream, payClaim } from '../support/stream-scenario.js';

const HOUR = 3_600;
const PATIENCE_MS = 20_000;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ WATCHER: 'protect' });
});
afterAll(() => fixture.stop());

/** Reads a stream again and again until it looks as expected. */
const eventually = async (
  path: string,
  isExpected: (answer: GetStreamResponse) => boolean,
): Promise<GetStreamResponse> => {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { body } = await fixture.client.get<GetStreamResponse>(path);
    if (isExpected(body) || Date.now() > deadline) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

describe('the watcher', () => {
  it('sends the refund by itself once the notice is over, and sees it mined', async () => {
    const { path } = await createCancelledStream(fixture);
    await fixture.mine(7);
    const { stream } = await eventually(path, (answer) => answer.stream.refund?.status === 'sent');
    expect(stream.refund).toMatchObject({ status: 'sent' });
    expect(fixture.devnet.node.transaction(stream.refund?.txHash ?? '')?.txid).toBe(stream.refund?.txHash);
    await fixture.mine();
    expect(
      (await eventually(path, (answer) => answer.stream.refund?.status === 'confirmed')).stream.refund?.status,
    ).toBe('confirmed');
  });

  it('records a claim that nobody confirmed', async () => {
    const scenario = await createActiveStream(fixture);
    await fixture.advance(10 * HOUR);
    const { txHash, claimedAmount } = await payClaim(fixture, scenario);
    await fixture.mine();
    const { stream, claims } = await eventually(scenario.path, (answer) => answer.stream.withdrawn_amount > 0);
    expect(claims).toMatchObject([{ tx_hash: txHash, source: 'chain', amount: claimedAmount }]);
    expect(stream.withdrawn_amount).toBe(claimedAmount);
  });

  it('is one among all replicas, as /ready tells', async () => {
    const replica = await fixture.replica({ WATCHER: 'protect' });
    const leaders = async () => {
      const answers = await Promise.all(
        [fixture.client, replica].map((client) => client.get<{ checks: { watcher: { isLeader: boolean } } }>('/ready')),
      );
      return answers.filter(({ body }) => body.checks.watcher.isLeader).length;
    };
    expect(await leaders()).toBe(1);
  });
});
