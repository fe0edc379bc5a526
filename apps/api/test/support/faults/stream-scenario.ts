import type {
  CancelResponse,
  ClaimResponse,
  CreateStreamResponse,
  FundingReady,
  GetStreamResponse,
} from '@weir/api-contract';
import type { Fixture } from '../fixture.js';
import { COIN, creationOf } from '../stream-scenario.js';
import type { PersistentClient } from './persistent-client.js';
import { assertReleased, type Release } from './recount.js';
import { send, type Promised } from './servers.js';

const HOUR = 3_600;

const promise = (id: string, release: Release): Promised => ({
  kind: 'stream',
  id,
  async assertHolds(fixture) {
    const { stream, claims } = (await fixture.client.get<GetStreamResponse>(`/api/streams/${id}`)).body;
    assertReleased(fixture, release, {
      funding: stream.funding_tx_hash,
      status: stream.status,
      withdrawn: stream.withdrawn_amount_base,
      claims,
    });
  },
});

/**
 * Runs a stream through the API: created, funded, claimed from, sometimes cancelled, each step confirmed.
 *
 * @param claims number of claims
 */
export const liveStream = async (
  fixture: Fixture,
  client: PersistentClient,
  { claims, isCancelled }: { readonly claims: number; readonly isCancelled: boolean },
): Promise<Promised> => {
  const sender = fixture.wallet(2n * COIN, COIN / 100n);
  const recipient = fixture.wallet(COIN / 100n);
  const start = fixture.time() - 20 * HOUR;
  const creation = creationOf(fixture, recipient, { startTime: start, endTime: start + 400 * HOUR });
  const { stream } = await client.post<CreateStreamResponse>('/api/streams/create', creation, sender.address);
  const path = `/api/streams/${stream.id}`;
  const funding = await client.get<FundingReady>(`${path}/funding-info`);
  const fundingTxHash = (await sender.signTransaction(funding.wcTransaction)).signedTransactionHash;
  await client.post(`${path}/confirm-funding`, { txHash: fundingTxHash });
  const claimed: string[] = [];
  for (let i = 0; i < claims; i += 1) {
    const claim = await client.post<ClaimResponse>(
      `${path}/claim`,
      { recipientAddress: recipient.address },
      recipient.address,
    );
    const txHash = await send(recipient, claim.wcTransaction);
    if (txHash === undefined) continue;
    await client.post(`${path}/confirm-claim`, { txHash, claimedAmount: claim.claimableAmount });
    claimed.push(txHash);
  }
  const release = { recipient, fundingTxHash, claims: claimed };
  if (!isCancelled) return promise(stream.id, { ...release, status: 'ACTIVE' });
  const cancel = await client.post<CancelResponse>(`${path}/cancel`, { sender: sender.address }, sender.address);
  const cancelTxHash = await send(sender, cancel.wcTransaction);
  if (cancelTxHash !== undefined) await client.post(`${path}/confirm-cancel`, { txHash: cancelTxHash });
  return promise(stream.id, { ...release, status: cancelTxHash === undefined ? 'ACTIVE' : 'CANCELLED' });
};
