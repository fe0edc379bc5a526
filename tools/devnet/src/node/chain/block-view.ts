import type { Output } from '@bitauth/libauth';
import { outpointKey, type Transaction } from '../primitives/transaction.js';
import type { Coin } from '../rules/check-transaction.js';

const returnOpcode = 0x6a;
const maximumBytecode = 10_000;

/** Whether a script could spend an output at all. */
export const isSpendable = ({ lockingBytecode }: Output): boolean =>
  lockingBytecode[0] !== returnOpcode && lockingBytecode.length <= maximumBytecode;

/** Yields the coins a transaction creates, by outpoint, except for outputs that can never be spent. */
const coinsOf = function* (
  { content, txid }: Transaction,
  made: Omit<Coin, 'output'>,
): Generator<[outpoint: string, coin: Coin]> {
  for (const [vout, output] of content.outputs.entries()) {
    if (isSpendable(output)) yield [outpointKey(txid, vout), { output, ...made }];
  }
};

/**
 * The coins as seen by the transactions of one block. All its outputs are there from the start, since canonical order
 * puts children before parents as often as after them.
 */
export class BlockView {
  readonly made = new Map<string, Coin>();
  readonly spent = new Map<string, Coin>();
  readonly #before: (outpoint: string) => Coin | undefined;

  constructor(
    transactions: readonly Transaction[],
    made: Omit<Coin, 'output' | 'isCoinbase'>,
    before: (outpoint: string) => Coin | undefined,
  ) {
    this.#before = before;
    transactions.forEach((transaction, position) => {
      for (const [outpoint, coin] of coinsOf(transaction, { ...made, isCoinbase: position === 0 })) {
        this.made.set(outpoint, coin);
      }
    });
  }

  coin(outpoint: string): Coin | undefined {
    return this.spent.has(outpoint) ? undefined : (this.made.get(outpoint) ?? this.#before(outpoint));
  }

  spend({ spends }: Transaction): void {
    for (const outpoint of spends) {
      const coin = this.coin(outpoint);
      if (coin !== undefined) this.spent.set(outpoint, coin);
    }
  }
}
