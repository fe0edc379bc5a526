/** The ways in which a record can be searched. Hex in lower case, hashes of transactions in display order. */
export type SearchQuestion =
  /** uuid of a record. */
  | { readonly by: 'id'; readonly id: string }
  /** `#WEIR-BCH-000001` */
  | { readonly by: 'displayId'; readonly displayId: string }
  /** A contract's address, as its locking bytecode and Electrum's hash of it. */
  | { readonly by: 'contract'; readonly lockingBytecode: string; readonly scriptHash: string }
  /** A transaction that funded it or moved it on; also a vault's own id, which has the same form. */
  | { readonly by: 'transaction'; readonly txid: string }
  /** A state of it, now or before. */
  | { readonly by: 'outpoint'; readonly txid: string; readonly vout: number };

/** The kind of a record that was found. */
export type FoundKind = 'stream' | 'payment' | 'plan' | 'airdrop' | 'vault' | 'proposal';

/** A record that was found, with what decides whether it may be shown. */
export interface FoundRecord {
  readonly kind: FoundKind;
  /** uuid */
  readonly id: string;
  /** Of a vault its 32 bytes, hex. */
  readonly displayId: string;
  readonly status: string;
  /** Null where it has none, or not yet. */
  readonly contractAddress: string | null;
  /** Unix seconds. */
  readonly createdAt: number;
}
