/** One payment as an entry in a party's books. */
export interface LedgerEntry {
  /** When it was recorded, Unix seconds. */
  readonly at: number;
  readonly txHash: string;
  /** Tells the lines of one transaction of one record apart. */
  readonly leg: number;
  /** `funding`, `reserve`, `claim`, `push`, `refund`, `deposit`, `payout`, ... */
  readonly kind: string;
  /** `in`: to the party; `out`: from the party; `contract`: to somebody else, from a contract that the party funded before. */
  readonly direction: 'in' | 'out' | 'contract';
  readonly product: 'stream' | 'payment' | 'airdrop' | 'vault';
  readonly recordId: string;
  readonly displayId: string | null;
  readonly counterparty: string | null;
  /** Base units. */
  readonly amount: bigint;
  /** Null for BCH. */
  readonly tokenCategory: string | null;
  /** What its maker wrote to the record. */
  readonly memo: string | null;
}

/** The party and the time whose lines are read. */
export interface LedgerQuery {
  /** A party's key: of a P2PKH address its hash160, else the locking bytecode; hex. */
  readonly party: string;
  /** Hash of the proven viewer: private vaults' lines are for their members. */
  readonly viewerHash: string | null;
  /** Unix seconds, both inclusive. */
  readonly from: number;
  readonly to: number;
}

/** A party's total of an asset before a time; the category is null for BCH. */
export interface OpeningTotal {
  readonly tokenCategory: string | null;
  readonly total: bigint;
}
