import type {
  CancelResponse,
  ClaimResponse,
  ConfirmResponse,
  CreateStreamResponse,
  FundingReady,
} from '@weir/api-contract';
import { HOUR, streamTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import { succeeded } from './client.js';
import type { Fixture } from './fixture.js';
import { BCH, COIN, type TestAsset } from './test-asset.js';

export { COIN };

/** A stream and its parties. */
export interface Scenario {
  readonly id: string;
  readonly path: string;
  readonly sender: Wallet;
  readonly recipient: Wallet;
  readonly created: CreateStreamResponse;
}

/** Returns the body of a creation, with changes. The stream starts at the chain's time and lasts 100 hours. */
export const creationOf = (fixture: Fixture, recipient: Wallet, changes: object = {}): object =>
  streamTerms(recipient.address, fixture.time(), { endTime: fixture.time() + 100 * HOUR, ...changes });

/** Creates a stream, of 1 BCH by default, between two new wallets, each with coins. */
export const createStream = async (
  fixture: Fixture,
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<Scenario> => {
  const sender = fixture.wallet(COIN / 100n);
  const recipient = fixture.wallet(COIN / 100n);
  const creation = creationOf(fixture, recipient, { ...asset.endow(fixture, sender), ...changes });
  const created = await succeeded(
    fixture.client.as(sender.address).post<CreateStreamResponse>('/api/streams/create', creation),
  );
  const { id } = created.stream;
  return { id, path: `/api/streams/${id}`, sender, recipient, created };
};

/** Signs and broadcasts the funding. @returns its hash */
export const payFunding = async (fixture: Fixture, { path, sender }: Scenario): Promise<string> => {
  const { wcTransaction } = await succeeded(fixture.client.get<FundingReady>(`${path}/funding-info`));
  return (await sender.signTransaction(wcTransaction)).signedTransactionHash;
};

/** A funded and confirmed stream. */
export const createActiveStream = async (
  fixture: Fixture,
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<Scenario & { readonly fundingTxHash: string }> => {
  const scenario = await createStream(fixture, changes, asset);
  const fundingTxHash = await payFunding(fixture, scenario);
  await succeeded(fixture.client.post(`${scenario.path}/confirm-funding`, { txHash: fundingTxHash }));
  return { ...scenario, fundingTxHash };
};

/** A claim on the chain. */
export interface PaidClaim {
  readonly txHash: string;
  readonly claimedAmount: number;
  readonly claimedBase: bigint;
}

/** Builds, signs and broadcasts a claim of all that is due. */
export const payClaim = async (
  fixture: Fixture,
  { path, recipient }: Pick<Scenario, 'path' | 'recipient'>,
): Promise<PaidClaim> => {
  const { body } = await fixture.client
    .as(recipient.address)
    .post<ClaimResponse>(`${path}/claim`, { recipientAddress: recipient.address });
  const { signedTransactionHash } = await recipient.signTransaction(body.wcTransaction);
  return {
    txHash: signedTransactionHash,
    claimedAmount: body.claimableAmount,
    claimedBase: BigInt(body.claimableAmountBase),
  };
};

/** Builds, signs and broadcasts the cancel. @returns its hash */
export const payCancel = async (fixture: Fixture, { path, sender }: Scenario): Promise<string> => {
  const { body } = await fixture.client
    .as(sender.address)
    .post<CancelResponse>(`${path}/cancel`, { sender: sender.address });
  return (await sender.signTransaction(body.wcTransaction)).signedTransactionHash;
};

/** A cancelled and confirmed stream, `hours` after its start. */
export const createCancelledStream = async (
  fixture: Fixture,
  asset: TestAsset = BCH,
  hours = 10,
): Promise<Scenario & { readonly cancelTxHash: string }> => {
  const scenario = await createActiveStream(fixture, {}, asset);
  await fixture.advance(hours * HOUR);
  const cancelTxHash = await payCancel(fixture, scenario);
  await succeeded(fixture.client.post<ConfirmResponse>(`${scenario.path}/confirm-cancel`, { txHash: cancelTxHash }));
  return { ...scenario, cancelTxHash };
};
