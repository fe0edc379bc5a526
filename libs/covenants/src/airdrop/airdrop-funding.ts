import { binToHex } from '@bitauth/libauth';
import type { AirdropContract } from './airdrop-contract.js';
import { INITIAL_COUNT_ROOT, type AirdropState } from './airdrop-state.js';

/** A lane of a whitelist according to its tree: what it must be funded for. */
export interface WhitelistLane {
  /** Counted from 0. */
  readonly lane: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** Lanes without rows are not funded. */
  readonly rows: number;
  /** What its rows sum up to, base units. */
  readonly total: bigint;
}

/** What one lane is funded with. */
export interface LaneFunding {
  readonly state: AirdropState;
  /** Satoshis of the state's output: pool (in BCH), reserve and floor. */
  readonly satoshis: bigint;
  /** Base units beside the state; 0 in BCH. */
  readonly tokens: bigint;
}

/** Satoshis of a companion's output: above the dust of any amount (705). */
export const AIRDROP_COMPANION_SATOSHIS = 1_000n;

/** Satoshis a lane holds in addition to pool and reserve: its close's fee, and what the creator's output needs. */
export const airdropLaneFloor = ({ closeFee }: AirdropContract): bigint => closeFee + 1_000n;

/**
 * Returns the satoshis and tokens of a lane that is to pay a number of claims.
 *
 * @param claims how many claims the lane is to pay
 * @param total what they pay together, satoshis or base units
 */
export const laneFundingOf = (
  contract: AirdropContract,
  state: AirdropState,
  claims: number,
  total: bigint,
): LaneFunding => {
  const inBch = contract.asset.type === 'BCH';
  return {
    state,
    satoshis: airdropLaneFloor(contract) + BigInt(claims) * contract.claimFee + (inBch ? total : 0n),
    tokens: inBch ? 0n : total,
  };
};

/**
 * Lists what each lane of a campaign is funded with.
 *
 * @param whitelist lanes of its tree; a public campaign has none
 * @throws RangeError when they do not match a whitelist's parameters
 */
export const airdropLaneFundings = (
  contract: AirdropContract,
  whitelist: readonly WhitelistLane[] = [],
): LaneFunding[] => {
  const { parameters } = contract;
  if (parameters.kind === 'PUBLIC') {
    const claims = parameters.claims / parameters.lanes;
    return Array.from({ length: parameters.lanes }, (_, lane) =>
      laneFundingOf(
        contract,
        { root: INITIAL_COUNT_ROOT, lane, claims: 0 },
        claims,
        BigInt(claims) * parameters.amount,
      ),
    );
  }
  const rows = whitelist.reduce((sum, lane) => sum + lane.rows, 0);
  const total = whitelist.reduce((sum, lane) => sum + lane.total, 0n);
  const numbers = new Set(whitelist.map(({ lane }) => lane));
  const known = whitelist.every(
    ({ lane, root }) => Number.isInteger(lane) && lane >= 0 && lane < parameters.lanes && root.length === 32,
  );
  if (rows !== parameters.rows || total !== parameters.total || numbers.size !== whitelist.length || !known)
    throw new RangeError("These lanes are not those of the campaign's parameters");
  return whitelist
    .filter((lane) => lane.rows > 0)
    .map((lane) =>
      laneFundingOf(contract, { root: binToHex(lane.root), lane: lane.lane, claims: 0 }, lane.rows, lane.total),
    );
};
