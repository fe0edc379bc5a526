import { binToHex, sha256, type TransactionCommon } from '@bitauth/libauth';
import { outpointKey, outpointOf } from '@weir/covenants';

/** Returns Electrum's name of a locking bytecode: its SHA-256, reversed, hex. */
export const scriptHashOf = (lockingBytecode: Uint8Array): string => binToHex(sha256.hash(lockingBytecode).reverse());

/** The key of a note: the Electrum hash of a script that is paid, or an outpoint that is spent. */
type NoteKey = string;

/** A transaction that is known to be in the mempool: it was sent from here, or verified. */
export interface NotedTransaction {
  readonly txid: string;
  readonly transaction: TransactionCommon;
}

/**
 * Caches for a minute what was sent and verified: servers index their node's mempool up to two seconds late, and until
 * then list spent coins. Best effort: without notes the servers' view counts.
 */
export interface TransactionNotes {
  /** Notes a transaction under all its keys. Never throws. */
  note(transaction: NotedTransaction): Promise<void>;
  /** Hashes of those noted under any of some keys, the newest first, as many as are read at once. */
  find(keys: readonly NoteKey[]): Promise<readonly string[]>;
}

/** How long a note is kept, seconds: well beyond what the slowest server takes to index a transaction. */
export const NOTED_SECONDS = 60;
/** Most hashes read at once: two calls each are two batches of public servers. */
export const NOTES_AT_ONCE = 344;
/** Notes a process keeps by itself. */
const MAX_CACHED = 10_000;

export const noteKeysOf = ({ transaction: { inputs, outputs } }: NotedTransaction): readonly NoteKey[] => [
  ...new Set([
    ...inputs.map((input) => outpointKey(outpointOf(input))),
    ...outputs.map(({ lockingBytecode }) => scriptHashOf(lockingBytecode)),
  ]),
];

/** Creates notes of this process alone. @param clock milliseconds */
export const createMemoryNotes = (clock: () => number = Date.now): TransactionNotes => {
  const notes = new Map<string, { readonly keys: ReadonlySet<NoteKey>; readonly at: number }>();
  const forget = (): void => {
    for (const [txid, { at }] of notes) {
      if (notes.size <= MAX_CACHED && clock() - at < NOTED_SECONDS * 1_000) return;
      notes.delete(txid);
    }
  };
  return {
    note(noted) {
      notes.delete(noted.txid);
      notes.set(noted.txid, { keys: new Set(noteKeysOf(noted)), at: clock() });
      forget();
      return Promise.resolve();
    },
    find(keys) {
      forget();
      const found = [...notes].filter(([, noted]) => keys.some((key) => noted.keys.has(key)));
      return Promise.resolve(
        found
          .reverse()
          .slice(0, NOTES_AT_ONCE)
          .map(([txid]) => txid),
      );
    },
  };
};
