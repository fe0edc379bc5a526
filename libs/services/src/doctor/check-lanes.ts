import { hexToBin } from '@bitauth/libauth';
import { findAirdropDeployment } from '@weir/covenants';
import { type CampaignRecord, type FundedLane, type LaneRecord, type LaneStep, findTransaction } from '@weir/infra';
import type { AirdropContext } from '../airdrops/campaign/airdrop-context.js';
import { claimedLocks } from '../airdrops/campaign/claimed-lock.js';
import { type BuiltCampaign, contractOf } from '../airdrops/campaign/load-campaign.js';
import { followLane, standingOf } from '../airdrops/chain/follow-lane.js';
import { stepsFrom } from '../airdrops/chain/lane-path.js';
import { toAirdropCoin, toSteps } from '../airdrops/chain/lane-steps.js';
import { readKnown } from '../airdrops/chain/read-known.js';
import { whitelistLanes } from '../airdrops/funding/candidate-contracts.js';
import { toFundedLane } from '../airdrops/funding/confirm-funding.js';
import { type CheckOptions, checkRecords, examineEach, type RecordFault } from './check-records.js';
import type { Repair } from './doctor.types.js';

/** Campaigns that are read together. */
const PAGE = 100;

interface LaneFault extends RecordFault {
  readonly lane: number;
  repair(): Promise<void>;
}

/** The lanes that a campaign's funding made; undefined where no server knows it. @throws ChainUnavailableError */
const fundedLanes = async ({ chain }: AirdropContext, { campaign, loaded }: BuiltCampaign) => {
  const { funding } = campaign;
  const transaction = funding === null ? undefined : await findTransaction(chain, funding.txHash);
  if (transaction === undefined) return undefined;
  const found = findAirdropDeployment(
    loaded.contract,
    transaction.txid,
    transaction.transaction,
    whitelistLanes(loaded.tree),
  );
  return found.ok ? found.lanes.map((coin) => toFundedLane(loaded, coin, transaction.height !== undefined)) : undefined;
};

const lostLane = (context: AirdropContext, built: BuiltCampaign, lane: FundedLane): LaneFault => ({
  fault: 'lost-lane',
  lane: lane.lane,
  says: 'the funding made a lane that is not recorded',
  async repair() {
    const { id } = built.campaign;
    await context.airdrops.withCampaign(id, (scope) => scope.restoreLanes([lane]));
    const restored = await context.airdrops.laneOf(id, lane.lane);
    if (restored !== undefined)
      await followLane(context, built, restored, { mayRollBack: () => false, isPatient: true });
  },
});

/** A step is missing between others: it is read from the chain again. */
const lostStep = (context: AirdropContext, built: BuiltCampaign, lane: LaneRecord, gap: number): LaneFault => ({
  fault: 'lost-lane-step',
  lane: lane.lane,
  says: `step ${gap} of ${lane.head} is not recorded`,
  async repair() {
    const { campaign, loaded } = built;
    const [before] = await context.airdrops.stepsFrom(campaign.id, lane.lane, gap - 1, 1);
    const category = campaign.funding?.category;
    if (before?.state === undefined || before.state === null || category === undefined) return;
    const read = await stepsFrom(loaded, toAirdropCoin(before.state, category), context, true);
    const steps = await toSteps(context, read.slice(0, lane.head - gap + 1), () => 'chain', campaign);
    await context.airdrops.withLane(campaign.id, lane.lane, (scope) => scope.fill(gap, steps));
  },
});

const elsewhere = (context: AirdropContext, built: BuiltCampaign, lane: LaneRecord, isAhead: boolean): LaneFault => ({
  fault: isAhead ? 'lane-ahead' : 'lane-behind',
  lane: lane.lane,
  says: isAhead ? `no server knows its latest step ${lane.headTxHash}` : 'steps on the chain are not recorded',
  async repair() {
    await followLane(context, built, lane, { mayRollBack: () => true, isPatient: true });
  },
});

/** Claims whose locks are rebuilt at once. */
const LOCKS_AT_ONCE = 500;

