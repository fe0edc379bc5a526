import { beaconOutput } from '../../announcement/beacon.js';
import { bytesKey } from '../../bytes/read-bytes.js';
import type { ChainTip } from '../../chain/network.js';
import type { Party } from '../../chain/party.js';
import type { PlannedOutput } from '../../transaction/assemble.js';
import { encodePlanAnnouncement } from '../plan-announcement.js';
import { newCompanion, streamOutputs } from '../plan-coin.js';
import { isBchPlan } from '../plan-limits.js';
import { groupKey, type PlanTerms } from '../plan-terms.js';
import type { PlanPart } from './cut-plan.js';
import { findStreamProblem } from './stream-rules.js';

/** Satoshis of a note in BCH: the fee of the recipient's first payment with a coin of their own. */
export const PLAN_NOTE_SATOSHIS = 1_200n;
/** Satoshis of a note for tokens, whose payments need the satoshis of an output in addition. */
export const PLAN_TOKEN_NOTE_SATOSHIS = 2_400n;

/** Returns the satoshis that a funding pays to each recipient, which shows their address on the chain. */
export const noteSatoshis = ({ product }: Pick<PlanTerms, 'product'>): bigint =>
  isBchPlan(product) ? PLAN_NOTE_SATOSHIS : PLAN_TOKEN_NOTE_SATOSHIS;

/** Lists the recipients of a part, each once, in order. */
const recipientsOf = ({ streams }: PlanPart): readonly Party[] => [
  ...new Map(streams.map(({ recipient }) => [bytesKey(recipient), recipient])).values(),
];

/**
 * Lists the outputs of a part's funding behind the change: the streams, the announcement, the beacon (in the shard of
 * the first group's address), and a note for each recipient.
 *
 * @param category of the plan: txid of an input that spends an output with index 0, display-order hex
 * @param asset category of the tokens, display-order hex; undefined in BCH
 * @throws RangeError for a stream that `findPlanFunding` would refuse for its numbers: one that was never laid out
 */
export const fundingOutputs = (
  part: PlanPart,
  category: string,
  asset: string | undefined,
  tip: ChainTip,
): PlannedOutput[] => {
  const { terms, contracts, streams } = part;
  const byGroup = new Map(contracts.map((contract) => [groupKey(contract.group), contract]));
  const companion = asset === undefined ? undefined : newCompanion(asset);
  const states = streams.flatMap(({ group, state, principal, reserve }): PlannedOutput[] => {
    const contract = byGroup.get(groupKey(group));
    const units = BigInt(state.index);
    const problem = findStreamProblem(terms, group, { units, state, principal, reserve });
    if (problem !== undefined) throw new RangeError(`Stream ${state.index} cannot be funded: ${problem}`);
    return contract === undefined
      ? []
      : streamOutputs(contract, { category, units, state, principal, reserve, companion });
  });
  const amount = noteSatoshis(terms);
  return [
    ...states,
    { to: encodePlanAnnouncement(terms), amount: 0n },
    beaconOutput(contracts[0]?.lockingBytecode ?? new Uint8Array(), tip),
    ...recipientsOf(part).map((to) => ({ to, amount })),
  ];
};

/** Returns the units of the asset that a part's streams hold: satoshis, or base units. */
export const principalOf = ({ streams }: { readonly streams: readonly { readonly principal: bigint }[] }): bigint =>
  streams.reduce((sum, { principal }) => sum + principal, 0n);
