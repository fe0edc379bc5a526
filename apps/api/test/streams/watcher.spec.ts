import type { GetStreamResponse } from '@weir/api-contract';
import { eventually } from '@weir/testing';
import { useFixture } from '../support/fixture.js';
import { createCancelledStream } from '../support/stream-scenario.js';

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

  it('is one among all replicas, as /ready shows', async () => {
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
