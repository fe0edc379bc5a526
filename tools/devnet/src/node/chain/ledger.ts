import type { EventEmitter } from 'node:events';
import { type NodeBlock, type NodeEvents, type NodeKind, NodeRejection, type NodeTransaction } from '../node.types.js';
import type { Block } from '../primitives/block.js';
import { outpointKey, topologicalOrder, type Transaction } from '../primitives/transaction.js';
import { bchdKnown, bchdRefusal } from '../rules/bchd-words.js';
import type { Coin } from '../rules/check-transaction.js';
import { rpcText } from '../rules/refusal.js';
import {
  defaultRelayFee,
  validateTransaction,
  type ValidationContext,
  type ValidationResult,
} from '../rules/validate-transaction.js';
import { ChainState, type DisconnectedBlock } from './chain-state.js';
import type { Clock } from './clock.js';
import { Mempool, type MempoolEntry } from './mempool.js';
import { toNodeTransaction } from './node-transaction.js';

/** The `reconsiderblock` error code for an unknown block. */
const blockNotFoundError = -5;
/** Error codes of `sendrawtransaction`. */
const missingInputsError = -25;
const rejectedError = -26;
const alreadyInChainError = -27;

/** Keeps chain and mempool consistent. It emits events only once both are in their new state. */
export class Ledger {
  readonly chain = new ChainState();
  readonly mempool = new Mempool();
  /**
   * Transactions of blocks that a reorganisation took off the chain, with the last block each was in: the real node's
   * transaction index goes on answering for them.
   */
  readonly archive = new Map<string, NodeTransaction>();
  /** Blocks that were disconnected, so that a branch that lost may win again. A restart forgets them. */
  readonly #stale = new Map<string, Block>();
  /** Txids whose scripts have passed, so that a block need not run them again. */
  readonly #goodScripts = new Set<string>();

  constructor(
    readonly clock: Clock,
    private readonly events: Pick<EventEmitter<NodeEvents>, 'emit'>,
    /** The relay fee, satoshis for 1,000 bytes. */
    public relayFee = defaultRelayFee,
    /** Whose words and dust limit the mempool has. */
    public kind: NodeKind = 'BCHN',
  ) {}

  /** Returns an output that is unspent in the chain, or one of the mempool, by outpoint. */
  coin(outpoint: string): Coin | undefined {
    const output = this.mempool.output(outpoint);
    if (output === undefined) return this.chain.coin(outpoint);
    const { height, medianTimePast } = this.chain.tip;
    return { output, height: height + 1, isCoinbase: false, medianTimeBefore: medianTimePast };
  }

