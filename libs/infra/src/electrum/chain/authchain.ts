import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import { ChainUnavailableError } from '../pool/electrum-errors.js';
import type { ChainReader } from './chain-reader.js';
import { steadily } from './lineage.js';
import { TRANSACTIONS_AT_ONCE } from './transactions.js';

type Reader = Pick<ChainReader, 'history' | 'isUnspent' | 'transaction' | 'transactions'>;

/** A transaction of an authchain: each spends output 0 of the one before. */
export interface AuthchainLink<Said> {
  readonly txid: string;
  /** What was read of it. */
  readonly said: Said;
}

/** What following an authchain may cost at once. */
export interface AuthchainBounds {
  /** Transactions read, after which it ends with the step that is found next. */
  readonly reads: number;
  /** Transactions that are looked through for one step, and their bytes together: beyond, it is given up. */
  readonly candidates: number;
  readonly bytes: number;
}

/** Thrown where a step of an authchain is hidden among more transactions than are searched. */
export class AuthchainTooWideError extends Error {
  override readonly name = 'AuthchainTooWideError';
}

/** The cost of reading a history, in transactions read. */
const HISTORY_COST = 10;
const OP_RETURN = 0x6a;

interface Candidate<Said> extends AuthchainLink<Said> {
  readonly identity: Uint8Array;
  readonly height: number | undefined;
}

/** Reads what spends first outputs of one script, each transaction once, and keeps of it what is asked for alone. */
const createCandidates = <Said>(
  reader: Reader,
  unread: string[],
  read: (transaction: TransactionCommon) => Said,
  bounds: AuthchainBounds,
) => {
  const bySpent = new Map<string, Candidate<Said>>();
  let bytes = 0;
  let count = 0;
  return {
    get count() {
      return count;
    },
    /** Whether it is known without reading on. */
    knows: (txid: string): boolean => bySpent.has(txid),
    async spenderOf(txid: string): Promise<Candidate<Said> | undefined> {
      while (!bySpent.has(txid) && unread.length > 0) {
        for (const { txid: spender, transaction, height, size } of await reader.transactions(
          unread.splice(0, TRANSACTIONS_AT_ONCE),
        )) {
          count += 1;
          bytes += size;
          const [identity] = transaction.outputs;
          const spent = transaction.inputs.filter(({ outpointIndex }) => outpointIndex === 0);
          if (identity === undefined || spent.length === 0) continue;
          const said = read(transaction);
          const candidate = { txid: spender, said, identity: identity.lockingBytecode, height };
          for (const { outpointTransactionHash } of spent) bySpent.set(binToHex(outpointTransactionHash), candidate);
        }
        if (bytes > bounds.bytes) throw new AuthchainTooWideError('The transactions of a script are too large');
      }
      return bySpent.get(txid);
    },
  };
};

/**
 * Follows an authchain (CHIP-BCMR: each transaction spends output 0 of the one before) from one of its transactions on, within
 * bounds. A longer chain is continued later, from the last link reported.
 *
 * @param from where to begin; not reported again
 * @param read What is to be known of a transaction.
 * @param onLink called with each further link, in order
 * @returns whether the last link is the head: its output 0 is unspent, or can be spent by nobody
 * @throws TransactionNotFoundError when nobody knows the first
 * @throws AuthchainTooWideError
 * @throws ChainUnavailableError
 */
export const followAuthchain = async <Said>(
  reader: Reader,
  from: string,
  read: (transaction: TransactionCommon) => Said,
  onLink: (link: AuthchainLink<Said>) => void,
  bounds: AuthchainBounds,
): Promise<{ readonly isHead: boolean }> => {
  const first = await reader.transaction(from);
  const [firstOutput] = first.transaction.outputs;
  let current = { txid: from, identity: firstOutput?.lockingBytecode, height: first.height };
  let cost = 0;

  /** The way along one script, which is how most go. @returns whether it ended there */
  const followScript = async (identity: Uint8Array): Promise<boolean> => {
    if (await reader.isUnspent(current.txid, 0)) return true;
    const since = current.height ?? 0;
    const history = (await reader.history(identity)).filter(({ height }) => height <= 0 || height >= since);
    if (history.length > bounds.candidates)
      throw new AuthchainTooWideError(`One script has ${history.length} transactions to look through`);
    const candidates = createCandidates(
      reader,
      history.map(({ txid }) => txid),
      read,
      bounds,
    );
    const before = cost;
    for (let steps = 0; ; steps += 1) {
      // One step is found at any cost, so that each continuation makes progress.
      if (steps > 0 && cost >= bounds.reads && !candidates.knows(current.txid)) return false;
      const next = await candidates.spenderOf(current.txid);
      cost = before + HISTORY_COST + candidates.count;
      if (next === undefined) {
        // Neither unspent nor spent by anything shown: the index lags, or hides it.
        if (steps === 0) throw new ChainUnavailableError(`The servers do not show what spends ${current.txid}:0`, 10);
        return false;
      }
      current = next;
      onLink({ txid: next.txid, said: next.said });
      if (next.identity.length !== identity.length || next.identity.some((byte, i) => byte !== identity[i]))
        return false;
    }
  };

  for (;;) {
    const { identity } = current;
    if (identity === undefined || identity[0] === OP_RETURN) return { isHead: true };
    if (await steadily(() => followScript(identity))) return { isHead: true };
    if (cost >= bounds.reads) return { isHead: false };
  }
};
