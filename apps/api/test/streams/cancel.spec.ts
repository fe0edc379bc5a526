import type { GetStreamResponse, PushResponse, RefundResponse } from '@weir/api-contract';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { NOTICE } from '../support/payment-scenario.js';
import { createCancelledStream } from '../support/stream-scenario.js';
import { ASSETS } from '../support/test-asset.js';

const HOUR = 3_600;

const fixture = useFixture();

// What each route answers in each state, and whom it refuses: recorded/streams.spec.ts and contract/refusals.spec.ts.
describe.each(ASSETS)('a cancelled stream of $name', (asset) => {
  const refund = (path: string) => fixture.client.post<RefundResponse>(`${path}/refund`);

  it('pays the recipient what it is pushed, and the sender the rest once the notice is over', async () => {
    const { path, sender, recipient } = await createCancelledStream(fixture, asset);
    await fixture.advance(10 * HOUR);
    const pushed = await succeeded(fixture.client.post<PushResponse>(`${path}/push`, { broadcast: true }));
    expect(asset.paidTo(fixture, recipient, pushed.txHash ?? '')).toEqual([BigInt(pushed.amountBase)]);
    await fixture.mine(NOTICE);
    const { txHash, amountBase } = await succeeded(refund(path));
    expect(asset.paidTo(fixture, sender, txHash)).toEqual([BigInt(amountBase)]);
    const { stream } = await succeeded(fixture.client.get<GetStreamResponse>(path));
    expect(stream.refund).toMatchObject({ status: 'sent', txHash, amountBase });
  });

  it('is refunded once when many ask at once', async () => {
    const { path } = await createCancelledStream(fixture, asset);
    await fixture.mine(NOTICE + 1);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(path)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.txHash}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });
});
