import type { CalendarProduct } from '@weir/contracts';
import { P2SH32_DUST } from '@weir/kinds';
import { bytesKey } from '../../bytes/read-bytes.js';
import { feeOf } from '../../transaction/assemble.js';
import { PLAN_COMPANION_SATOSHIS } from '../plan-limits.js';
import type { FundingRun } from './cut-rows.js';
import { PLAN_NOTE_SATOSHIS, PLAN_TOKEN_NOTE_SATOSHIS, principalOf } from './funding-outputs.js';
import type { PlanFrame, PlannedStream } from './plan-draft.js';

/** What it costs to fund a run of streams. Satoshis unless stated otherwise. */
export interface PlanCost {
  /** Units of the asset: satoshis, or tokens. */
  readonly principal: bigint;
  /** For the fees of payments; what is not used returns to the sender. */
  readonly reserves: bigint;
  /** What recipients are paid at once, which shows their addresses on the chain. */
  readonly notes: bigint;
  /** Satoshis beside the tokens of each stream; 0 in BCH. */
  readonly companions: bigint;
  /** The output that the funding is found by. */
  readonly beacon: bigint;
  /** Of lists of tranches: the outputs that announce them. A sender with a key can gather them later. */
  readonly carriers: bigint;
  /** Bytes of the funding with the fewest possible coins: one of a key or a vault's state, and for tokens one more. */
  readonly bytes: number;
  readonly fee: bigint;
  /** Sum of all of these; of the principal only where it is satoshis. */
  readonly satoshis: bigint;
}

/** Bytes that a payer with the fewest possible coins adds to a funding. */
export interface PayerBytes {
  /** A coin and the change; for a vault its state and the state that follows. */
  readonly coin: number;
  /** One more coin, of tokens. */
  readonly tokens: number;
}

/** What a key adds that pays with one coin. */
export const PAYING_KEY: PayerBytes = { coin: 148 + 34, tokens: 148 };

/** Options of `planCost`. */
export interface PlanCostOptions {
  /** Satoshis for 1,000 bytes; by default the relay minimum. */
  readonly feeRate?: bigint | undefined;
  /** By default a key; for a vault see `vaultPayerBytes`. */
  readonly payer?: PayerBytes | undefined;
}

/** Computes what it costs to fund a run, of a plan in seconds or by the calendar. */
export const planCost = (
  { product }: { readonly product: PlanFrame['product'] | CalendarProduct },
  { streams, bytes: alone }: FundingRun<Pick<PlannedStream, 'recipient' | 'principal' | 'reserve'>>,
  { feeRate, payer = PAYING_KEY }: PlanCostOptions = {},
): PlanCost => {
  const bch = product.endsWith('BCH');
  const principal = principalOf({ streams });
  const reserves = streams.reduce((sum, { reserve }) => sum + reserve, 0n);
  const note = bch ? PLAN_NOTE_SATOSHIS : PLAN_TOKEN_NOTE_SATOSHIS;
  const notes = BigInt(new Set(streams.map(({ recipient }) => bytesKey(recipient))).size) * note;
  const companions = bch ? 0n : BigInt(streams.length) * PLAN_COMPANION_SATOSHIS;
  const bytes = alone + payer.coin + (bch ? 0 : payer.tokens);
  const fee = feeOf(bytes, feeRate);
  const satoshis = (bch ? principal : 0n) + reserves + notes + companions + P2SH32_DUST + fee;
  return { principal, reserves, notes, companions, beacon: P2SH32_DUST, carriers: 0n, bytes, fee, satoshis };
};
