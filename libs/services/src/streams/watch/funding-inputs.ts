import { encodeLockingBytecodeP2pkh, hash160, type Input } from '@bitauth/libauth';
import { LRUCache } from 'lru-cache';
import { outpointOf } from '@weir/covenants';
import { HistoryHiddenError, spenderOf, type ChainReader, type ChainTransaction, type Outpoint } from '@weir/infra';

/** How many fundings are remembered, and how many inputs of each. */
const MAX_CACHED = 10_000;
const INPUTS = 16;
/** Bytes of a compressed public key, which an input of a wallet pushes last. */
const PUBLIC_KEY = 33;

interface WalletInput {
  readonly spent: Outpoint;
  readonly lockingBytecode: Uint8Array;
}

/** The wallet's coin an input spends, by the key it shows; undefined where it shows none. */
const walletInput = (input: Input): WalletInput | undefined => {
  const { unlockingBytecode: pushes } = input;
  if (pushes.at(-PUBLIC_KEY - 1) !== PUBLIC_KEY) return undefined;
  return {
    spent: outpointOf(input),
    lockingBytecode: encodeLockingBytecodeP2pkh(hash160(pushes.slice(-PUBLIC_KEY))),
  };
};

/**
 * Caches what unmined fundings spend: once one is gone, no server can tell any more. In memory only: after a restart a
 * funding counts as gone only after several denials.
 */
export class FundingInputs {
  readonly #inputs = new LRUCache<string, readonly WalletInput[]>({ max: MAX_CACHED });

  note({ txid, transaction }: Pick<ChainTransaction, 'txid' | 'transaction'>): void {
    this.#inputs.set(
      txid,
      transaction.inputs.slice(0, INPUTS).flatMap((input) => walletInput(input) ?? []),
    );
  }

  /**
   * Another transaction that spends a coin of a funding.
   *
   * @throws ChainUnavailableError
   */
  async findRival(chain: ChainReader, txid: string): Promise<ChainTransaction | undefined> {
    for (const { spent, lockingBytecode } of this.#inputs.get(txid) ?? []) {
      const spender = await spenderOf(chain, spent, lockingBytecode).catch((error: unknown) => {
        // The history of this wallet is too long to be listed.
        if (error instanceof HistoryHiddenError) return undefined;
        throw error;
      });
      if (spender !== undefined && spender.txid !== txid) return spender;
    }
    return undefined;
  }
}
