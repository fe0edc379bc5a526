import { bytesKey } from '../../chain/bytes-key.js';
import { P2SH32_DUST } from '../../chain/dust.js';
import { feeOf } from '../../transaction/assemble.js';
import { PLAN_COMPANION_SATOSHIS } from '../plan-limits.js';
import { isBchPlan } from '../plan-product.js';
import type { PlanRun } from './cut-plan.js';
import { noteSatoshis, principalOf } from './funding-outputs.js';
import type { PlanFrame } from './plan-draft.js';

/** What a run of streams costs whoever funds it. Satoshis, where nothing else is said. */
export interface PlanCost {
  /** Units of the asset: satoshis, or tokens. */
  readonly principal: bigint;
  /** For the fees of payments; what is not used of it returns. */
  readonly reserves: bigint;
  /** What each recipient is given at once, which shows their address on the chain. */
  readonly notes: bigint;
  /** Beside the tokens of each stream; nothing in BCH. */
  readonly companions: bigint;
  /** What the funding is found by. */
  readonly beacon: bigint;
  /** Bytes of the funding with as few coins as there can be: one of a key or a vault's state, and of tokens one more. */
  readonly bytes: number;
  readonly fee: bigint;
  /** All of these, the principal only where it is satoshis. */
  readonly satoshis: bigint;
}

/** Bytes that whoever pays adds to a funding with as few coins as there can be. */
export interface PayerBytes {
  /** A coin and the change; of a vault its state and what follows it. */
  readonly coin: number;
  /** One more coin, of tokens. */
  readonly tokens: number;
}

const OF_KEY: PayerBytes = { coin: 148 + 34, tokens: 148 };

export interface PlanCostOptions {
  /** Satoshis for 1,000 bytes; by default the relay minimum. */
  readonly feeRate?: bigint | undefined;
  /** Default a key; of a vault see `vaultPayerBytes`. */
  readonly payer?: PayerBytes | undefined;
}

/** What it costs to fund a run. */
export const planCost = (
  plan: Pick<PlanFrame, 'product'>,
  { streams, bytes: alone }: PlanRun,
  { feeRate, payer = OF_KEY }: PlanCostOptions = {},
): PlanCost => {
  const bch = isBchPlan(plan.product);
  const principal = principalOf({ streams });
  const reserves = streams.reduce((sum, { reserve }) => sum + reserve, 0n);
  const notes = BigInt(new Set(streams.map(({ recipient }) => bytesKey(recipient))).size) * noteSatoshis(plan);
  const companions = bch ? 0n : BigInt(streams.length) * PLAN_COMPANION_SATOSHIS;
  const bytes = alone + payer.coin + (bch ? 0 : payer.tokens);
  const fee = feeOf(bytes, feeRate);
  const satoshis = (bch ? principal : 0n) + reserves + notes + companions + P2SH32_DUST + fee;
  return { principal, reserves, notes, companions, beacon: P2SH32_DUST, bytes, fee, satoshis };
};
