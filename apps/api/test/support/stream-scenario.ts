import type { CancelResponse, ClaimResponse, ConfirmResponse, CreateStreamResponse, FundingReady } from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import type { World } from './world.js';

const HOUR = 3_600;
export const COIN = 100_000_000n;

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

/** Creates a stream of 1 BCH between two new wallets, each with coins. */
export const createStream = async (world: World, changes: object = {}): Promise<Scenario> => {
  const sender = world.wallet(2n * COIN, COIN / 100n);
  const recipient = world.wallet(COIN / 100n);
  const { body: created } = await world.client.as(sender.address).post<CreateStreamResponse>('/api/streams/create', creationOf(world, recipient, changes));
  const { id } = created.stream;
  return { id, path: `/api/streams/${id}`, sender, recipient, created };
};

/** Signs and broadcasts the funding. @returns its hash */
export const payFunding = async (world: World, { path, sender }: Scenario): Promise<string> => {
  const { body } = await world.client.get<FundingReady>(`${path}/funding-info`);
  return (await sender.signTransaction(body.wcTransaction)).signedTransactionHash;
};

/** A funded and confirmed stream. */
export const createActiveStream = async (world: World, changes: object = {}): Promise<Scenario & { readonly fundingTxHash: string }> => {
  const scenario = await createStream(world, changes);
  const fundingTxHash = await payFunding(world, scenario);
  await world.client.post(`${scenario.path}/confirm-funding`, { txHash: fundingTxHash });
  return { ...scenario, fundingTxHash };
};

/** Builds, signs and broadcasts a claim of all that is due. */
export const payClaim = async (world: World, { path, recipient }: Scenario): Promise<{ readonly txHash: string; readonly claimedAmount: number }> => {
  const { body } = await world.client.as(recipient.address).post<ClaimResponse>(`${path}/claim`, { recipientAddress: recipient.address });
  const { signedTransactionHash } = await recipient.signTransaction(body.wcTransaction);
  return { txHash: signedTransactionHash, claimedAmount: body.claimableAmount };
};

/** Builds, signs and broadcasts the cancel. @returns its hash */
export const payCancel = async (world: World, { path, sender }: Scenario): Promise<string> => {
  const { body } = await world.client.as(sender.address).post<CancelResponse>(`${path}/cancel`, { sender: sender.address });
  return (await sender.signTransaction(body.wcTransaction)).signedTransactionHash;
};

/** A cancelled and confirmed stream, `hours` after its start. */
export const createCancelledStream = async (world: World, hours = 10): Promise<Scenario & { readonly cancelTxHash: string }> => {
  const scenario = await createActiveStream(world);
  world.advance(hours * HOUR);
  const cancelTxHash = await payCancel(world, scenario);
  await world.client.post<ConfirmResponse>(`${scenario.path}/confirm-cancel`, { txHash: cancelTxHash });
  return { ...scenario, cancelTxHash };
};
