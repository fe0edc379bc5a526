import { EventEmitter } from 'node:events';
import { hexToBin } from '@bitauth/libauth';
import { Clock } from './chain/clock.js';
import { Ledger } from './chain/ledger.js';
import { Miner } from './chain/miner.js';
import { toNodeOutput } from './chain/node-transaction.js';
import { Faucet } from './faucet/faucet.js';
import { nodeLockingBytecode } from './faucet/payment.js';
import {
  type MineOptions,
  type MintRequest,
  type NodeBlock,
  type NodeEvents,
  type NodeKind,
  type NodeOptions,
  NodeRejection,
  type NodeTransaction,
  type ReorganiseOptions,
  type TransactionOutput,
} from './node.types.js';
import type { Block } from './primitives/block.js';
import { decodeTransactionHex, outpointKey } from './primitives/transaction.js';
import { coinbaseMaturity } from './rules/check-transaction.js';

const blockInterval = 600;
/** Seconds since the last block: on average half an interval. */
const tipAge = 300;

const coinCount = 200;
const coinSatoshis = 100_000_000n;

/**
 * Gives a new chain a past: blocks at the pace of the real network, so that the median time past lags the clock by
 * about an hour as it does there, and in the last of them coins for the faucet.
 * @param now Unix seconds
 */
const premine = (
  blocks: number,
  now: number,
  { faucet, miner }: { readonly faucet: Faucet; readonly miner: Miner },
): void => {
  const matured = blocks - coinbaseMaturity;
  for (let left = blocks; left > 0; left -= 1) {
    // The coinbases of a shorter chain, 50 BCH each, do not suffice for that many coins.
    if (left === 1 && matured > 4) faucet.split(coinCount, coinSatoshis);
    const time = now - tipAge - (left - 1) * blockInterval;
    miner.mine({ payee: nodeLockingBytecode, time, transactions: 'all' });
  }
};

/** A full node: chain, mempool, clock, and a faucet that spends its own coins. Bytecodes and transactions are hex. */
export class ChainNode extends EventEmitter<NodeEvents> {
  readonly #clock: Clock;
  readonly ledger: Ledger;
  readonly #miner: Miner;
  readonly #faucet: Faucet;

