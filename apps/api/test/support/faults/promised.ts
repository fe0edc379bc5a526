import type { ClaimResponse } from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';

/** What a client was told had succeeded. */
export interface Promised {
  readonly kind: 'stream' | 'payment';
  readonly id: string;
  readonly recipient: Wallet;
  readonly fundingTxHash: string;
  /** Hashes of claims, in order. */
  readonly claims: readonly string[];
  readonly status: 'ACTIVE' | 'CANCELLED' | 'PAUSED';
}

const isSpent = (error: unknown): boolean => error instanceof Error && /conflict|missing|spent|already/i.test(error.message);

/** Signs and sends, on a chain on which the service may have paid the recipient meanwhile: then nothing is sent. */
export const send = async (wallet: Wallet, wcTransaction: ClaimResponse['wcTransaction']): Promise<string | undefined> => {
  try {
    return (await wallet.signTransaction(wcTransaction)).signedTransactionHash;
  } catch (error) {
    if (isSpent(error)) return undefined;
    throw error;
  }
};
