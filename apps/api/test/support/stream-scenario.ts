import type {
  CancelResponse,
  ClaimResponse,
  ConfirmResponse,
  CreateStreamResponse,
  FundingReady,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { succeeded } from './succeeded.js';
import { BCH, COIN, type TestAsset } from './test-asset.js';
import type { World } from './world.js';

const HOUR = 3_600;
export { COIN };

/** A stream and its parties. */
export interface Scenario {
  readonly id: string;
  readonly path: string;
  readonly sender: Wallet;
  readonly recipient: Wallet;
  readonly created: CreateStreamResponse;
}

/** What a creation is made of, with changes. The stream starts at the chain's time and lasts 100 hours. */
export const creationOf = (world: World, recipient: Wallet, changes: object = {}): object => ({
  recipient: recipient.address,
  totalAmount: 1,
  streamType: 'LINEAR',
  startTime: world.time(),
  endTime: world.time() + 100 * HOUR,
  ...changes,
});

/** Creates a stream, of 1 BCH by default, between two new wallets, each with coins. */
export const createStream = async (world: World, changes: object = {}, asset: TestAsset = BCH): Promise<Scenario> => {
  const sender = world.wallet(COIN / 100n);
  const recipient = world.wallet(COIN / 100n);
  const creation = creationOf(world, recipient, { ...asset.endow(world, sender), ...changes });
  const { body: created } = await world.client
    .as(sender.address)
    .post<CreateStreamResponse>('/api/streams/create', creation);
  const { id } = created.stream;
  return { id, path: `/api/streams/${id}`, sender, recipient, created };
};

/** Signs and broadcasts the funding. @returns its hash */
export const payFunding = async (world: World, { path, sender }: Scenario): Promise<string> => {
  const { body } = await world.client.get<FundingReady>(`${path}/funding-info`);
  return (await sender.signTransaction(body.wcTransaction)).signedTransactionHash;
};

/** A funded and confirmed stream. */
export const createActiveStream = async (
  world: World,
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<Scenario & { readonly fundingTxHash: string }> => {
  const scenario = await createStream(world, changes, asset);
  const fundingTxHash = await payFunding(world, scenario);
  await succeeded(world.client.post(`${scenario.path}/confirm-funding`, { txHash: fundingTxHash }));
  return { ...scenario, fundingTxHash };
};

/** A claim on the chain. */
export interface PaidClaim {
  readonly txHash: string;
  readonly claimedAmount: number;
  readonly claimedBase: bigint;
}

/** Builds, signs and broadcasts a claim of all that is due. */
export const payClaim = async (world: World, { path, recipient }: Scenario): Promise<PaidClaim> => {
  const { body } = await world.client
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
export const payCancel = async (world: World, { path, sender }: Scenario): Promise<string> => {
  const { body } = await world.client
    .as(sender.address)
    .post<CancelResponse>(`${path}/cancel`, { sender: sender.address });
  return (await sender.signTransaction(body.wcTransaction)).signedTransactionHash;
};

/** A cancelled and confirmed stream, `hours` after its start. */
export const createCancelledStream = async (
  world: World,
  asset: TestAsset = BCH,
  hours = 10,
): Promise<Scenario & { readonly cancelTxHash: string }> => {
  const scenario = await createActiveStream(world, {}, asset);
  await world.advance(hours * HOUR);
  const cancelTxHash = await payCancel(world, scenario);
  await succeeded(world.client.post<ConfirmResponse>(`${scenario.path}/confirm-cancel`, { txHash: cancelTxHash }));
  return { ...scenario, cancelTxHash };
};
