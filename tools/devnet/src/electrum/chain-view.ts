import type { NodeBlock } from '../node/node.types.js';
import type { Faults } from './faults.js';
import type { ChainIndex } from './index/chain-index.js';
import type { HistoryEntry, IndexedOutput, TokenFilter } from './index/index.types.js';
import { balanceOf, historyOf, statusOf, unspentOf } from './index/scripthash-view.js';
import { MerkleTrees } from './merkle.js';

/** Answers questions about the chain from the server's index: truthfully, unless a fault makes it lie. */
export class ChainView {
  readonly merkleTrees = new MerkleTrees();

  constructor(
    readonly index: ChainIndex,
    private readonly faults: Faults,
  ) {}

  get tip(): NodeBlock {
    const { tip } = this.index.confirmed;
    const reported = this.faults.reportedTip ?? tip.height;
    return reported < tip.height ? (this.index.confirmed.block(reported) ?? tip) : tip;
  }

  /** Returns the block at a height, if it is at or below the tip. */
  block(height: number): NodeBlock | undefined {
    return height > this.tip.height ? undefined : this.index.confirmed.block(height);
  }

  txidsAt(height: number): string[] {
    return this.index.confirmed.block(height)?.txids ?? [];
  }

  history(scripthash: string, from?: number, to?: number): HistoryEntry[] {
    return this.faults.hides(scripthash) ? [] : this.faults.shownOf(historyOf(this.index, scripthash, from, to));
  }

  mempoolHistory(scripthash: string): HistoryEntry[] {
    return this.faults.hides(scripthash) ? [] : this.faults.shownOf(this.index.mempool.history(scripthash));
  }

  balance(scripthash: string, filter: TokenFilter): { confirmed: bigint; unconfirmed: bigint } {
    if (this.faults.hides(scripthash)) return { confirmed: 0n, unconfirmed: 0n };
    return balanceOf(this.index, scripthash, filter);
  }

  unspent(scripthash: string, filter: TokenFilter): IndexedOutput[] {
    return this.faults.hides(scripthash) ? [] : unspentOf(this.index, scripthash, filter);
  }

  status(scripthash: string): string | null {
    return statusOf(this.history(scripthash));
  }

  /** Returns the height of a transaction's block, 0 in the mempool; undefined if it is unknown. */
  heightOf(txid: string): number | undefined {
    return this.index.confirmed.entry(txid)?.height ?? (this.index.mempool.has(txid) ? 0 : undefined);
  }
}
