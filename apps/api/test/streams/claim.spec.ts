import type { ClaimResponse, ConfirmResponse, GetStreamResponse } from '@weir/api-contract';
import { type Answer, type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aText } from '../support/like.js';
import { createActiveStream, payClaim, type Scenario } from '../support/stream-scenario.js';
import { ASSETS } from '../support/test-asset.js';

const HOUR = 3_600;

const fixture = useFixture();

const claim = <Body = ClaimResponse>({
  path,
  recipient,
}: Pick<Scenario, 'path' | 'recipient'>): Promise<Answer<Body>> =>
  fixture.client.as(recipient.address).post(`${path}/claim`, { recipientAddress: recipient.address });
const confirm = <Body = ConfirmResponse>(
  path: string,
  txHash: string,
  claimedAmount: number | string,
): Promise<Answer<Body>> => fixture.client.post(`${path}/confirm-claim`, { txHash, claimedAmount });

describe.each(ASSETS)('a stream of $name', (asset) => {
  const createActive = (changes: object = {}) => createActiveStream(fixture, changes, asset);
  /** An active stream, ten hours after its start. */
  const createDueStream = async (): Promise<Scenario> => {
    const scenario = await createActive();
    await fixture.advance(10 * HOUR);
    return scenario;
  };

  describe('POST /api/streams/:id/claim', () => {
    it('asks for no signature where the contract pays: a wallet passes it through, or anyone sends it', async () => {
      const scenario = await createDueStream();
      const { body } = await claim(scenario);
      expect(body).toMatchObject({ signatureRequired: false, txHash: null });
      const unsigned = await scenario.recipient.signTransaction({ ...body.wcTransaction, broadcast: false });
      expect(unsigned.signedTransaction).toBe(body.txHex);
      const sent = await fixture.client.post<{ txid: string }>('/api/transactions/broadcast', { txHex: body.txHex });
      expect([sent.status, sent.body.txid]).toEqual([200, unsigned.signedTransactionHash]);
      expect((await confirm(scenario.path, sent.body.txid, body.claimableAmount)).status).toBe(200);
    });

    it('is sent at once for a client that wishes so', async () => {
      const scenario = await createDueStream();
      const { recipient, path } = scenario;
      const { status, body } = await fixture.client
        .as(recipient.address)
        .post<ClaimResponse>(`${path}/claim`, { recipientAddress: recipient.address, broadcast: true });
      expect([status, body]).toMatchObject([200, { signatureRequired: false, txHash: aText }]);
      expect(asset.paidTo(fixture, recipient, body.txHash ?? '')).toContain(BigInt(body.claimableAmountBase));
      expect((await confirm(path, body.txHash ?? '', body.claimableAmount)).body).toMatchObject({
        stream: { withdrawn_amount: body.claimableAmount },
        claim: { tx_hash: body.txHash },
      });
    });

    it('is signed where it is too small a part for the contract to pay, and then not sent from here', async () => {
      const scenario = await createActive();
      await fixture.advance(HOUR);
      const { recipient, path } = scenario;
      const { body } = await fixture.client
        .as(recipient.address)
        .post<ClaimResponse>(`${path}/claim`, { recipientAddress: recipient.address, broadcast: true });
      expect(body).toMatchObject({ signatureRequired: true, txHex: null, txHash: null });
      const { signedTransactionHash } = await recipient.signTransaction(body.wcTransaction);
      expect((await confirm(path, signedTransactionHash, body.claimableAmount)).status).toBe(200);
    });

    it('takes the recipient in every form', async () => {
      const { path, recipient } = await createDueStream();
      const bare = recipient.address.slice('bchtest:'.length);
      const answer = await fixture.client
        .as(recipient.tokenAddress)
        .post<ClaimResponse>(`${path}/claim`, { recipientAddress: bare });
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
    });
  });

  describe('POST /api/streams/:id/confirm-claim', () => {
    it('takes the exact amount in text, and no other', async () => {
      const scenario = await createDueStream();
      const { body } = await claim(scenario);
      const { signedTransactionHash: txHash } = await scenario.recipient.signTransaction(body.wcTransaction);
      const exact = asset.text(BigInt(body.claimableAmountBase));
      expect(
        await confirm<Refusal>(scenario.path, txHash, `${exact.slice(0, -1)}${exact.endsWith('1') ? '2' : '1'}`),
      ).toMatchObject(refusal(422, 'TX_MISMATCH'));
      expect((await confirm(scenario.path, txHash, exact)).status).toBe(200);
    });

    it('follows claims that were never confirmed', async () => {
      const scenario = await createDueStream();
      const skipped = await payClaim(fixture, scenario);
      await fixture.advance(10 * HOUR);
      const last = await payClaim(fixture, scenario);
      expect((await confirm(scenario.path, last.txHash, last.claimedAmount)).status).toBe(200);
      const { stream, claims } = (await fixture.client.get<GetStreamResponse>(scenario.path)).body;
      expect(stream.withdrawn_amount_base).toBe((skipped.claimedBase + last.claimedBase).toString());
      expect(new Map(claims.map(({ tx_hash, source }) => [tx_hash, source]))).toEqual(
        new Map([
          [skipped.txHash, 'chain'],
          [last.txHash, 'confirm'],
        ]),
      );
      // Nobody signed either: the recipient asked for the second one, and for the first once it is reported, too.
      const events = async () =>
        (await fixture.client.get<GetStreamResponse>(scenario.path)).body.events.map(({ event }) => event);
      expect(await events()).toEqual(['funded', 'pushed', 'claimed']);
      expect((await confirm(scenario.path, skipped.txHash, skipped.claimedAmount)).status).toBe(200);
      expect(await events()).toEqual(['funded', 'claimed', 'claimed']);
    });

    it('asks to wait while the network does not know the hash', async () => {
      const scenario = await createDueStream();
      const { body } = await claim(scenario);
      const { signedTransaction, signedTransactionHash } = await scenario.recipient.signTransaction({
        ...body.wcTransaction,
        broadcast: false,
      });
      const answer = () => confirm<Refusal>(scenario.path, signedTransactionHash, body.claimableAmount);
      expect(await answer()).toMatchObject(refusal(409, 'TX_NOT_FOUND', { retryable: true, state: 'pending' }));
      fixture.devnet.node.submit(signedTransaction);
      expect((await answer()).status).toBe(200);
    });

    it('confirms before the server has indexed it', async () => {
      const scenario = await createDueStream();
      await fixture.control.setIndexDelay(2_000);
      try {
        const { txHash, claimedAmount } = await payClaim(fixture, scenario);
        expect((await confirm(scenario.path, txHash, claimedAmount)).status).toBe(200);
      } finally {
        await fixture.control.resetFaults();
      }
    });
  });
});
