import type { Wallet } from '@weir/wallet';
import type { Fixture } from '../fixture.js';
import { BCH } from '../test-asset.js';

/** The expected state of a stream or payment. */
export interface Release {
  readonly fundingTxHash: string;
  readonly status: 'ACTIVE' | 'CANCELLED' | 'PAUSED';
  readonly recipient: Wallet;
  /** Hashes of claims that were confirmed. */
  readonly claims: readonly string[];
}

/** The same as the API reports it. */
export interface ReleaseRecord {
  readonly funding: string | null;
  readonly status: string;
  readonly withdrawn: string;
  readonly claims: readonly { readonly tx_hash: string; readonly amount_base: string }[];
}

/** Asserts that a stream or payment is as expected: every claim recorded once, paid on the chain and in the total. */
export const assertReleased = (
  fixture: Fixture,
  promised: Release,
  { funding, status, withdrawn, claims }: ReleaseRecord,
): void => {
  const recorded = claims.map(({ tx_hash }) => tx_hash);
  expect([funding, status]).toEqual([promised.fundingTxHash, promised.status]);
  expect(new Set(recorded).size).toBe(recorded.length);
  expect(recorded).toEqual(expect.arrayContaining([...promised.claims]));
  for (const { tx_hash, amount_base } of claims)
    expect(BCH.paidTo(fixture, promised.recipient, tx_hash)).toContain(BigInt(amount_base));
  expect(BigInt(withdrawn)).toBe(claims.reduce((sum, { amount_base }) => sum + BigInt(amount_base), 0n));
};
