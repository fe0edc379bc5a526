import { getDustThreshold, hexToBin, type Output } from '@bitauth/libauth';
import type { Ledger } from '../chain/ledger.js';
import { fromNodeOutput } from '../chain/node-transaction.js';
import { NodeRejection, type MintRequest, type NodeTransaction } from '../node.types.js';
import type { Transaction } from '../primitives/transaction.js';
import { OwnCoins } from './own-coins.js';
import { costOf, feeOf, nodeLockingBytecode, pay } from './payment.js';

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
