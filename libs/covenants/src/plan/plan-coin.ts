import { binsAreEqual, type Output } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { writeHex } from '../bytes/read-bytes.js';
import type { Outpoint } from '../chain/outpoint.js';
import type { CompanionCoin } from '../contract/coins.js';
import type { PlannedOutput } from '../transaction/assemble.js';
import { decodePlanState, encodePlanState } from './plan-commitment.js';
import type { PlanContract, PlanPace } from './plan-contract.js';
import { isBchPlan, PLAN_COMPANION_SATOSHIS, PLAN_TOKEN_PAYOUT_SATOSHIS } from './plan-limits.js';
import type { PlanState } from './plan-state.js';

/** The tokens of a stream, in the output right behind its state. */
export interface PlanCompanion {
  /** The asset's category, display-order hex. */
  readonly category: string;
  readonly satoshis: bigint;
  /** An immutable NFT that anybody who paid last attached; a funding never has one, and no builder carries it on. */
  readonly nft?: CompanionCoin['nft'];
}

/** One stream of a plan as it is now. */
export interface PlanCoin {
  /** Of the state output. */
  readonly outpoint: Outpoint;
  /** The plan's own category, display-order hex. */
  readonly category: string;
  /** Fungible units of the plan's category: the index while no notice runs, else 0. */
  readonly units: bigint;
  readonly state: PlanState;
  /** Units of the asset that belong to recipient or sender: satoshis, or the companion's tokens. */
  readonly principal: bigint;
  /** Satoshis of the state beside the principal, for fees. */
  readonly reserve: bigint;
  /** Only where the principal is tokens. */
  readonly companion: PlanCompanion | undefined;
}

/** The clock that a cancel or pause started. */
export interface PlanClockCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** Units of the plan's category: the index of the stream. */
  readonly units: bigint;
}

/** What of a stream's holding shows what falls due. */
export type PlanBalance = Pick<PlanCoin, 'units' | 'state' | 'principal' | 'reserve'>;

/** What a stream holds, without its outpoint. */
export type PlanHolding = Omit<PlanCoin, 'outpoint'>;

/** Whether a notice runs: then the clock holds the units. */
export const hasNotice = ({ units }: Pick<PlanCoin, 'units'>): boolean => units === 0n;

/** Whether a move to another address is pending: then only a coin of the recipient makes payments that leave something. */
export const isMoving = ({ state }: { readonly state: Pick<PlanState, 'movesTo'> }): boolean =>
  state.movesTo !== undefined;

const stateToken = ({ terms }: PlanContract, { category, units, state, reserve }: PlanHolding) => ({
  category,
  amount: units,
  nft: { capability: 'mutable', commitment: encodePlanState(terms.product, state, reserve) } as const,
});

/**
 * Plans the outputs of a stream: its state and, for tokens, the companion right behind it. An NFT attached to the
 * companion is dropped, since it would make every later transition larger than its fee covers.
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

/** Plans the output that pays a stream's recipient, of its asset. */
export const payoutOutput = ({ companion }: Pick<PlanCoin, 'companion'>, to: Uint8Array, due: bigint): PlannedOutput =>
  companion === undefined
    ? { to, amount: due }
    : { to, amount: PLAN_TOKEN_PAYOUT_SATOSHIS, token: { category: companion.category, amount: due } };

/** Converts the coins of a stream to CashScript UTXOs, as they are side by side. */
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

/** Returns the satoshis of all coins of a stream. */
export const satoshisOf = ({
  principal,
  reserve,
  companion,
}: Pick<PlanHolding, 'principal' | 'reserve' | 'companion'>): bigint =>
  companion === undefined ? principal + reserve : reserve + companion.satoshis;

/** Where states of a product lie. */
type PlanPlace = Pick<PlanPace, 'terms'> & Pick<PlanContract, 'lockingBytecode'>;

/**
 * Reads the state at an output by its form: a mutable NFT at the contract's address with a commitment of the product;
 * undefined for any other output.
 */
export const readState = (contract: PlanPlace, output: Output | undefined) => {
  const nft = output?.token?.nft;
  if (output?.token === undefined || nft?.capability !== 'mutable') return undefined;
  if (!binsAreEqual(output.lockingBytecode, contract.lockingBytecode)) return undefined;
  const decoded = decodePlanState(contract.terms.product, nft.commitment);
  if (decoded === undefined) return undefined;
  return { category: writeHex(output.token.category), units: output.token.amount, ...decoded };
};

/**
 * Reads an NFT beside the tokens of an output; undefined where it can change. Covenants compare categories, and an
 * immutable NFT's is that of the tokens: anybody who has one may attach it to the companion that a payment makes. A
 * mutable one would count as another category.
 */
const nftBeside = ({ token }: Output): Pick<PlanCompanion, 'nft'> | undefined => {
  if (token?.nft === undefined) return {};
  const { capability, commitment } = token.nft;
  return capability === 'none' ? { nft: { capability, commitment: writeHex(commitment) } } : undefined;
};

/** Reads the companion of a state: fungible tokens of another category at the companion script. */
export const readCompanion = (
  contract: Pick<PlanContract, 'companion'>,
  stateCategory: string,
  output: Output | undefined,
) => {
  if (output?.token === undefined || output.token.amount < 1n) return undefined;
  const beside = nftBeside(output);
  if (beside === undefined || !binsAreEqual(output.lockingBytecode, contract.companion.lockingBytecode))
    return undefined;
  const category = writeHex(output.token.category);
  if (category === stateCategory) return undefined;
  return { principal: output.token.amount, companion: { category, satoshis: output.valueSatoshis, ...beside } };
};

/**
 * Reads the stream at an output (and, for tokens, the one behind it) by its form alone; undefined where there is
 * none. Whether it is a sound new stream is for `findPlanFunding` to check.
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

/**
 * Returns the companion of a new stream.
 *
 * @param category of the tokens, display-order hex
 */
export const newCompanion = (category: string): PlanCompanion => ({ category, satoshis: PLAN_COMPANION_SATOSHIS });
