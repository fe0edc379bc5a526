import type { ClaimResponse, CreateStreamResponse, FundingReady } from '@weir/api-contract';
import type { Fixture } from '../../support/fixture.js';
import { COIN, creationOf } from '../../support/stream-scenario.js';
import type { Asked } from './load.js';

const HOUR = 3_600;

/**
 * The requests of a stream's parties from its creation to the confirm of a claim, one after another, with their signatures and
 * broadcasts between them. Each request is given the body of its answer.
 */
export async function* streamLife(fixture: Fixture): AsyncGenerator<Asked, void, string> {
  const [sender, recipient] = [fixture.wallet(COIN / 50n), fixture.wallet(COIN / 1_000n)];
  // Half of it is due at once.
  const terms = { totalAmount: 0.01, startTime: fixture.time() - 10 * HOUR, endTime: fixture.time() + 10 * HOUR };
  const creation = { path: '/api/streams/create', body: creationOf(fixture, recipient, terms), caller: sender.address };
  const { stream } = JSON.parse(yield { method: 'POST', ...creation }) as CreateStreamResponse;
  const path = `/api/streams/${stream.id}`;
  const funding = JSON.parse(yield { method: 'GET', path: `${path}/funding-info` }) as FundingReady;
  const funded = await sender.signTransaction(funding.wcTransaction);
  yield { method: 'POST', path: `${path}/confirm-funding`, body: { txHash: funded.signedTransactionHash } };
  const body = { recipientAddress: recipient.address };
  const claim = JSON.parse(
    yield { method: 'POST', path: `${path}/claim`, body, caller: recipient.address },
  ) as ClaimResponse;
  const { signedTransactionHash: txHash } = await recipient.signTransaction(claim.wcTransaction);
  yield { method: 'POST', path: `${path}/confirm-claim`, body: { txHash, claimedAmount: claim.claimableAmount } };
}
