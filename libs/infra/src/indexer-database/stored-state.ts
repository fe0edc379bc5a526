/** An output that carries a contract's state, with what belongs to it. Amounts are decimal text, as JSON keeps them. */
export interface StoredLane {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: string;
  readonly commitment: string;
  /** The output behind it, in token mode; of a lock its own tokens. `nft`: the commitment of an immutable NFT beside them. */
  readonly companion: { readonly satoshis: string; readonly amount: string; readonly nft: string | null } | null;
  /** The clock of a running notice. */
  readonly clock: { readonly txid: string; readonly vout: number; readonly satoshis: string } | null;
  /** Of a stream whose recipient has moved: locking bytecode of who is paid, hex. */
  readonly recipient?: string;
  /** Of a stream whose move is pending: locking bytecode of the new recipient, hex. */
  readonly movesTo?: string;
  /** Where it is, of a lock since its first step that can move: locking bytecode, hex. */
  readonly lockingBytecode?: string;
}

/** Everything a contract has on the chain: one lane, but for campaigns with several. */
export interface StoredState {
  /** The contract's own category, display order. */
  readonly category: string;
  readonly lanes: readonly StoredLane[];
}

/**
 * What a step, or a state, says beside its amounts, as the HTTP API shows it: amounts as decimal text, times as Unix seconds, addresses as
 * cash addresses.
 */
export type StoredDetails = Readonly<
  Record<
    string,
    string | number | boolean | null | readonly string[] | readonly Readonly<Record<string, string | number>>[]
  >
>;

/** The parameters that a plan's funding gives one of its streams, beyond the announcement of all of them. */
export interface StoredPlan {
  /** The plan's own category, display order; empty of a lock, which has none. */
  readonly category: string;
  /** Of the stream in the plan. */
  readonly index: number;
  /** Which of the announced groups its terms are, from 0. */
  readonly group: number;
  /** Its first one, hex; empty of a lock. */
  readonly commitment: string;
  /** Of a payment in a currency: the address to which anybody sends money for it. */
  readonly topUpAddress?: string;
  /** Of a list of tranches: its dates and amounts as the funding announces them, hex. */
  readonly tranches?: string;
}
