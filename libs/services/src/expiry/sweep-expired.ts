import { binToHex } from '@bitauth/libauth';
import { findAirdropDeployment } from '@weir/covenants';
import {
  type ExpiringKind,
  type ExpiryRepository,
  GRACE_SECONDS,
  type IdempotencyRepository,
  type SupersededList,
} from '@weir/infra';
import { whitelistLanes } from '../airdrops/funding/candidate-contracts.js';
import { confirmFunding as confirmCampaign } from '../airdrops/funding/confirm-funding.js';
import type { CurrencyContext } from '../currency/currency-context.js';
import { confirmCurrencyFunding } from '../currency/fund-currency.js';
import { verifyPlanFunding } from '../plans/funding/confirm-funding.js';
import { addressesOfPlan } from '../plans/stored-plan.js';
import { ServiceError } from '../shared/service-error.js';
import { contractOf } from '../shared/vaults/stored-vault.js';
import type { WatcherLog } from '../shared/watch/worker.js';
import { verifyFunding } from '../streams/funding/verify-funding.js';
import { confirmFirstDeposit } from '../vaults/update-balance.js';
import type { VaultContext } from '../vaults/vault-context.js';
import { findLateFunding, type FundingVerdict } from './late-funding.js';

/** Records, or lists, read in one statement. */
const PAGE = 100;
/** How many lists one sweep removes: each may be a hundred megabytes. */
const MAX_LISTS = 100;

/** The dependencies of the sweeps of unfunded records. */
export interface ExpiryContext {
  readonly expiry: ExpiryRepository;
  readonly keys: Pick<IdempotencyRepository, 'removeExpired'>;
  readonly records: VaultContext;
  readonly currency: CurrencyContext;
  readonly log: WatcherLog;
}

/** Returns whether one record was funded, and confirms it if so. */
type Judge = (id: string, context: VaultContext) => Promise<FundingVerdict>;

