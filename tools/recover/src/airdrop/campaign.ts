import {
  findAirdropDeployment,
  readAirdropTransition,
  type AirdropCoin,
  type AirdropContract,
  type AirdropTransition,
  type PublicKeyHash,
} from '@weir/covenants';
import type { Instance } from '../find/instance.js';
import { notPossible } from '../recover-error.js';

/** A paid claim, as its transaction shows it. */
export interface PaidClaim {
  readonly lane: number;
  readonly recipient: PublicKeyHash;
  /** Only in a public campaign: the number of claims the recipient has made, this one included. */
  readonly count: number;
}

/** A campaign followed through all its claims; proofs for further claims are made from this. */
export interface Campaign {
  readonly contract: AirdropContract;
  /** The lanes as funded, by lane number. */
  readonly funded: readonly AirdropCoin[];
  /** The lanes that are still open, by lane number, in their current state. */
  readonly open: readonly AirdropCoin[];
  /** Every claim paid so far, in order within each lane. */
  readonly claims: readonly PaidClaim[];
}

const toClaim = ({ spent, ...step }: AirdropTransition): PaidClaim[] =>
  step.kind === 'claim'
    ? [{ lane: spent.state.lane, recipient: step.claimed.recipient, count: step.claimed.count ?? 1 }]
    : [];

/** Reads a campaign's claims from the transactions of its lineage. */
export const readCampaign = (contract: AirdropContract, { steps: [funding, ...later] }: Instance): Campaign => {
  const found = funding && findAirdropDeployment(contract, funding.transaction.txid, funding.transaction.transaction);
  if (found?.ok !== true) throw new Error('An accepted funding makes no campaign');
  const lanes = new Map(found.lanes.map((coin) => [coin.state.lane, coin]));
  const claims: PaidClaim[] = [];
  for (const { transaction } of later) {
    const [moved] = [...lanes.values()].flatMap(
      (coin) => readAirdropTransition(contract, coin, transaction.txid, transaction.transaction) ?? [],
    );
    if (moved === undefined) throw new Error(`${transaction.txid} moves no lane of its campaign`);
    claims.push(...toClaim(moved));
    if (moved.next === undefined) lanes.delete(moved.spent.state.lane);
    else lanes.set(moved.spent.state.lane, moved.next);
  }
  return {
    contract,
    funded: found.lanes,
    open: [...lanes.values()].sort((a, b) => a.state.lane - b.state.lane),
    claims,
  };
};

/**
 * Returns the current coin of a lane.
 * @throws RecoverError NOT_POSSIBLE once the lane is closed
 */
export const openLane = ({ open, funded }: Campaign, lane: number): AirdropCoin => {
  const coin = open.find(({ state }) => state.lane === lane);
  if (coin !== undefined) return coin;
  const isKnown = funded.some(({ state }) => state.lane === lane);
  throw notPossible(isKnown ? `Lane ${lane} of the campaign is closed` : `The campaign has no lane ${lane}`);
};
