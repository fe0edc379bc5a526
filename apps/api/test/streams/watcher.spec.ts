import type { GetStreamResponse } from '@weir/api-contract';
import { eventually } from '@weir/testing';
import { useFixture } from '../support/fixture.js';
import { createActiveStream, createCancelledStream, payClaim } from '../support/stream-scenario.js';

const HOUR = 3_600;

const fixture = useFixture({ WATCHER: 'protect' });

/** Reads a stream until it looks as expected. */
const becomes = (path: string, expected: object): Promise<GetStreamResponse> =>
  eventually(async () => {
    const { body } = await fixture.client.get<GetStreamResponse>(path);
    expect(body).toMatchObject(expected);
    return body;
  });

describe('the watcher', () => {
  it('sends the refund by itself once the notice is over, and sees it mined', async () => {
    const { path } = await createCancelledStream(fixture);
    await fixture.mine(7);
    const { stream } = await becomes(path, { stream: { refund: { status: 'sent' } } });
    expect(fixture.devnet.node.transaction(stream.refund?.txHash ?? '')?.txid).toBe(stream.refund?.txHash);
    await fixture.mine();
    await becomes(path, { stream: { refund: { status: 'confirmed' } } });
  });

  it('records a claim that nobody confirmed', async () => {
    const scenario = await createActiveStream(fixture);
    await fixture.advance(10 * HOUR);
    const { txHash, claimedAmount } = await payClaim(fixture, scenario);
    await fixture.mine();
    await becomes(scenario.path, {
      stream: { withdrawn_amount: claimedAmount },
      claims: [{ tx_hash: txHash, source: 'chain', amount: claimedAmount }],
    });
  });

  it('is one among all replicas, as /ready tells', async () => {
    const replica = await fixture.replica({ WATCHER: 'protect' });
    const leaders = async () => {
      const answers = await Promise.all(
        [fixture.client, replica].map((client) => client.get<{ checks: { watcher: { isLeader: boolean } } }>('/ready')),
      );
      return answers.filter(({ body }) => body.checks.watcher.isLeader).length;
    };
    await eventually(async () => expect(await leaders()).toBe(1));
  });
});
