/** What a fault is found in. */
export interface FaultyRecord {
  readonly type: 'stream' | 'vault' | 'airdrop' | 'plan' | 'service';
  /** uuid of its row, or what names it where it has none. */
  readonly id: string;
  /** As people know it: a display id, a name. */
  readonly name: string;
}

/** Something that a record says and the chain, or another record, does not. */
export interface Fault {
  /** Lower case, with hyphens: `wrong-status`. */
  readonly fault: string;
  readonly record: FaultyRecord;
  /** A sentence: what the record says, and what it should. */
  readonly says: string;
}

/** What became of a fault. */
export type Healing =
  /** Nothing was asked for. */
  | { readonly outcome: 'found' }
  | { readonly outcome: 'healed' }
  /** It needs a person, or the chain did not show enough. */
  | { readonly outcome: 'left'; readonly why: string };

/** A fault, and what became of it. */
export type Finding = Fault & Healing;

/** How many records were looked at. */
export interface Examined {
  streams: number;
  vaults: number;
  lanes: number;
}
