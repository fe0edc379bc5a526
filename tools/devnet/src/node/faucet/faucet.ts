import { binToHex, getDustThreshold, hexToBin, type Output } from '@bitauth/libauth';
import type { Ledger } from '../chain/ledger.js';
import { fromNodeOutput } from '../chain/node-transaction.js';
import { type MintRequest, NodeRejection, type NodeTransaction } from '../node.types.js';
import { outpointKey, type Transaction } from '../primitives/transaction.js';
import { coinbaseMaturity } from '../rules/check-transaction.js';
import { costOf, feeOf, nodeLockingBytecode, type OwnCoin, pay } from './payment.js';

const ownBytecode = binToHex(nodeLockingBytecode);

/** RPC_WALLET_INSUFFICIENT_FUNDS of the nodes. */
const INSUFFICIENT_FUNDS = -6;

type Standing = 'confirmed' | 'unconfirmed' | 'unusable';

/** Coins of the node's own key. The ledger decides which of them exist; this only remembers where to look. */
class OwnCoins {
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

/** RPC_INVALID_PARAMETER of the nodes. */
const INVALID_PARAMETER = -8;
const defaultTokenSatoshis = 1000n;
/** Satoshis for a further P2PKH input and a change output, at 1 satoshi per byte. */
const inputCost = 141n;
const changeCost = 34n;

/** Hands out the node's own coins in real transactions, which are subject to the same rules as any other. */
export class Faucet {
  readonly coins: OwnCoins;
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.coins = new OwnCoins(ledger);
  }

  /**
   * Pays these satoshis to output 0 of a new transaction.
   * @throws NodeRejection if relay policy forbids such an output
   */
  fund(lockingBytecode: string, satoshis: bigint): NodeTransaction {
    return this.#send([{ lockingBytecode: hexToBin(lockingBytecode), valueSatoshis: satoshis }]);
  }

  /**
   * Creates a category and pays its tokens to output 0 of the second of two transactions: the category is the txid of
   * the first, whose output 0 the second spends.
   */
  mint(lockingBytecode: string, request: MintRequest): { category: string; transaction: NodeTransaction } {
    const output = (category: string) => tokenOutput(lockingBytecode, category, request);
    const planned = output('0'.repeat(64));
    const { relayFee } = this.#ledger;
    const satoshis =
      planned.valueSatoshis + feeOf([{ txid: '0'.repeat(64), vout: 0, satoshis: 0n }], [planned], relayFee);
    const parent = this.#send([{ lockingBytecode: nodeLockingBytecode, valueSatoshis: satoshis }]);
    const coin = { txid: parent.txid, vout: 0, satoshis };
    try {
      return { category: parent.txid, transaction: this.#offer(pay([coin], [output(parent.txid)], relayFee)) };
    } catch (error) {
      this.#ledger.drop(parent.txid);
      throw error;
    }
  }

  /** Splits matured coins into many of equal value, so that payments need not depend on each other. */
  split(count: number, satoshis: bigint): void {
    const output = { lockingBytecode: nodeLockingBytecode, valueSatoshis: satoshis };
    this.#send(Array.from({ length: count }, () => output));
  }

  #send(outputs: Output[]): NodeTransaction {
    const paid = outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
    const { relayFee } = this.#ledger;
    const [input, change] = [costOf(inputCost, relayFee), costOf(changeCost, relayFee)];
    let cost = feeOf([], outputs, relayFee) + input + change;
    let coins = this.coins.select(paid + cost);
    // Every coin after the first costs its input.
    while (coins.reduce((sum, coin) => sum + coin.satoshis, 0n) < paid + feeOf(coins, outputs, relayFee) + change) {
      cost += input;
      coins = this.coins.select(paid + cost);
    }
    return this.#offer(pay(coins, outputs, relayFee));
  }

  #offer(transaction: Transaction): NodeTransaction {
    this.#ledger.offer(transaction);
    const entry = this.#ledger.mempool.get(transaction.txid);
    if (entry === undefined) throw new NodeRejection(-26, 'The transaction left the mempool as it entered.');
    return entry.shown;
  }
}

const tokenOutput = (lockingBytecode: string, category: string, request: MintRequest): Output => {
  const { amount = 0n, nft, satoshis } = request;
  if (amount === 0n && nft === undefined)
    throw new NodeRejection(INVALID_PARAMETER, 'Nothing to mint: neither an amount nor an NFT');
  const token = { amount, category, nft };
  const output = fromNodeOutput({ lockingBytecode, satoshis: satoshis ?? defaultTokenSatoshis, token });
  const least = getDustThreshold(output);
  return satoshis === undefined && least > defaultTokenSatoshis ? { ...output, valueSatoshis: least } : output;
};
