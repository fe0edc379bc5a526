import { binToHex } from '@bitauth/libauth';
import type { Ledger } from '../chain/ledger.js';
import { NodeRejection, type NodeTransaction } from '../node.types.js';
import { outpointKey } from '../primitives/transaction.js';
import { coinbaseMaturity } from '../rules/check-transaction.js';
import { nodeLockingBytecode, type OwnCoin } from './payment.js';

const ownBytecode = binToHex(nodeLockingBytecode);

/** RPC_WALLET_INSUFFICIENT_FUNDS of the nodes. */
const INSUFFICIENT_FUNDS = -6;

type Standing = 'confirmed' | 'unconfirmed' | 'unusable';

/** Coins of the node's own key. The ledger decides which of them exist; this only remembers where to look. */
export class OwnCoins {
  readonly #ledger: Ledger;
  readonly #known = new Map<string, OwnCoin>();
  /** Coins spent by now, which a reorganisation or an eviction may restore. */
  readonly #spent = new Map<string, OwnCoin>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Notes the outputs of a transaction that pay the node. */
  note({ outputs, txid }: NodeTransaction): void {
    for (const [vout, { lockingBytecode, satoshis, token }] of outputs.entries()) {
      if (lockingBytecode !== ownBytecode || token !== undefined) continue;
      const outpoint = outpointKey(txid, vout);
      this.#spent.delete(outpoint);
      this.#known.set(outpoint, { txid, vout, satoshis });
    }
  }

  /** Checks the spent coins again after a reorganisation or an eviction. */
  recheckSpent(): void {
    for (const [outpoint, coin] of this.#spent) this.#known.set(outpoint, coin);
    this.#spent.clear();
  }

  /**
   * Selects spendable coins of at least this many satoshis: a single confirmed one if possible, unconfirmed ones only
   * if necessary.
   * @throws NodeRejection if the coins do not suffice
   */
  select(satoshis: bigint): OwnCoin[] {
    const usable: Record<'confirmed' | 'unconfirmed', OwnCoin[]> = { confirmed: [], unconfirmed: [] };
    for (const [outpoint, coin] of this.#known) {
      const standing = this.#standing(outpoint);
      if (standing === 'unusable') continue;
      if (standing === 'confirmed' && coin.satoshis >= satoshis) return [coin];
      usable[standing].push(coin);
    }
    return gather([...usable.confirmed, ...usable.unconfirmed], satoshis);
  }

  #standing(outpoint: string): Standing {
    const { chain, mempool } = this.#ledger;
    const coin = this.#ledger.coin(outpoint);
    if (coin === undefined || mempool.spender(outpoint) !== undefined) {
      this.#retire(outpoint);
      return 'unusable';
    }
    if (coin.height > chain.tip.height) return 'unconfirmed';
    const isMature = !coin.isCoinbase || chain.tip.height + 1 - coin.height >= coinbaseMaturity;
    return isMature ? 'confirmed' : 'unusable';
  }

  #retire(outpoint: string): void {
    const coin = this.#known.get(outpoint);
    if (coin !== undefined) this.#spent.set(outpoint, coin);
    this.#known.delete(outpoint);
  }
}

const gather = (coins: readonly OwnCoin[], satoshis: bigint): OwnCoin[] => {
  const gathered: OwnCoin[] = [];
  let sum = 0n;
  for (const coin of coins) {
    if (sum >= satoshis) break;
    gathered.push(coin);
    sum += coin.satoshis;
  }
  if (sum < satoshis)
    throw new NodeRejection(
      INSUFFICIENT_FUNDS,
      `The node has ${sum} satoshis to spend, not ${satoshis}: ask for less, or mine blocks, whose rewards it can spend when they are 100 deep`,
    );
  return gathered;
};
