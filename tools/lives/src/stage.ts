import type { Wallet } from '@weir/wallet';

/** A chain whose blocks and time can pass. */
export interface Chain {
  /** Returns the median time past, Unix seconds, by which everything vests. */
  now(): Promise<number>;
  /** Lets time pass, so that the median time past follows. */
  passTime(seconds: number): Promise<unknown>;
  mine(blocks?: number): Promise<unknown>;
  /** Pays an address, as a faucet does. */
  fund(address: string, satoshis: bigint): Promise<unknown>;
}

/** What lives act on: products of the typed client, or of the services as a library. */
export interface Stage<Products> {
  readonly weir: Products;
  readonly chain: Chain;
}

/** Creates records of one product. */
export interface Creates<Terms, Made> {
  create(terms: Terms, creator: Wallet): Promise<Made>;
}

/** A record that its creator funds. */
export interface Fundable {
  readonly id: string;
  fund(payer: Wallet): Promise<unknown>;
}

/** A row of a list; the amount in base units. */
export interface ListedRow {
  readonly address: string;
  readonly amount: bigint;
}

/** A campaign that takes a list before it is funded. */
export interface Listable extends Fundable {
  generateList(rows: readonly ListedRow[], creator: Wallet): Promise<unknown>;
}

/** A vault that its creator pays the first deposit of. */
export interface Depositable {
  readonly id: string;
  deposit(creator: Wallet): Promise<unknown>;
}

/** A proposal that signers approve and send. */
export interface Executable<Executed> {
  approve(signer: Wallet): Promise<unknown>;
  execute(signer: Wallet): Promise<Executed>;
}
