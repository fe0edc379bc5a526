import type { ClaimResponse } from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import type { Fixture } from '../fixture.js';

/** Everything that clients were told had succeeded. */
export interface Promised {
  readonly kind: 'stream' | 'payment' | 'airdrop' | 'vault';
  readonly id: string;
  /** Asserts that all of it still holds, once, and agrees with the chain. */
  readonly assertStands: (fixture: Fixture) => Promise<void>;
}

const isSpent = (error: unknown): boolean =>
  error instanceof Error && /conflict|missing|spent|already/i.test(error.message);

/** Signs and sends, on a chain on which the service may have paid the recipient meanwhile: then nothing is sent. */
export const send = async (
  wallet: Wallet,
  wcTransaction: ClaimResponse['wcTransaction'],
): Promise<string | undefined> => {
  try {
    return (await wallet.signTransaction(wcTransaction)).signedTransactionHash;
  } catch (error) {
    if (isSpent(error)) return undefined;
    throw error;
  }
};
