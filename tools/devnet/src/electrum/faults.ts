import type { HistoryEntry } from './index/index.types.js';
import { codes, RpcError } from './rpc/rpc-error.js';

/** Which calls a fault concerns, and how many of them; without `count`, all until the reset. */
export interface FaultScope {
  readonly methods?: readonly string[];
  readonly count?: number;
}

type CallFault = { readonly kind: 'error'; readonly error: RpcError } | { readonly kind: 'hang' };

interface Planned {
  readonly fault: CallFault;
  readonly methods: ReadonlySet<string> | undefined;
  left: number;
}

/** Misbehaviour ordered by a test: calls answered with errors or never, and lies about the chain. */
export class Faults {
  #planned: Planned[] = [];
  /** A height to report as the tip though more blocks are known. */
  reportedTip: number | undefined;
  /** Milliseconds between the notice of a block and those of the scripts it concerns: real servers gather these. */
  scriptNoticeDelay = 0;
  /** Script hashes whose history is denied; 'all' denies every one. */
  hiddenHistories: ReadonlySet<string> | 'all' = new Set();
  /** Transactions that are left out of every history. */
  hiddenTransactions: ReadonlySet<string> = new Set();

  failCalls(scope: FaultScope, code: number = codes.daemon, message = 'daemon error: the node is not available'): void {
    this.#plan({ kind: 'error', error: new RpcError(code, message) }, scope);
  }

  hangCalls(scope: FaultScope): void {
    this.#plan({ kind: 'hang' }, scope);
  }

  /** The fault that befalls a call, used up by it when it was counted. */
  take(method: string): CallFault | undefined {
    const planned = this.#planned.find((each) => each.left > 0 && (each.methods?.has(method) ?? true));
    if (planned === undefined) return undefined;
    planned.left -= 1;
    return planned.fault;
  }

  hides(scripthash: string): boolean {
    return this.hiddenHistories === 'all' || this.hiddenHistories.has(scripthash);
  }

  /** A history as it is told. */
  shownOf(history: readonly HistoryEntry[]): HistoryEntry[] {
    return history.filter(({ txid }) => !this.hiddenTransactions.has(txid));
  }

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
