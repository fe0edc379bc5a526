import { binToHex } from '@bitauth/libauth';
import { buildLockFunding, type PlanFunding } from '@weir/covenants';
import { offeredCoin, type PlanFundingRecord, type PlanRecord } from '@weir/infra';
import { withFunds } from '../../shared/covenant-refusals.js';
import type { FundedPart } from '../../shared/funded-part.js';
import { type Caller, signingHash } from '../../shared/parties.js';
import { offerOf } from '../../shared/renewals/first-renewal.js';
import { assertUnexpired } from '../../shared/retention.js';
import { refuseSecondFunding } from '../../shared/second-funding.js';
import { ServiceError } from '../../shared/service-error.js';
import { type PayingWallet, walletCoins } from '../../shared/wallet-coins.js';
import { describeFunding, describePreparation } from '../../streams/funding/funding-info.js';
import { placeOfLocks } from '../../streams/funding/place-of-locks.js';
import { loadAsSender, noPlan, noRecipients, type PlanContext } from '../load-plan.js';
import { assertRowsRenew } from '../old-rows.js';
import { assertOwnParties, isPlanProduct, locksOfRows, partOfRows } from '../stored-plan.js';

/** How often a funding is built again when another request is handed one at the same moment. */
const ATTEMPTS = 5;

const LACKS =
  'no coin with output index 0, which a new token category needs, or more coins than the funding has room for';

/** The coin whose transaction hash becomes the token category of a funding. */
const genesisOf = ({ contracts }: FundedPart, { transaction }: PlanFunding): string | undefined => {
  const scripts = new Set(contracts.map(({ lockingBytecode }) => binToHex(lockingBytecode)));
  return transaction.outputs.find(({ to }) => scripts.has(binToHex(to)))?.token?.category;
};

/**
 * Builds the next funding of a plan to sign, or the preparation a wallet needs before it. All fundings handed out for a part
 * spend the same coin as long as it exists, so that the part is opened once, however many of them are signed.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED, INVALID_RECIPIENTS, INSUFFICIENT_FUNDS,
 * CHAIN_UNAVAILABLE
 */
export const fundingInfo = async (context: PlanContext, id: string, caller: Caller, wallet?: PayingWallet) => {
  const plan = await loadAsSender(context, id, caller);
  assertUnexpired(plan.expiresAt, context);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const info = await offerNext(context, plan.id, wallet);
    if (info !== undefined) return info;
  }
  throw new ServiceError('WRONG_STATE', 'The funding of this plan is being built for another request; retry', {
    retryable: true,
  });
};

type NextPart = NonNullable<NonNullable<Awaited<ReturnType<PlanContext['plans']['nextPart']>>>['next']>;

const allFunded = ({ status }: PlanRecord, { length: parts }: readonly PlanFundingRecord[]): ServiceError =>
  new ServiceError('WRONG_STATE', 'All parts of the plan are funded', { status, parts });

/** Offers the next part of a list of locks, as {@link offerNext} does. */
const offerLocks = async (
  context: PlanContext,
  { plan, parts, next }: { readonly plan: PlanRecord; readonly parts: number; readonly next: NextPart },
  paying: PayingWallet | undefined,
) => {
  const { plans, chain, network } = context;
  const { funding, recipients } = next;
  const draft = locksOfRows(plan, recipients);
  const hash = signingHash(draft.sender, 'plan', 'funds it');
  const before = offeredCoin(funding);
  const [tip, wallet, feeRate] = await Promise.all([
    chain.tip(),
    walletCoins(context, hash, paying),
    chain.feeRate(),
    refuseSecondFunding(await placeOfLocks(context, draft, before), chain),
  ]);
  const transaction = withFunds('sender', () =>
    buildLockFunding(draft, wallet, network, tip, { feeRate, anchor: before ?? undefined }),
  );
  const isAnchored = transaction.inputs.some(({ txid, vout }) => txid === before?.txid && vout === before.vout);
  const [coin] = transaction.inputs;
  if (coin === undefined) throw new Error('Funding spends no coin');
  if (!isAnchored && !(await plans.offer(funding, coin, before))) return undefined;
  return {
    ...(await describeFunding(context, transaction)),
    fundingInfo: {
      planId: plan.planId,
      part: funding.part,
      parts,
      streams: draft.locks.length,
      amount: draft.locks.reduce((sum, { total }) => sum + total, 0n),
      tokenCategory: plan.tokenCategory,
      size: transaction.size,
    },
  };
};

/** Tries once; undefined where another request was handed another coin meanwhile. */
const offerNext = async (context: PlanContext, id: string, paying: PayingWallet | undefined) => {
  const { plans, chain, network } = context;
  const found = await plans.nextPart(id);
  if (found === undefined) throw noPlan(id);
  const { plan, fundings, next } = found;
  if (next === undefined) throw fundings.length === 0 ? noRecipients(plan) : allFunded(plan, fundings);
  const { funding } = next;
  if (!isPlanProduct(plan.product)) return offerLocks(context, { plan, parts: fundings.length, next }, paying);
  await assertRowsRenew(context, id, funding, next.recipients);
  const part = partOfRows(plan, next.recipients, network);
  assertOwnParties(part);
  const hash = signingHash(part.sender, 'plan', 'funds it');
  const [tip, wallet, feeRate] = await Promise.all([
    chain.tip(),
    walletCoins(context, hash, paying),
    chain.feeRate(),
    refuseSecondFunding(part.place(), chain),
  ]);
  const { before, ownGenesis } = await offerOf(context, funding, wallet);
  const options = { tip, feeRate, genesis: before?.txid, ownGenesis };
  const built = withFunds('sender', () => part.build(wallet, options));
  if (built.kind === 'preparation') return { ...describePreparation(built.transaction, LACKS), part: funding.part };
  const genesis = genesisOf(part, built);
  if (genesis === undefined) throw new Error('A funding has no stream');
  const coin = { txid: genesis, vout: 0 };
  if (genesis !== before?.txid && !(await plans.offer(funding, coin, before))) return undefined;
  const { transaction } = built;
  return {
    ...(await describeFunding(context, transaction)),
    fundingInfo: {
      planId: plan.planId,
      part: funding.part,
      parts: fundings.length,
      streams: part.count,
      amount: part.principal,
      tokenCategory: plan.tokenCategory,
      size: transaction.size,
    },
  };
};
