import type { CancelResponse, GetStreamResponse, PushResponse, RefundResponse } from '@weir/api-contract';
import { type Answer, type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber, aText, someHex } from '../support/like.js';
import { emptyWallet } from '../support/pay-outputs.js';
import { COIN, createActiveStream, createCancelledStream, type Scenario } from '../support/stream-scenario.js';
import { ASSETS } from '../support/test-asset.js';

const HOUR = 3_600;
/** Blocks of notice on the devnet. */
const NOTICE = 6;

const fixture = useFixture();

const cancel = <Body = CancelResponse>(
  { path, sender }: Scenario,
  body: object = {},
  query = '',
): Promise<Answer<Body>> =>
  fixture.client.as(sender.address).post(`${path}/cancel${query}`, { sender: sender.address, ...body });
const refund = <Body = RefundResponse>(path: string): Promise<Answer<Body>> => fixture.client.post(`${path}/refund`);
const push = <Body = PushResponse>(path: string, body: object = {}): Promise<Answer<Body>> =>
  fixture.client.post(`${path}/push`, body);
const read = async (path: string): Promise<GetStreamResponse> =>
  (await fixture.client.get<GetStreamResponse>(path)).body;

describe.each(ASSETS)('a stream of $name', (asset) => {
  const createCancelled = () => createCancelledStream(fixture, asset);
  /** An active stream, ten hours after its start. */
  const createRunningStream = async (changes: object = {}): Promise<Scenario> => {
    const scenario = await createActiveStream(fixture, changes, asset);
    await fixture.advance(10 * HOUR);
    return scenario;
  };

  describe('POST /api/streams/:id/cancel', () => {
    it('protects against a return to another wallet than the one that signs', async () => {
      const scenario = await createRunningStream();
      const other = fixture.wallet(COIN);
      const { status, body } = await cancel<Refusal>(scenario, { sender: other.address });
      expect([status, body.code, body['cancelReturnAddress']]).toEqual([
        409,
        'UNSAFE_CANCEL_DESTINATION',
        scenario.sender.address,
      ]);
      expect(
        (await cancel(scenario, { sender: other.address, allowUnsafeRecovery: true })).body.cancelReturnAddress,
      ).toBe(scenario.sender.address);
      expect((await cancel(scenario, { sender: scenario.sender.tokenAddress })).status).toBe(200);
    });

    it('is refused once all has vested', async () => {
      const scenario = await createRunningStream();
      await fixture.advance(100 * HOUR);
      expect(await cancel<Refusal>(scenario)).toMatchObject(refusal(409, 'WRONG_STATE'));
    });

    it('names what the wallet lacks for the fee', async () => {
      const scenario = await createRunningStream();
      // Always: a coin of theirs at the first input is their consent.
      await emptyWallet(fixture, scenario.sender);
      expect(await cancel<Refusal>(scenario)).toMatchObject(refusal(409, 'INSUFFICIENT_FUNDS', { available: 0 }));
    });
  });

  describe('POST /api/streams/:id/refund', () => {
    it('returns the rest to the sender once the notice is over, and only once', async () => {
      const scenario = await createCancelled();
      expect(await refund<Refusal>(scenario.path)).toMatchObject(
        refusal(409, 'NOTICE_NOT_OVER', { availableAtHeight: null }),
      );

      const [mined] = await fixture.mine();
      const availableAtHeight = (mined?.height ?? 0) + NOTICE;
      const early = await refund<Refusal>(scenario.path);
      expect(early).toMatchObject(refusal(409, 'NOTICE_NOT_OVER', { availableAtHeight }));

      await fixture.mine(availableAtHeight - 1 - fixture.devnet.node.tip.height);
      const { status, body } = await refund(scenario.path);
      expect(status).toBe(200);
      expect(asset.paidTo(fixture, scenario.sender, body.txHash)).toEqual([BigInt(body.amountBase)]);
      expect(body.stream.refund).toMatchObject({ status: 'sent', txHash: body.txHash, amountBase: body.amountBase });

      const again = await refund(scenario.path);
      expect([again.status, again.body.txHash]).toEqual([200, body.txHash]);
    });

    it('is sent once when many ask at once', async () => {
      const { path } = await createCancelled();
      await fixture.mine(NOTICE + 1);
      const answers = await Promise.all(Array.from({ length: 10 }, () => refund(path)));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.txHash}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
    });
  });

  describe('POST /api/streams/:id/push', () => {
    it('builds the payment to the recipient, and sends it when asked to', async () => {
      const { path, recipient } = await createCancelled();
      await fixture.advance(10 * HOUR);
      const built = await push(path);
      expect(built).toMatchObject({
        status: 200,
        body: { success: true, txHash: null, txHex: someHex, asOf: fixture.time() - 1 },
      });

      const { status, body } = await push(path, { broadcast: true });
      expect([status, body.amountBase]).toEqual([200, built.body.amountBase]);
      expect(asset.paidTo(fixture, recipient, body.txHash ?? '')).toEqual([BigInt(body.amountBase)]);
      const { claims } = await read(path);
      expect(claims.at(-1)).toMatchObject({ tx_hash: body.txHash, amount_base: body.amountBase, source: 'chain' });
      // A push pays a claim: who asks to confirm it as one is right.
      const confirmed = await fixture.client.post(`${path}/confirm-claim`, {
        txHash: body.txHash,
        claimedAmount: body.amount,
      });
      expect(confirmed).toMatchObject({ status: 200, body: { success: true, status: 'CANCELLED' } });
    });

    it('is paid for while the stream is active, too, by what is kept for it', async () => {
      const { path } = await createRunningStream();
      expect(await push(path, { broadcast: true })).toMatchObject({
        status: 200,
        body: { success: true, txHash: aText },
      });
      const { stream, claims } = await read(path);
      expect([stream.status, claims.map(({ source }) => source)]).toEqual(['ACTIVE', ['chain']]);
    });

    it('is refused where nothing is due, or too small a part of what is left', async () => {
      const { path } = await createCancelled();
      expect(await push<Refusal>(path)).toMatchObject(refusal(409, 'NOTHING_TO_PUSH', { claimableAt: aNumber }));
      const begun = await createActiveStream(fixture, {}, asset);
      await fixture.advance(HOUR);
      expect(await push<Refusal>(begun.path)).toMatchObject(
        refusal(409, 'NOTHING_TO_PUSH', { details: { status: 'ACTIVE' } }),
      );
    });
  });
});
