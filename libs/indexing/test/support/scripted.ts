import type { KeylessTransaction, UnsignedTransaction } from '@weir/covenants';
import { decodeHex, sign } from '@weir/simulation';
import type { Wallet } from '@weir/wallet';

/** A transaction signed beforehand, which a chain accepts once its parents are there. */
export interface Scripted {
  readonly name: string;
  readonly txid: string;
  readonly hex: string;
  /** The scripted transaction it spends; undefined for a funding. */
  readonly parent: string | undefined;
  /** Further scripted transactions it spends: one may move several streams of a plan. */
  readonly otherParents?: readonly string[];
}

/**
 * Returns a value that a script counts on.
 *
 * @throws {Error} where it is not there
 */
export const need = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`No ${what}`);
  return value;
};

/** The transactions of a record that are signed before any chain sees them. */
export abstract class SignedBefore {
  readonly all: Scripted[] = [];

  constructor(readonly name: string) {}

  /** Signs a transaction, where it needs a signer, and adds it to the script. */
  protected async sign(
    what: string,
    parents: readonly string[],
    built: UnsignedTransaction | KeylessTransaction,
    signer?: Wallet,
  ) {
    const { txid, hex } = 'hex' in built ? built : await sign(need(signer, 'signer'), built);
    const [parent, ...otherParents] = new Set(parents);
    this.all.push({ name: `${what} of ${this.name}`, txid, hex, parent, otherParents });
    return { txid, transaction: decodeHex(hex) };
  }
}
