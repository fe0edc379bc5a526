/** A transaction output by its place: display-order txid and index. */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/** Whether two outpoints are the same. */
export const sameOutpoint = (a: Outpoint, b: Outpoint): boolean => a.vout === b.vout && a.txid === b.txid;