  constructor({ now, clockStopped = false, premine: blocks = 110, relayFee, kind }: NodeOptions = {}) {
    super();
    this.#clock = new Clock(now, { isStopped: clockStopped });
    this.ledger = new Ledger(this.#clock, this, relayFee, kind);
    this.#miner = new Miner(this.ledger);
    this.#faucet = new Faucet(this.ledger);
    this.#followOwnCoins();
    premine(blocks, this.#clock.now(), { faucet: this.#faucet, miner: this.#miner });
  }

  /**
   * Connects a block that an earlier run mined.
   * @throws NodeRejection
   */
  connectKept(block: Block): void {
    const { height } = this.ledger.connect(block);
    this.#miner.continueAfter(block, height);
  }

  /** The relay fee of the mempool, satoshis for 1,000 bytes. */
  get relayFee(): bigint {
    return this.ledger.relayFee;
  }

  /** Sets the relay fee for transactions offered from now on; those in the mempool stay. */
  setRelayFee(satoshis: bigint): void {
    this.ledger.relayFee = satoshis;
  }

  /** Makes the mempool answer as another kind of node does from now on: its words, and its dust limit. */
  setKind(kind: NodeKind): void {
    this.ledger.kind = kind;
  }

  get tip(): NodeBlock {
    return this.ledger.chain.tip;
  }

  blockAt(height: number): NodeBlock | undefined {
    return this.ledger.chain.blockAt(height);
  }

  blockByHash(hash: string): NodeBlock | undefined {
    return this.ledger.chain.blockByHash(hash);
  }

  /** Returns a transaction of the mempool or of the active chain. */
  transaction(txid: string): NodeTransaction | undefined {
    return this.ledger.mempool.get(txid)?.shown ?? this.ledger.chain.transaction(txid);
  }

  /** The same, or else a transaction of a block that a reorganisation took off the chain: the node's index keeps them. */
  indexedTransaction(txid: string): NodeTransaction | undefined {
    return this.transaction(txid) ?? this.ledger.archive.get(txid);
  }

  /** Returns the mempool, every transaction after those it spends from. */
  mempool(): NodeTransaction[] {
    return this.ledger.mempool.entries().map(({ shown }) => shown);
  }

  /** Returns an output that is unspent, the mempool included; undefined once anything spends it. */
  output(txid: string, vout: number): TransactionOutput | undefined {
    const outpoint = outpointKey(txid, vout);
    if (this.ledger.mempool.spender(outpoint) !== undefined) return undefined;
    const coin = this.ledger.coin(outpoint);
    return coin && toNodeOutput(coin.output);
  }

  /** Returns the txid of the transaction that spends an output, in a block or in the mempool. */
  spenderOf(txid: string, vout: number): string | undefined {
    const outpoint = outpointKey(txid, vout);
    return this.ledger.mempool.spender(outpoint) ?? this.ledger.chain.spender(outpoint);
  }

  /**
   * Offers a raw transaction (hex) to the mempool. Returns its txid.
   * @throws NodeRejection
   */
  submit(hex: string): string {
    const transaction = decodeTransactionHex(hex);
    if (transaction === undefined) throw new NodeRejection(-22, 'TX decode failed');
    this.ledger.offer(transaction);
    return transaction.txid;
  }

  /** Returns the adjusted clock, Unix seconds. */
  now(): number {
    return this.#clock.now();
  }

  setTime(unixSeconds: number): void {
    this.#clock.set(unixSeconds);
  }

  advanceTime(seconds: number): void {
    this.#clock.advance(seconds);
  }

  mine(count = 1, { timeStep, to, transactions = 'all' }: MineOptions = {}): NodeBlock[] {
    const payee = to === undefined ? nodeLockingBytecode : hexToBin(to);
    const later = transactions === 'all' ? 'all' : 'none';
    return Array.from({ length: count }, (_, index) =>
      this.#miner.mine({ payee, time: this.#nextTime(timeStep), transactions: index === 0 ? transactions : later }),
    );
  }

  /**
   * Replaces the last `depth` blocks by another branch, a longer one by default. If the new branch is invalid, this
   * throws and the old one stays.
   */
  reorganise(depth: number, options: ReorganiseOptions = {}): void {
    const { blocks = depth + 1, keep = 'mempool', transactions = 'none' } = options;
    const off = this.ledger.disconnect(depth, keep);
    try {
      this.mine(blocks, { transactions });
    } catch (error) {
      // Only the first block can fail; the old branch then continues where it ended.
      for (const { block } of off.toReversed()) this.ledger.connect(block);
      throw error;
    }
  }

  /**
   * Makes a branch that was disconnected earlier active again, as `reconsiderblock` does, with the very blocks it
   * had.
   * @param hash of the last block of that branch
   * @throws NodeRejection for a block it never had, or had before a restart
   */
  reconsider(hash: string): void {
    this.ledger.reconsider(hash);
  }

  /** Evicts a transaction and its descendants from the mempool. Returns the txids of all that left. */
  drop(txid: string): string[] {
    return this.ledger.drop(txid);
  }

  /** Pays these satoshis from the node's own coins to output 0 of a new transaction, with new tokens if asked for. */
  fund(lockingBytecode: string, satoshis: bigint, token?: Omit<MintRequest, 'satoshis'>): NodeTransaction {
    return token === undefined
      ? this.#faucet.fund(lockingBytecode, satoshis)
      : this.#faucet.mint(lockingBytecode, { ...token, satoshis }).transaction;
  }

  /** Creates a token category and pays all of its tokens to output 0 of a new transaction. */
  mint(lockingBytecode: string, request: MintRequest): { category: string; transaction: NodeTransaction } {
    return this.#faucet.mint(lockingBytecode, request);
  }

  #nextTime(timeStep: number | undefined): number | undefined {
    if (timeStep === undefined) return undefined;
    const time = this.tip.time + timeStep;
    this.#clock.reach(time);
    return time;
  }

  #followOwnCoins(): void {
    const { coins } = this.#faucet;
    this.on('transaction', (transaction) => coins.note(transaction));
    this.on('block', (_, transactions) => {
      for (const transaction of transactions) coins.note(transaction);
    });
    this.on('disconnected', () => coins.recheckSpent());
    this.on('removed', () => coins.recheckSpent());
  }
}

/**
 * Starts a new chain with coins to hand out.
 * @example
 * const node = createNode();
 * const { txid } = node.fund(lockingBytecode, 100_000n);
 * node.mine();
 */
export const createNode = (options: NodeOptions = {}): ChainNode => new ChainNode(options);

/** The number of blocks after which the median time past has caught up with the clock. */
const MEDIAN_SPAN = 11;

/**
 * Mines blocks until the median time past has advanced by more than `seconds`, so that each payment that becomes due within
 * that time is due.
 *
 * @returns the mined blocks
 */
export const passTime = (node: ChainNode, seconds: number): readonly NodeBlock[] => {
  // One more second, since a transaction's locktime has to lie below the median time past.
  const until = node.tip.medianTimePast + seconds + 1;
  const mined: NodeBlock[] = [];
  // Blocks mined faster than one a second are ahead of the clock, so that one round may fall short.
  for (let left = seconds + 1; left > 0; left = until - node.tip.medianTimePast) {
    node.advanceTime(left);
    mined.push(...node.mine(MEDIAN_SPAN));
  }
  return mined;
};