const JUDGES: Readonly<Record<Exclude<ExpiringKind, 'currency_payments'>, Judge>> = {
  async streams(id, context) {
    const stream = await context.streams.findById(id);
    if (stream === undefined) return 'unfunded';
    return findLateFunding(stream.lockingBytecode, context.chain, (txHash) => verifyFunding(context, id, txHash));
  },
  async plans(id, context) {
    const plan = await context.plans.findById(id);
    // Nobody can have paid what was never handed out: nobody knows its addresses.
    if (plan === undefined || plan.offeredAt === null) return 'unfunded';
    for (const script of await addressesOfPlan(context, plan)) {
      const verdict = await findLateFunding(script, context.chain, (txHash) => verifyPlanFunding(context, id, txHash));
      if (verdict === 'funded') return verdict;
    }
    return 'unfunded';
  },
  async vaults(id, context) {
    const vault = await context.vaults.findById(id);
    if (vault === undefined) return 'unfunded';
    // Nobody can have paid a roster that no deposit was offered for: its address depends on the coin that the deposit spends.
    if (vault.roster !== null && vault.roster.category === null) return 'unfunded';
    const { lockingBytecode } = contractOf(vault, context.network);
    const verdict = await findLateFunding(binToHex(lockingBytecode), context.chain, (txHash) =>
      confirmFirstDeposit(context, id, txHash),
    );
    // Coins sent without a state can be spent once there is one, but only with this record, which nothing on the chain announces.
    const coins = await context.chain.unspent(lockingBytecode);
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

const judgeCurrency = async (context: CurrencyContext, id: string): Promise<FundingVerdict> => {
  const payment = await context.currencyPayments.findById(id);
  if (payment === undefined) return 'unfunded';
  return findLateFunding(payment.lockingBytecode, context.chain, (txHash) =>
    confirmCurrencyFunding(context, id, txHash),
  );
};

/** Whether the contract of a list that another one replaced was funded, or anything else was paid to it. */
const judgeList = async (
  { airdrops }: VaultContext,
  { treeId, campaignId }: SupersededList,
): Promise<FundingVerdict> => {
  const [campaign, tree] = [await airdrops.airdrops.findById(campaignId), await airdrops.airdrops.findTree(treeId)];
  if (campaign === undefined || tree === undefined) return 'unfunded';
  const { contract } = airdrops.contracts.ofTree(campaign, tree);
  const lanes = whitelistLanes(tree);
  return findLateFunding(binToHex(contract.lockingBytecode), airdrops.chain, async (txHash) => {
    if (campaign.status === 'PENDING') return confirmCampaign(airdrops, campaignId, txHash);
    // Funded twice, with two lists: recovering that money needs this one.
    const { txid, transaction } = await airdrops.chain.transaction(txHash);
    if (findAirdropDeployment(contract, txid, transaction, lanes).ok) return txid;
    throw new ServiceError('TX_MISMATCH', 'The transaction does not fund this list', { txHash });
  });
};

export interface SweepResult {
  removed: number;
  /** Found funded on the chain, and confirmed. */
  confirmed: number;
  /** Left for the next sweep, because the chain could not be asked or is not clear. */
  kept: number;
}

/** Yields what expired, in pages: what is kept is in nobody's way, the sweep goes on after it. */
async function* paged<Item>(read: (after: Item | undefined) => Promise<readonly Item[]>): AsyncGenerator<Item> {
  for (let page = await read(undefined); ; page = await read(page.at(-1))) {
    yield* page;
    if (page.length < PAGE) return;
  }
}

/** What expired, and how it is judged, removed and named in the log. */
interface Expired<Item> {
  readonly items: AsyncIterable<Item>;
  readonly judge: (item: Item) => Promise<FundingVerdict>;
  readonly remove: (item: Item) => Promise<boolean>;
  readonly named: (item: Item) => object;
  /** How many one sweep removes; default all. */
  readonly most?: number;
}

const sweep = async <Item>(
  { items, judge, remove, named, most = Infinity }: Expired<Item>,
  { log }: ExpiryContext,
  signal: AbortSignal,
  result: SweepResult,
): Promise<void> => {
  let removed = 0;
  for await (const item of items) {
    if (signal.aborted || removed >= most) break;
    try {
      const verdict = await judge(item);
      if (verdict === 'paid') result.kept += 1;
      else if (verdict === 'funded') {
        result.confirmed += 1;
        log.info(named(item), 'An expired record is funded on chain; confirmed it');
      } else if (await remove(item)) removed += 1;
    } catch (error) {
      result.kept += 1;
      const details = { err: error, ...named(item) };
      log.warn(details, 'Cannot verify on chain whether an expired record was funded; keeping it');
    }
  }
  result.removed += removed;
};

/**
 * Removes what expired and was never funded, one record after another: the chain is asked before each, and a record that it shows
 * as funded is confirmed instead. While the chain cannot be asked nothing is removed.
 *
 * @param now Unix seconds
 */
export const sweepExpired = async (context: ExpiryContext, now: number, signal: AbortSignal): Promise<SweepResult> => {
  const { expiry, records, currency } = context;
  const before = now - GRACE_SECONDS;
  const result: SweepResult = { removed: 0, confirmed: 0, kept: 0 };
  if ((await records.chain.tip()).lagging) return result;
  for (const kind of ['streams', 'plans', 'vaults', 'airdrop_campaigns', 'currency_payments'] as const) {
    const expired: Expired<string> = {
      items: paged((after) => expiry.expired(kind, before, PAGE, after)),
      judge: (id) => (kind === 'currency_payments' ? judgeCurrency(currency, id) : JUDGES[kind](id, records)),
      remove: (id) => expiry.remove(kind, id),
      named: (id) => ({ kind, id }),
    };
    await sweep(expired, context, signal, result);
  }
  const lists: Expired<SupersededList> = {
    items: paged((after) => expiry.supersededLists(before, PAGE, after?.treeId)),
    judge: (list) => judgeList(records, list),
    remove: (list) => expiry.removeList(list),
    named: (list) => list,
    most: MAX_LISTS,
  };
  await sweep(lists, context, signal, result);
  return result;
};