  /** Validates a transaction for the mempool without adding it, as `testmempoolaccept` does. */
  judge(transaction: Transaction): ValidationResult {
    return validateTransaction(transaction, this.#context(false));
  }

  /**
   * Adds a transaction to the mempool, as `sendrawtransaction` does. One that is there already is accepted.
   * @throws NodeRejection
   */
  offer(transaction: Transaction): void {
    const { content, txid } = transaction;
    if (this.mempool.has(txid)) {
      if (this.kind === 'bchd') throw new NodeRejection(rejectedError, bchdKnown(txid, false));
      return;
    }
    if (content.outputs.some((_, vout) => this.chain.coin(outpointKey(txid, vout)) !== undefined)) {
      throw this.kind === 'bchd'
        ? new NodeRejection(rejectedError, bchdKnown(txid, true))
        : new NodeRejection(alreadyInChainError, 'transaction already in block chain');
    }
    const verdict = this.judge(transaction);
    if (!verdict.accepted) {
      const { refusal } = verdict;
      if (this.kind === 'bchd') {
        const lookups = {
          isUnspentInChain: (outpoint: string) => this.coin(outpoint) !== undefined,
          spenderInMempool: (outpoint: string) => this.mempool.spender(outpoint),
        };
        throw new NodeRejection(rejectedError, bchdRefusal(transaction, refusal, lookups));
      }
      throw refusal.code === undefined
        ? new NodeRejection(missingInputsError, 'Missing inputs')
        : new NodeRejection(rejectedError, rpcText(refusal));
    }
    this.events.emit('transaction', this.#enter(transaction, verdict.fee).shown);
  }

  /**
   * Connects a block to the tip. Its transactions leave the mempool, and so do those that conflict with it.
   * @throws NodeRejection
   */
  connect(block: Block): NodeBlock {
    const info = this.chain.connect(block, {
      now: this.clock.now(),
      hasGoodScripts: (txid) => this.#goodScripts.has(txid),
    });
    const fallen: string[] = [];
    for (const { spends, txid } of block.transactions) {
      this.mempool.remove(txid);
      for (const outpoint of spends) {
        const rival = this.mempool.spender(outpoint);
        if (rival !== undefined) fallen.push(...this.mempool.evict(rival));
      }
    }
    for (const txid of fallen) this.events.emit('removed', txid);
    this.events.emit('block', info, this.chain.transactionsOf(info));
    return info;
  }

  /** Evicts a transaction and its descendants. Returns the txids of all that left. */
  drop(txid: string): string[] {
    const fallen = this.mempool.evict(txid);
    for (const each of fallen) this.events.emit('removed', each);
    return fallen;
  }

  /**
   * Disconnects blocks from the tip. Their transactions return to the mempool if they are still valid there, or are
   * dropped; the rest of the mempool is validated again.
   * @returns the disconnected blocks, the former tip first
   */
  disconnect(depth: number, keep: 'mempool' | 'drop'): DisconnectedBlock[] {
    if (!Number.isInteger(depth) || depth < 1 || depth > this.chain.tip.height) {
      throw new RangeError(`Cannot disconnect ${depth} of ${this.chain.tip.height} blocks.`);
    }
    const off: DisconnectedBlock[] = [];
    for (let count = 0; count < depth; count += 1) off.push(this.chain.disconnect());
    for (const { block, transactions } of off) {
      this.#stale.set(block.hash, block);
      for (const transaction of transactions) this.archive.set(transaction.txid, transaction);
    }
    const returning = off.toReversed().flatMap(({ block }) => block.transactions.slice(1));
    const { entered, left } = this.#refill(keep === 'mempool' ? returning : []);
    for (const { info, transactions } of off) this.events.emit('disconnected', info, transactions);
    for (const txid of left) this.events.emit('removed', txid);
    for (const { shown } of entered) this.events.emit('transaction', shown);
    return off;
  }

  /**
   * Makes a branch that was disconnected earlier active again, block by block as it was.
   * @param hash of the last block of that branch
   * @throws NodeRejection for an unknown block, or if the branch is no longer valid
   */
  reconsider(hash: string): void {
    if (this.chain.blockByHash(hash) !== undefined) return;
    const branch = this.#branchTo(hash);
    const root = this.chain.blockByHash(branch?.[0]?.header.previousHash ?? '');
    if (branch === undefined || root === undefined) throw new NodeRejection(blockNotFoundError, 'Block not found');
    const depth = this.chain.tip.height - root.height;
    const off = depth === 0 ? [] : this.disconnect(depth, 'mempool');
    try {
      for (const block of branch) this.connect(block);
    } catch (error) {
      const connected = this.chain.tip.height - root.height;
      if (connected > 0) this.disconnect(connected, 'mempool');
      for (const { block } of off.toReversed()) this.connect(block);
      throw error;
    }
  }

  /** Returns the blocks from the first one above the active chain up to the given one; undefined if one is unknown. */
  #branchTo(hash: string): readonly Block[] | undefined {
    const branch: Block[] = [];
    for (let next = hash; this.chain.blockByHash(next) === undefined; next = branch[0]?.header.previousHash ?? '') {
      const block = this.#stale.get(next);
      if (block === undefined) return undefined;
      branch.unshift(block);
    }
    return branch;
  }

  /**
   * Refills the mempool, with the returning transactions first: what was there may depend on them, but never the
   * other way round.
   */
  #refill(returning: readonly Transaction[]): { entered: MempoolEntry[]; left: string[] } {
    const before = this.mempool.entries();
    this.mempool.clear();
    const context = this.#context(true);
    const entered: MempoolEntry[] = [];
    for (const transaction of topologicalOrder(returning)) {
      const verdict = validateTransaction(transaction, context);
      if (verdict.accepted) entered.push(this.#enter(transaction, verdict.fee));
    }
    for (const entry of before) {
      if (validateTransaction(entry.transaction, context).accepted) this.mempool.add(entry);
    }
    return { entered, left: before.map(({ shown }) => shown.txid).filter((txid) => !this.mempool.has(txid)) };
  }

  #enter(transaction: Transaction, fee: bigint): MempoolEntry {
    const entry = { transaction, shown: toNodeTransaction(transaction, fee, this.clock.now()) };
    this.mempool.add(entry);
    this.#goodScripts.add(transaction.txid);
    return entry;
  }

  #context(isReturning: boolean): ValidationContext {
    return {
      relayFee: this.relayFee,
      // bchd derives its dust limit from the relay fee; BCHN has a rate of its own, 1,000 by default.
      dustRate: this.kind === 'bchd' ? this.relayFee : undefined,
      tip: this.chain.tip,
      coin: (outpoint) => this.coin(outpoint),
      conflict: (transaction) => this.mempool.conflict(transaction),
      hasGoodScripts: (txid) => this.#goodScripts.has(txid),
      isReturning,
    };
  }
}