/** Records the locks of claims that have none, as their transactions say them. Those that no server knows stay. */
const openLostLocks = async (context: AirdropContext, campaign: CampaignRecord): Promise<void> => {
  const { airdrops, chain, network } = context;
  const lockOf = claimedLocks(network, campaign);
  for (let after: LaneStep | undefined, isLast = lockOf === undefined; !isLast;) {
    const claims = await airdrops.claimsWithoutLock(campaign.id, { after, limit: LOCKS_AT_ONCE });
    const found = await readKnown(
      chain,
      claims.map(({ txHash }) => txHash),
    );
    const opened = claims.flatMap(({ claim, txHash, source, lane }) => {
      const read = found.get(txHash);
      if (claim === null || read === undefined) return [];
      return [
        { lane, lock: lockOf?.({ recipient: hexToBin(claim.recipientHash), amount: claim.amount }, read, source) },
      ];
    });
    for (const lane of new Set(opened.map((each) => each.lane)))
      await airdrops.withLane(campaign.id, lane, (scope) =>
        scope.openLocks(opened.filter((each) => each.lane === lane)),
      );
    after = claims.at(-1);
    isLast = claims.length < LOCKS_AT_ONCE;
  }
};

/** A claim whose lock is not recorded: what it paid is in its transaction. */
const lostLock = (context: AirdropContext, { campaign }: BuiltCampaign, { lane, txHash }: LaneStep): LaneFault => ({
  fault: 'lost-lock',
  lane,
  says: `the claim ${txHash} opened a lock that is not recorded`,
  repair: () => openLostLocks(context, campaign),
});

/** Locks without their claims. */
const strayLocks = (context: AirdropContext, { campaign }: BuiltCampaign, ids: readonly string[]): LaneFault => ({
  fault: 'false-lock',
  lane: 0,
  says: `locks are recorded that no claim opened: ${ids.join(', ')}`,
  repair: () => context.airdrops.removeLocks(campaign.id, ids),
});

const lockFaults = async (context: AirdropContext, built: BuiltCampaign): Promise<readonly LaneFault[]> => {
  const { id, vesting } = built.campaign;
  if (vesting === null) return [];
  const lost = await context.airdrops.claimsWithoutLock(id, { limit: 1 });
  const stray = await context.airdrops.locksWithoutClaim(id);
  return [
    ...(stray.length > 0 ? [strayLocks(context, built, stray)] : []),
    ...lost.map((claim) => lostLock(context, built, claim)),
  ];
};

const laneFaults = async (context: AirdropContext, built: BuiltCampaign): Promise<readonly LaneFault[]> => {
  const { airdrops, chain } = context;
  const { id } = built.campaign;
  const lanes = await airdrops.lanesOf(id);
  const funded = await fundedLanes(context, built);
  const faults: LaneFault[] = [];
  for (const lane of funded ?? [])
    if (!lanes.some(({ lane: number }) => number === lane.lane)) faults.push(lostLane(context, built, lane));
  const open = lanes.filter(({ state }) => state !== null);
  const unspent = await chain.areUnspent(open.flatMap(({ state }) => state ?? []));
  for (const lane of lanes) {
    const gap = await airdrops.firstGap(id, lane.lane);
    if (gap !== undefined) faults.push(lostStep(context, built, lane, gap));
    const standing = await standingOf(chain, lane, unspent[open.indexOf(lane)]);
    if (standing !== 'recorded') faults.push(elsewhere(context, built, lane, standing === 'lost'));
  }
  return [...faults, ...(await lockFaults(context, built))];
};

const examine = async (context: AirdropContext, campaign: CampaignRecord): Promise<readonly LaneFault[]> =>
  laneFaults(context, { campaign, loaded: await contractOf(context, campaign) });

/** Repairs the lanes of a campaign. @returns whether nothing is left */
const repair = async (context: AirdropContext, campaign: CampaignRecord): Promise<Repair> => {
  for (const fault of await examine(context, campaign)) await fault.repair();
  const left = await examine(context, campaign);
  return left.length === 0
    ? { outcome: 'repaired' }
    : {
        outcome: 'left',
        why: 'the lane still differs from the chain after the repair: final steps are never rolled back',
      };
};

/**
 * Compares every lane of every campaign with the chain: that all lanes of the funding are recorded, that no step is missing, and that the
 * latest state is unspent; and that each claim of a vested list has its lock, and no other has one.
 *
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
export const checkLanes = (context: AirdropContext, options: CheckOptions): Promise<void> =>
  checkRecords<CampaignRecord, LaneFault>(
    {
      page: PAGE,
      list: (request) => context.airdrops.funded(request),
      async find(id) {
        const campaign = await context.airdrops.findById(id);
        return campaign?.funding === null ? undefined : campaign;
      },
      idOf: ({ id }) => id,
      countOf: ({ contract }) => contract?.lanes ?? 0,
      examine: (campaigns) => examineEach(campaigns, (campaign) => examine(context, campaign)),
      recordOf: ({ id, campaignId }, { lane }) => ({ type: 'airdrop', id, name: `${campaignId} lane ${lane}` }),
      repair: (campaign) => repair(context, campaign),
    },
    options,
  );
