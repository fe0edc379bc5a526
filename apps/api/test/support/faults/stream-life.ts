import type { CancelResponse, ClaimResponse, CreateStreamResponse, FundingReady } from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { COIN, creationOf } from '../stream-scenario.js';
import type { World } from '../world.js';
import type { PersistentClient } from './persistent-client.js';

const HOUR = 3_600;

/** What a client was told had succeeded. */
export interface Promised {
  readonly id: string;
  readonly recipient: Wallet;
  readonly fundingTxHash: string;
  /** Hashes of claims, in order. */
  readonly claims: readonly string[];
  readonly cancelTxHash: string | undefined;
}

const isSpent = (error: unknown): boolean => error instanceof Error && /conflict|missing|spent|already/i.test(error.message);

/** Signs and sends, on a chain on which the service may have paid the recipient meanwhile: then nothing is sent. */
const send = async (wallet: Wallet, wcTransaction: ClaimResponse['wcTransaction']): Promise<string | undefined> => {
  try {
    return (await wallet.signTransaction(wcTransaction)).signedTransactionHash;
  } catch (error) {
    if (isSpent(error)) return undefined;
    throw error;
  }
};

/**
 * One stream's life through the API: created, funded, claimed from, at times cancelled, each step confirmed.
 *
 * @param claims how many
 */
export const liveStream = async (world: World, client: PersistentClient, { claims, isCancelled }: { readonly claims: number; readonly isCancelled: boolean }): Promise<Promised> => {
  const sender = world.wallet(2n * COIN, COIN / 100n);
  const recipient = world.wallet(COIN / 100n);
  const start = world.time() - 20 * HOUR;
  const creation = creationOf(world, recipient, { startTime: start, endTime: start + 400 * HOUR });
  const { stream } = await client.post<CreateStreamResponse>('/api/streams/create', creation, sender.address);
  const path = `/api/streams/${stream.id}`;
  const funding = await client.get<FundingReady>(`${path}/funding-info`);
  const fundingTxHash = (await sender.signTransaction(funding.wcTransaction)).signedTransactionHash;
  await client.post(`${path}/confirm-funding`, { txHash: fundingTxHash });
  const claimed: string[] = [];
  for (let i = 0; i < claims; i += 1) {
    const claim = await client.post<ClaimResponse>(`${path}/claim`, { recipientAddress: recipient.address }, recipient.address);
    const txHash = await send(recipient, claim.wcTransaction);
    if (txHash === undefined) continue;
    await client.post(`${path}/confirm-claim`, { txHash, claimedAmount: claim.claimableAmount });
    claimed.push(txHash);
  }
  if (!isCancelled) return { id: stream.id, recipient, fundingTxHash, claims: claimed, cancelTxHash: undefined };
  const cancel = await client.post<CancelResponse>(`${path}/cancel`, { sender: sender.address }, sender.address);
  const cancelTxHash = await send(sender, cancel.wcTransaction);
  if (cancelTxHash !== undefined) await client.post(`${path}/confirm-cancel`, { txHash: cancelTxHash });
  return { id: stream.id, recipient, fundingTxHash, claims: claimed, cancelTxHash };
};
