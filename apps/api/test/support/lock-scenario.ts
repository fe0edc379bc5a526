import type { ClaimResponse, CreateLockResponse, FundingReady } from '@weir/api-contract';
import { HOUR, lockTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import { succeeded } from './client.js';
import type { Fixture } from './fixture.js';
import { BCH, COIN, type TestAsset } from './test-asset.js';

/** A lock and its parties. */
export interface LockScenario {
  readonly id: string;
  /** Of its stream: everything but the creation is a route of it. */
  readonly path: string;
  readonly sender: Wallet;
  readonly recipient: Wallet;
  readonly created: CreateLockResponse;
}

/** Returns the body of a creation, with changes. The lock starts at the chain's time and lasts 100 hours. */
export const lockOf = (fixture: Fixture, recipient: Wallet, changes: object = {}): object =>
  lockTerms(recipient.address, fixture.time(), { endTime: fixture.time() + 100 * HOUR, ...changes });

/** Creates a lock, of 1 BCH by default, between two new wallets, each with coins. */
export const createLock = async (
  fixture: Fixture,
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<LockScenario> => {
  const sender = fixture.wallet(COIN / 100n);
  const recipient = fixture.wallet(COIN / 100n);
  const body = lockOf(fixture, recipient, { ...asset.endow(fixture, sender), ...changes });
  const created = await succeeded(fixture.client.as(sender.address).post<CreateLockResponse>('/api/locks', body));
  const { id } = created.lock;
  return { id, path: `/api/streams/${id}`, sender, recipient, created };
};

/** Signs and broadcasts the funding. @returns its hash */
export const payLock = async (fixture: Fixture, { path, sender }: Pick<LockScenario, 'path' | 'sender'>) => {
  const { wcTransaction } = await succeeded(fixture.client.get<FundingReady>(`${path}/funding-info`));
  return (await sender.signTransaction(wcTransaction)).signedTransactionHash;
};

/** A funded and confirmed lock. */
export const createActiveLock = async (
  fixture: Fixture,
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<LockScenario & { readonly fundingTxHash: string }> => {
  const scenario = await createLock(fixture, changes, asset);
  const fundingTxHash = await payLock(fixture, scenario);
  await succeeded(fixture.client.post(`${scenario.path}/confirm-funding`, { txHash: fundingTxHash }));
  return { ...scenario, fundingTxHash };
};

/** Asks for a payment as the recipient. */
export const claimOf = (fixture: Fixture, { path, recipient }: Pick<LockScenario, 'path' | 'recipient'>, more = {}) =>
  succeeded(
    fixture.client
      .as(recipient.address)
      .post<ClaimResponse>(`${path}/claim`, { recipientAddress: recipient.address, ...more }),
  );
