import type { HistoryEntry } from './index/indexed-output.js';
import { codes, RpcError } from './rpc/rpc-message.js';

/** The calls a fault concerns, and how many of them; without `count`, all until the reset. */
export interface FaultScope {
  readonly methods?: readonly string[] | undefined;
  readonly count?: number | undefined;
}

type CallFault = { readonly kind: 'error'; readonly error: RpcError } | { readonly kind: 'hang' };

interface Planned {
  readonly fault: CallFault;
  readonly methods: ReadonlySet<string> | undefined;
  left: number;
}

/** Misbehaviour ordered by a test: calls that fail or are never answered, and lies about the chain. */
export class Faults {
  #planned: Planned[] = [];
  /** A height to report as the tip although the server knows more blocks. */
  reportedTip: number | undefined;
  /**
   * Milliseconds between the notice of a block and those of the scripts it concerns, which real servers send in
   * batches.
   */
  scriptNoticeDelay = 0;
  /** Script hashes whose history is denied, or 'all'. */
  hiddenHistories: ReadonlySet<string> | 'all' = new Set();
  /** Txids that are left out of every history. */
  hiddenTransactions: ReadonlySet<string> = new Set();

  failCalls(scope: FaultScope, code: number = codes.daemon, message = 'daemon error: the node is not available'): void {
    this.#plan({ kind: 'error', error: new RpcError(code, message) }, scope);
  }

  hangCalls(scope: FaultScope): void {
    this.#plan({ kind: 'hang' }, scope);
  }

  /** Returns the fault of a call, and counts the call against the fault's limit. */
  take(method: string): CallFault | undefined {
    const planned = this.#planned.find((each) => each.left > 0 && (each.methods?.has(method) ?? true));
    if (planned === undefined) return undefined;
    planned.left -= 1;
    return planned.fault;
  }

  hides(scripthash: string): boolean {
    return this.hiddenHistories === 'all' || this.hiddenHistories.has(scripthash);
  }

  /** Returns the part of a history that the server shows. */
  shownOf(history: readonly HistoryEntry[]): HistoryEntry[] {
    return history.filter(({ txid }) => !this.hiddenTransactions.has(txid));
  }

  /** Ends every fault. */
  reset(): void {
    this.#planned = [];
    this.reportedTip = undefined;
    this.scriptNoticeDelay = 0;
    this.hiddenHistories = new Set();
    this.hiddenTransactions = new Set();
  }

  #plan(fault: CallFault, { methods, count }: FaultScope): void {
    this.#planned.push({
      fault,
      methods: methods === undefined ? undefined : new Set(methods),
      left: count ?? Number.POSITIVE_INFINITY,
    });
  }
}
