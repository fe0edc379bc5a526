/** One payment of money, as somebody's books have it. */
export interface MoneyLine {
  /** When it was recorded, Unix seconds. */
  readonly at: number;
  readonly txHash: string;
  /** Tells the lines of one transaction of one record apart. */
  readonly leg: number;
  /** `funding`, `reserve`, `claim`, `push`, `refund`, `deposit`, `payout`, ... */
  readonly kind: string;
  /** `in`: to them; `out`: from them; `contract`: from a contract that they funded before to somebody else. */
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

/** Whose lines, and of which time. */
export interface MoneyQuery {
  /** A party's key: of a P2PKH address its hash160, else the locking bytecode; hex. */
  readonly party: string;
  /** Of who proved to be it: private vaults' lines are for their members. */
  readonly viewerHash: string | null;
  /** Unix seconds, both inclusive. */
  readonly from: number;
  readonly to: number;
}

/** What somebody has of an asset before a time; null for BCH. */
export interface OpeningTotal {
  readonly tokenCategory: string | null;
  readonly total: bigint;
}
