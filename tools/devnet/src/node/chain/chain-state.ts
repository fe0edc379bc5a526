import { NodeRejection, type NodeBlock, type NodeTransaction } from '../node.types.js';
import {
  blockOf,
  decodeHeader,
  type Block,
  blockSubsidy,
  encodeHeader,
  medianTimePast,
  medianTimeSpan,
} from '../primitives/block.js';
import { toHex } from '../primitives/hash.js';
import { decodeTransactionHex, type Transaction } from '../primitives/transaction.js';
import { checkBlock } from '../rules/check-block.js';
import { type Coin, outputValue } from '../rules/check-transaction.js';
import { validateInBlock } from '../rules/validate-transaction.js';
import { BlockView } from './block-view.js';
import { MinedBlock, TransactionIndex } from './transaction-index.js';

/**
 * Regtest's header, with its time and nonce; its merkle root is that of the coinbase every Bitcoin network begins
 * with.
 */
const genesisHeader =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3' +
  '888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000';

const genesisCoinbase =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054' +
  '696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420' +
  '666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61' +
  'deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

const genesisTransaction = decodeTransactionHex(genesisCoinbase);
if (genesisTransaction === undefined) throw new Error('The genesis coinbase does not decode.');

/** The first block, whose coinbase can never be spent. */
const genesis = blockOf(decodeHeader(Buffer.from(genesisHeader, 'hex')), [genesisTransaction]);

/** A block that was taken off the chain, and its transactions as the node showed them. */
export interface DisconnectedBlock {
  readonly info: NodeBlock;
  readonly block: Block;
  readonly transactions: readonly NodeTransaction[];
}

/** What a block is validated by, in addition to the chain itself. */
export interface BlockTerms {
  /** The node's clock, Unix seconds. */
  readonly now: number;
  hasGoodScripts(txid: string): boolean;
}

/** The `submitblock` error code for a block that fails verification. */
const verifyError = -25;

/** The active chain, its unspent coins and its transactions. It changes at the tip only. */
export class ChainState {
  readonly #blocks: MinedBlock[] = [];
  readonly #heights = new Map<string, number>();
  readonly #transactions = new TransactionIndex();

  constructor() {
    this.#append(genesis, [0n], 0);
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
    return this.#transactions.shown(txid);
  }

  /** Returns the transactions of a block of the chain, in block order. */
  transactionsOf({ txids }: NodeBlock): NodeTransaction[] {
    return txids.map((txid) => {
      const transaction = this.transaction(txid);
      if (transaction === undefined) throw new RangeError(`Transaction ${txid} is not in the chain.`);
      return transaction;
    });
  }

  /** Returns an unspent output of the chain by its outpoint. */
  coin(outpoint: string): Coin | undefined {
    return this.#transactions.coin(outpoint);
  }

  spender(outpoint: string): string | undefined {
    return this.#transactions.spender(outpoint);
  }

  /**
   * Connects a block to the tip after checking every consensus rule.
   * @throws NodeRejection; the chain is then unchanged
   */
  connect(block: Block, terms: BlockTerms): NodeBlock {
    const refusal = checkBlock(block, this.tip, terms.now);
    if (refusal !== undefined) throw new NodeRejection(verifyError, refusal.reason);
    const { height, medianTimePast: medianTimeBefore } = this.tip;
    const view = new BlockView(block.transactions, { height: height + 1, medianTimeBefore }, (outpoint) =>
      this.coin(outpoint),
    );
    const fees = this.#judge(block.transactions.slice(1), view, terms);
    this.#checkReward(block, fees);
    return this.#append(block, [0n, ...fees], medianTimeBefore);
  }

  disconnect(): DisconnectedBlock {
    const last = this.#blocks.length > 1 ? this.#blocks.at(-1) : undefined;
    if (last === undefined) throw new RangeError('Genesis cannot be disconnected.');
    const { info } = last;
    const [block, transactions] = [last.block(), this.transactionsOf(info)];
    this.#blocks.pop();
    this.#heights.delete(info.hash);
    this.#transactions.disconnect(block.transactions);
    return { block, info, transactions };
  }

  /** Validates transactions; returns the fee of each in satoshis. */
  #judge(transactions: readonly Transaction[], view: BlockView, terms: BlockTerms): bigint[] {
    const context = {
      tip: this.tip,
      coin: (outpoint: string) => view.coin(outpoint),
      hasGoodScripts: (txid: string) => terms.hasGoodScripts(txid),
    };
    return transactions.map((transaction) => {
      const verdict = validateInBlock(transaction, context);
      if (!verdict.accepted) throw new NodeRejection(verifyError, verdict.refusal.reason);
      view.spend(transaction);
      return verdict.fee;
    });
  }

  #checkReward({ transactions: [coinbase] }: Block, fees: readonly bigint[]): void {
    const reward = fees.reduce((sum, fee) => sum + fee, blockSubsidy(this.tip.height + 1));
    if (coinbase !== undefined && outputValue(coinbase) > reward) throw new NodeRejection(verifyError, 'bad-cb-amount');
  }

  /** @param fees satoshis, of the coinbase first */
  #append({ hash, header, transactions }: Block, fees: readonly bigint[], medianTimeBefore: number): NodeBlock {
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
    const mined = new MinedBlock(info, transactions, fees, medianTimeBefore);
    this.#blocks.push(mined);
    this.#heights.set(hash, height);
    this.#transactions.connect(mined, transactions);
    return info;
  }
}
