import type { AskedEffect, CurrencyMove } from '@weir/verify';
import type { Connection } from '../connection/connection.js';
import type { Amount } from '../shared/amounts.js';
import type { ConfirmPath } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';
import type { ChainReads, Network } from './chain-reads.js';
import type { PaidRows } from './paid-rows.js';

/** What a signature is for. */
export interface Purpose {
  /** The confirmation that it leads to names what is done. */
  readonly path: ConfirmPath;
  /** Id of the record. */
  readonly id: string;
  /** What is done to a payment in a currency: its steps share one confirmation. */
  readonly move?: CurrencyMove;
  /** Ids of more payments in a currency, to which the same is done. */
  readonly others?: readonly string[];
  /** Which of the wallet's addresses claims from a campaign. */
  readonly claimer?: string;
  /** Ids of the streams that may be moved: of a plan, or of a recipient. */
  readonly streamIds?: readonly string[];
  /** The address that streams move to. */
  readonly to?: string;
  /** Rows of a plan that the caller has paid. */
  readonly paidRows?: PaidRows;
  /** What the caller asked to deposit to a vault, to pay out of a purse, or to add to a payment. */
  readonly amount?: Amount | undefined;
  /** Of a roster's recovery: whether it is called, or stopped. */
  readonly recovery?: 'CALL' | 'VETO';
  /** Satoshis for 1,000 bytes that the caller offered. */
  readonly feeRate?: number | undefined;
}

/** Who signs, and where what they sign is looked up. */
export interface Scene {
  readonly connection: Connection;
  readonly wallet: Wallet;
  /** All of the wallet's. */
  readonly addresses: readonly string[];
  readonly network: Network;
  readonly reads: ChainReads;
}

/** What a transaction may do, as its caller asked. */
export interface Expectation {
  readonly effects: readonly AskedEffect[];
  /** Whether the caller's own words or the chain decide about it; else somebody must read it. */
  readonly isRequested: boolean;
  /** Addresses that have signed the same already: of a wallet with several keys another one signs. */
  readonly signed?: readonly string[];
}
