/** Names of the faults that are found by comparing records with the chain; those of the data alone are `DoctorRepository.checks`. */
export const CHAIN_FAULTS = [
  'row-behind',
  'row-ahead',
  'lost-step',
  'wrong-step',
  'wrong-step-order',
  'wrong-block',
  'wrong-status',
  'wrong-withdrawn-amount',
  'wrong-state',
  'wrong-funding',
  'wrong-progress',
  'wrong-refund',
  'wrong-pause',
  'wrong-move',
  'wrong-recipient',
  'wrong-contract-address',
  'wrong-announcement',
  'wrong-terms',
  'lost-payment',
  'false-payment',
  'wrong-payment',
  'missing-event',
  'false-event',
  'vault-behind',
  'vault-ahead',
  'lost-vault-step',
  'wrong-vault-step',
  'wrong-vault-state',
  'wrong-vault-status',
  'wrong-vault-address',
  'wrong-vault-balance',
  'wrong-seats',
  'lost-deposit',
  'lost-purse',
  'purse-behind',
  'purse-ahead',
  'currency-behind',
  'currency-ahead',
  'wrong-currency-step',
  'wrong-currency-price',
  'wrong-currency-state',
  'stale-proposal',
  'false-execution',
  'lost-lane',
  'lost-lane-step',
  'lane-behind',
  'lane-ahead',
  'lost-lock',
  'false-lock',
] as const;

export type ChainFault = (typeof CHAIN_FAULTS)[number];

/** What a fault is found in. */
export interface FaultyRecord {
  readonly type: 'stream' | 'currency' | 'vault' | 'airdrop' | 'plan' | 'service';
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
export type Repair =
  /** Nothing was asked for. */
  | { readonly outcome: 'found' }
  | { readonly outcome: 'repaired' }
  /** It needs a person, or the chain did not show enough. */
  | { readonly outcome: 'left'; readonly why: string };

/** A fault, and what became of it. */
export type Finding = Fault & Repair;

/** How many records were looked at. */
export interface Examined {
  streams: number;
  /** Payments in a currency. */
  currency: number;
  vaults: number;
  lanes: number;
}
