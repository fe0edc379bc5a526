import { binToHex, hexToBin } from '@bitauth/libauth';
import type { ExpiringKind } from '@weir/infra';
import { confirmFunding as confirmCampaign } from '../airdrops/funding/confirm-funding.js';
import { verifyPlanFunding } from '../plans/funding/confirm-funding.js';
import { addressesOfPlan } from '../plans/stored-plan.js';
import { verifyFunding } from '../streams/funding/verify-funding.js';
import { confirmFirstDeposit } from '../vaults/update-balance.js';
import { type ExpiryContext, findLateFunding, type FundingVerdict, type SweepResult } from './late-funding.js';
import { sweepLists } from './sweep-lists.js';

/** How long after its expiry a record is removed, seconds: a funding that was signed before is on the chain by then. */
export const GRACE_SECONDS = 7 * 86_400;
/** Records looked at in one statement. */
const PAGE = 100;

/** Tells whether one record was funded, and confirms it if so. */
type Judge = (id: string, context: ExpiryContext) => Promise<FundingVerdict>;

const JUDGES: Readonly<Record<ExpiringKind, Judge>> = {
  async streams(id, { streams }) {
    const stream = await streams.streams.findById(id);
    if (stream === undefined) return 'unfunded';
    return findLateFunding(stream.lockingBytecode, streams.chain, (txHash) => verifyFunding(streams, id, txHash));
  },
  async plans(id, { plans }) {
    const plan = await plans.plans.findById(id);
    // Nobody can have paid what was never handed out: nobody knows its addresses.
    if (plan === undefined || plan.offeredAt === null) return 'unfunded';
    for (const script of await addressesOfPlan(plans, plan)) {
      const verdict = await findLateFunding(script, plans.chain, (txHash) => verifyPlanFunding(plans, id, txHash));
      if (verdict === 'funded') return verdict;
    }
    return 'unfunded';
  },
  async vaults(id, { vaults }) {
    const vault = await vaults.vaults.findById(id);
    if (vault === undefined) return 'unfunded';
    const verdict = await findLateFunding(vault.lockingBytecode, vaults.chain, (txHash) =>
      confirmFirstDeposit(vaults, id, txHash),
    );
    // Coins sent without a state can be spent once there is one, but only with this record, which nothing on the chain announces.
    const coins = await vaults.chain.unspent(hexToBin(vault.lockingBytecode));
    return verdict === 'unfunded' && coins.length > 0 ? 'paid' : verdict;
  },
  async airdrop_campaigns(id, { airdrops }) {
    const campaign = await airdrops.airdrops.findById(id);
    if (campaign === undefined) return 'unfunded';
    const scripts = campaign.requireKyc
      ? (await airdrops.airdrops.treesOf(id)).map((tree) => airdrops.contracts.ofTree(campaign, tree).contract)
      : [await airdrops.contracts.of(campaign)].flatMap((loaded) => (loaded === undefined ? [] : [loaded.contract]));
    for (const { lockingBytecode } of scripts) {
      const script = binToHex(lockingBytecode);
      const verdict = await findLateFunding(script, airdrops.chain, (txHash) => confirmCampaign(airdrops, id, txHash));
      if (verdict === 'funded') return verdict;
    }
    return 'unfunded';
  },
};

const sweepKind = async (context: ExpiryContext, kind: ExpiringKind, before: number, signal: AbortSignal) => {
  const { expiry, log } = context;
  let [removed, confirmed, kept] = [0, 0, 0];
  let after: string | undefined;
  for (;;) {
    const ids = await expiry.expired(kind, before, PAGE, after);
    for (const id of ids) {
      if (signal.aborted) return { removed, confirmed, kept };
      try {
        const verdict = await JUDGES[kind](id, context);
        if (verdict === 'paid') kept += 1;
        else if (verdict === 'funded') {
          confirmed += 1;
          log.info({ kind, id }, 'An expired record is funded on chain; confirmed it');
        } else if (await expiry.remove(kind, id)) removed += 1;
      } catch (error) {
        kept += 1;
        log.warn({ err: error, kind, id }, 'Cannot verify on chain whether an expired record was funded; keeping it');
      }
    }
    after = ids.at(-1);
    if (ids.length < PAGE) return { removed, confirmed, kept };
  }
};

/**
 * Removes what expired and was never funded, one record after another: the chain is asked before each, and a record that it shows
 * as funded is confirmed instead. While the chain cannot be asked nothing is removed.
 *
 * @param now Unix seconds
 */
export const sweepExpired = async (context: ExpiryContext, now: number, signal: AbortSignal): Promise<SweepResult> => {
  const before = now - GRACE_SECONDS;
  const { lagging } = await context.streams.chain.tip();
  if (lagging) return { removed: 0, confirmed: 0, kept: 0 };
  const results: SweepResult[] = [];
  for (const kind of ['streams', 'plans', 'vaults', 'airdrop_campaigns'] as const)
    results.push(await sweepKind(context, kind, before, signal));
  results.push(await sweepLists(context, before, signal));
  return results.reduce((sum, each) => ({
    removed: sum.removed + each.removed,
    confirmed: sum.confirmed + each.confirmed,
    kept: sum.kept + each.kept,
  }));
};
