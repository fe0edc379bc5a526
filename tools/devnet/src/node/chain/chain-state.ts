import { NodeRejection, type NodeBlock, type NodeTransaction } from '../node.types.js';
import { encodeHeader } from '../primitives/block-header.js';
import type { Block } from '../primitives/block.js';
import { toHex } from '../primitives/hex.js';
import { medianTimePast, medianTimeSpan } from '../primitives/median-time-past.js';
import { blockSubsidy } from '../primitives/subsidy.js';
import type { Transaction } from '../primitives/transaction.js';
import { checkBlock } from '../rules/check-block.js';
import type { Coin } from '../rules/coin.js';
import { outputValue } from '../rules/inputs.js';
import type { RuleSet } from '../rules/rule-set.js';
import { validateInBlock } from '../rules/validate-transaction.js';
import { BlockView } from './block-view.js';
import { genesis } from './genesis.js';
import { toNodeTransaction } from './node-transaction.js';

/** A block of the active chain, with what is needed to disconnect it again. */
export interface ChainBlock {
  readonly info: NodeBlock;
  readonly block: Block;
  readonly view: BlockView;
}

/** What a block is judged by, besides the chain itself. */
export interface BlockTerms {
  readonly rules: RuleSet;
  /** The node's clock, Unix seconds. */
  readonly now: number;
  hasGoodScripts(txid: string): boolean;
}

/** The `submitblock` error code for a block that fails verification. */
const verifyError = -25;

/** The active chain, its unspent coins and its transactions. It changes at the tip only. */
export class ChainState {
  readonly #blocks: ChainBlock[] = [];
  readonly #heights = new Map<string, number>();
  readonly #coins = new Map<string, Coin>();
  readonly #spenders = new Map<string, string>();
  readonly #transactions = new Map<string, NodeTransaction>();

  constructor() {
    this.#append(genesis, new BlockView([], { height: 0, medianTimeBefore: 0 }, () => undefined), new Map());
  }

  get tip(): NodeBlock {
    const last = this.#blocks.at(-1);
    if (last === undefined) throw new Error('The chain lost its genesis.');
    return last.info;
  }

  blockAt(height: number): NodeBlock | undefined {
    return this.#blocks[height]?.info;
  }

  blockByHash(hash: string): NodeBlock | undefined {
    const height = this.#heights.get(hash);
    return height === undefined ? undefined : this.blockAt(height);
  }

  transaction(txid: string): NodeTransaction | undefined {
    return this.#transactions.get(txid);
  }

  /** Returns an unspent output of the chain by its outpoint. */
  coin(outpoint: string): Coin | undefined {
    return this.#coins.get(outpoint);
  }

  spender(outpoint: string): string | undefined {
    return this.#spenders.get(outpoint);
  }

  /**
   * Connects a block to the tip after checking every consensus rule.
   * @throws NodeRejection; the chain is then unchanged
   */
  connect(block: Block, terms: BlockTerms): NodeBlock {
    const refusal = checkBlock(block, this.tip, terms.now);
    if (refusal !== undefined) throw new NodeRejection(verifyError, refusal.reason);
    const made = { height: this.tip.height + 1, medianTimeBefore: this.tip.medianTimePast };
    const view = new BlockView(block.transactions, made, (outpoint) => this.coin(outpoint));
    const fees = this.#judge(block.transactions.slice(1), view, terms);
    this.#checkReward(block, fees);
    return this.#append(block, view, fees);
  }

  /** Disconnects the tip. */
  disconnect(): ChainBlock {
    const last = this.#blocks.length > 1 ? this.#blocks.pop() : undefined;
    if (last === undefined) throw new RangeError('Genesis cannot be disconnected.');
    const { block, info, view } = last;
    this.#heights.delete(info.hash);
    for (const { txid } of block.transactions) this.#transactions.delete(txid);
    for (const [outpoint, coin] of view.spent) {
      this.#spenders.delete(outpoint);
      this.#coins.set(outpoint, coin);
    }
    for (const outpoint of view.made.keys()) this.#coins.delete(outpoint);
    return last;
  }

  /** Validates transactions; returns the fee of each in satoshis, by txid. */
  #judge(transactions: readonly Transaction[], view: BlockView, terms: BlockTerms): ReadonlyMap<string, bigint> {
    const { rules } = terms;
    const context = {
      rules,
      tip: this.tip,
      coin: (outpoint: string) => view.coin(outpoint),
      hasGoodScripts: (txid: string) => terms.hasGoodScripts(txid),
    };
    return new Map(
      transactions.map((transaction) => {
        const verdict = validateInBlock(transaction, context);
        if (!verdict.accepted) throw new NodeRejection(verifyError, verdict.refusal.reason);
        view.spend(transaction);
        return [transaction.txid, verdict.fee];
      }),
    );
  }

  #checkReward({ transactions: [coinbase] }: Block, fees: ReadonlyMap<string, bigint>): void {
    const reward = [...fees.values()].reduce((sum, fee) => sum + fee, blockSubsidy(this.tip.height + 1));
    if (coinbase !== undefined && outputValue(coinbase) > reward) throw new NodeRejection(verifyError, 'bad-cb-amount');
  }

  #append(block: Block, view: BlockView, fees: ReadonlyMap<string, bigint>): NodeBlock {
    const { hash, header, transactions } = block;
    const height = this.#blocks.length;
    const times = this.#blocks.slice(1 - medianTimeSpan).map(({ info }) => info.time);
    const info: NodeBlock = {
      height,
      hash,
      header: toHex(encodeHeader(header)),
      time: header.time,
      medianTimePast: medianTimePast([...times, header.time]),
      txids: transactions.map(({ txid }) => txid),
    };
    this.#blocks.push({ block, info, view });
    this.#heights.set(hash, height);
    for (const [outpoint, coin] of view.made) this.#coins.set(outpoint, coin);
    for (const outpoint of view.spent.keys()) this.#coins.delete(outpoint);
    transactions.forEach((transaction, position) => {
      const { spends, txid } = transaction;
      for (const outpoint of position === 0 ? [] : spends) this.#spenders.set(outpoint, txid);
      const shown = toNodeTransaction(transaction, fees.get(txid) ?? 0n, header.time);
      this.#transactions.set(txid, { ...shown, block: { height, hash, position } });
    });
    return info;
  }
}
