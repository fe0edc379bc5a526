import { EventEmitter } from 'node:events';
import { hexToBin } from '@bitauth/libauth';
import { Clock } from './chain/clock.js';
import { Ledger } from './chain/ledger.js';
import { Miner } from './chain/miner.js';
import { toNodeOutput } from './chain/node-transaction.js';
import { Faucet } from './faucet/faucet.js';
import { nodeLockingBytecode } from './faucet/node-key.js';
import {
  NodeRejection,
  type ChainNode,
  type MineOptions,
  type MintRequest,
  type NodeBlock,
  type NodeEvents,
  type NodeOptions,
  type NodeTransaction,
  type ReorganiseOptions,
  type TransactionOutput,
} from './node.types.js';
import { premine } from './premine.js';
import type { Block } from './primitives/block.js';
import { decodeTransactionHex, outpointKey } from './primitives/transaction.js';

/** The full node: shows ledger, miner and faucet in hex. */
export class DevnetNode extends EventEmitter<NodeEvents> implements ChainNode {
  readonly #clock: Clock;
  readonly ledger: Ledger;
  readonly #miner: Miner;
  readonly #faucet: Faucet;

  constructor({ now, clockStands = false, premine: blocks = 110, relayFee }: NodeOptions = {}) {
    super();
    this.#clock = new Clock(now, { stands: clockStands });
    this.ledger = new Ledger(this.#clock, this, relayFee);
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

  get relayFee(): bigint {
    return this.ledger.relayFee;
  }

  setRelayFee(satoshis: bigint): void {
    this.ledger.relayFee = satoshis;
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

  transaction(txid: string): NodeTransaction | undefined {
    return this.ledger.mempool.get(txid)?.shown ?? this.ledger.chain.transaction(txid);
  }

  indexedTransaction(txid: string): NodeTransaction | undefined {
    return this.transaction(txid) ?? this.ledger.archive.get(txid);
  }

  mempool(): NodeTransaction[] {
    return this.ledger.mempool.entries().map(({ shown }) => shown);
  }

  output(txid: string, vout: number): TransactionOutput | undefined {
    const outpoint = outpointKey(txid, vout);
    if (this.ledger.mempool.spender(outpoint) !== undefined) return undefined;
    const coin = this.ledger.coin(outpoint);
    return coin && toNodeOutput(coin.output);
  }

  spenderOf(txid: string, vout: number): string | undefined {
    const outpoint = outpointKey(txid, vout);
    return this.ledger.mempool.spender(outpoint) ?? this.ledger.chain.spender(outpoint);
  }

  submit(hex: string): string {
    const transaction = decodeTransactionHex(hex);
    if (transaction === undefined) throw new NodeRejection(-22, 'TX decode failed');
    this.ledger.offer(transaction);
    return transaction.txid;
  }

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

  reconsider(hash: string): void {
    this.ledger.reconsider(hash);
  }

  drop(txid: string): string[] {
    return this.ledger.drop(txid);
  }

  fund(lockingBytecode: string, satoshis: bigint, token?: Omit<MintRequest, 'satoshis'>): NodeTransaction {
    return token === undefined
      ? this.#faucet.fund(lockingBytecode, satoshis)
      : this.#faucet.mint(lockingBytecode, { ...token, satoshis }).transaction;
  }

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
