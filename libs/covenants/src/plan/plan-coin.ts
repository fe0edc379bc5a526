import { binToHex, type Output } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';
import type { CompanionCoin } from '../contract/companion-coin.js';
import type { PlannedOutput } from '../transaction/assemble.js';
import { decodePlanState, encodePlanState } from './plan-commitment.js';
import type { PlanContract } from './plan-contract.js';
import { PLAN_COMPANION_SATOSHIS } from './plan-limits.js';
import { isBchPlan } from './plan-product.js';
import type { PlanState } from './plan-state.js';

/** The tokens of a stream, at the output right behind its state. */
export interface PlanCompanion {
  /** Display-order hex: the asset. */
  readonly category: string;
  readonly satoshis: bigint;
  /** Hung on it by whoever paid it last; never at the genesis, and no builder carries it on. */
  readonly nft?: CompanionCoin['nft'];
}

/** One stream of a plan as it stands now. */
export interface PlanCoin {
  /** Of the state. */
  readonly outpoint: Outpoint;
  /** The plan's own category, display-order hex. */
  readonly category: string;
  /** Fungible units of the plan's category: the index while active, none while a notice runs. */
  readonly units: bigint;
  readonly state: PlanState;
  /** Units of the asset that are the recipient's or the sender's: satoshis, or tokens of the companion. */
  readonly principal: bigint;
  /** Satoshis of the state beside the principal, for fees. */
  readonly reserve: bigint;
  /** Where the principal is tokens. */
  readonly companion: PlanCompanion | undefined;
}

/** The clock that a cancel or pause started. */
export interface PlanClockCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** Of the plan's category: the index of the stream. */
  readonly units: bigint;
}

/** What a stream holds, apart from where it lies. */
export type PlanHolding = Omit<PlanCoin, 'outpoint'>;

/** Whether a notice runs: the units are at the clock. */
export const hasNotice = ({ units }: Pick<PlanCoin, 'units'>): boolean => units === 0n;

const stateToken = ({ terms }: PlanContract, { category, units, state, reserve }: PlanHolding) => ({
  category,
  amount: units,
  nft: { capability: 'mutable', commitment: encodePlanState(terms.product, state, reserve) } as const,
});

/**
 * The outputs of a stream: its state; of tokens, the companion right behind it, without an NFT that hung on it, which would
 * make every later transition larger than its fee bound.
 */
export const streamOutputs = (contract: PlanContract, holding: PlanHolding): PlannedOutput[] => {
  const token = stateToken(contract, holding);
  const { companion, principal, reserve } = holding;
  if (companion === undefined) return [{ to: contract.lockingBytecode, amount: principal + reserve, token }];
  return [
    { to: contract.lockingBytecode, amount: reserve, token },
    {
      to: contract.companion.lockingBytecode,
      amount: companion.satoshis,
      token: { category: companion.category, amount: principal },
    },
  ];
};

/** The coins of a stream in cashscript's form, as they stand side by side. */
export const streamUtxos = (contract: PlanContract, coin: PlanCoin): Utxo[] =>
  streamOutputs(contract, coin).map(({ amount, token }, i) => {
    const nft = i === 1 ? coin.companion?.nft : token?.nft;
    return {
      txid: coin.outpoint.txid,
      vout: coin.outpoint.vout + i,
      satoshis: amount,
      ...(token !== undefined && { token: { ...token, ...(nft !== undefined && { nft }) } }),
    };
  });

/** Satoshis that all coins of a stream hold. */
export const satoshisOf = ({ principal, reserve, companion }: PlanHolding): bigint =>
  companion === undefined ? principal + reserve : reserve + companion.satoshis;

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** The state at an output, in form: a mutable NFT at the contract's address with a commitment of the product. */
export const readState = (contract: PlanContract, output: Output | undefined) => {
  const nft = output?.token?.nft;
  if (output?.token === undefined || nft?.capability !== 'mutable') return undefined;
  if (!sameBytes(output.lockingBytecode, contract.lockingBytecode)) return undefined;
  const decoded = decodePlanState(contract.terms.product, binToHex(nft.commitment));
  if (decoded === undefined) return undefined;
  return { category: binToHex(output.token.category), units: output.token.amount, ...decoded };
};

/**
 * An NFT beside the tokens of an output. The covenants compare categories, and that of an immutable NFT is the tokens' own:
 * whoever has one may hang it on what a payment makes. One that could change would be another category to them.
 */
const nftBeside = ({ token }: Output): Pick<PlanCompanion, 'nft'> | undefined => {
  if (token?.nft === undefined) return {};
  const { capability, commitment } = token.nft;
  return capability === 'none' ? { nft: { capability, commitment: binToHex(commitment) } } : undefined;
};

/** The companion of a state of a category: fungible tokens of another one at the companion script. */
const readCompanion = (contract: PlanContract, stateCategory: string, output: Output | undefined) => {
  if (output?.token === undefined || output.token.amount < 1n) return undefined;
  const beside = nftBeside(output);
  if (beside === undefined || !sameBytes(output.lockingBytecode, contract.companion.lockingBytecode)) return undefined;
  const category = binToHex(output.token.category);
  if (category === stateCategory) return undefined;
  return { principal: output.token.amount, companion: { category, satoshis: output.valueSatoshis, ...beside } };
};

/**
 * Reads the stream at an output (and, of tokens, the one behind it) as it stands there, in form only; undefined where none
 * stands there. Whether it is a sound genesis is asked by `findPlanFunding`.
 */
export const readStream = (
  contract: PlanContract,
  outputs: readonly Output[],
  vout: number,
): PlanHolding | undefined => {
  const output = outputs[vout];
  const found = readState(contract, output);
  if (output === undefined || found === undefined) return undefined;
  const { category, units, state } = found;
  const value = output.valueSatoshis;
  if (isBchPlan(contract.terms.product)) {
    const reserve = found.reserve ?? 0n;
    return { category, units, state, principal: value - reserve, reserve, companion: undefined };
  }
  const beside = readCompanion(contract, category, outputs[vout + 1]);
  return beside && { category, units, state, reserve: value, ...beside };
};

/** What a new companion is given. */
export const newCompanion = (category: string): PlanCompanion => ({ category, satoshis: PLAN_COMPANION_SATOSHIS });
