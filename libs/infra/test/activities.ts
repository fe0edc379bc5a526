import type { Activity } from '@weir/kinds';
import { createAirdropsRepository } from '../src/database/airdrops/airdrops.repository.js';
import type { Database } from '../src/database/create-database.js';
import { createCurrencyPaymentsRepository } from '../src/database/currency/currency-payments.repository.js';
import { createPursesRepository } from '../src/database/purses/purses.repository.js';
import { createStreamsRepository } from '../src/database/streams/streams.repository.js';
import type { ProposalOutcome } from '../src/database/vaults/proposals-scope.js';
import { createVaultsRepository } from '../src/database/vaults/vaults.repository.js';
import { fundedLanes, laneClaim, laneClose, newCampaign } from './campaigns.js';
import { newCurrencyPayment, stepCurrency } from './currency.js';
import { openNewPurse, stepPurse } from './purses.js';
import { cancel, complete, fund, newPayment, newStream, pause, randomHex } from './streams.js';
import { built, newProposal } from './vaults.js';

/** What a record of any product is made of. */
export interface AnyAsset {
  readonly tokenType: 'BCH' | 'FUNGIBLE_TOKEN';
  readonly tokenCategory: string | null;
}

export interface AnyRecord extends AnyAsset {
  readonly activity: Activity;
  /** The record's own word. */
  readonly status: string;
  readonly amount: bigint;
}

/** The statuses of each product's own. */
export const OWN_STATUSES: Readonly<Record<Activity, readonly string[]>> = {
  STREAM: ['PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED'],
  PAYMENT: ['PENDING', 'ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED'],
  AIRDROP: ['PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED'],
  TREASURY: ['PENDING', 'APPROVED', 'STALE', 'EXECUTED', 'REJECTED'],
  CURRENCY_PAYMENT: ['PENDING', 'ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED'],
  PURSE: ['ACTIVE', 'HOME', 'CLOSED'],
};

/** What each purse pays before it ends. */
export const PAID_BY_PURSE = 100n;

/** Whether a product has records in tokens. */
export const canHoldTokens = (activity: Activity): boolean => activity !== 'CURRENCY_PAYMENT';

const asset = ({ tokenType, tokenCategory }: AnyAsset): AnyAsset => ({ tokenType, tokenCategory });

async function makeStream(db: Database, record: AnyRecord): Promise<string> {
  const streams = createStreamsRepository(db);
  const make = record.activity === 'STREAM' ? newStream : newPayment;
  const { id } = await streams.insert(make({ ...asset(record), totalAmount: record.amount }));
  if (record.status === 'PENDING') return id;
  await streams.withStream(id, async (scope) => {
    await fund(scope);
    if (record.status === 'PAUSED') await pause(scope);
    if (record.status === 'COMPLETED') await complete(scope);
    if (record.status === 'CANCELLED') await cancel(scope);
  });
  return id;
}

async function makeCampaign(db: Database, record: AnyRecord): Promise<string> {
  const airdrops = createAirdropsRepository(db);
  const { id } = await airdrops.insert(newCampaign({ ...asset(record), totalAmount: record.amount }));
  if (record.status === 'PENDING') return id;
  await airdrops.withCampaign(id, (scope) => scope.activate(fundedLanes()));
  const steps = { COMPLETED: [laneClaim, laneClaim], CANCELLED: [laneClose] }[record.status] ?? [];
  for (const lane of [0, 1]) await airdrops.withLane(id, lane, (scope) => scope.advance(steps.map((step) => step())));
  return id;
}

async function makeCurrencyPayment(db: Database, { status, amount }: AnyRecord): Promise<string> {
  const payments = createCurrencyPaymentsRepository(db);
  const [stored] = await payments.insert([newCurrencyPayment({ openingSatoshis: amount, amountPerPeriod: 4_500n })]);
  const id = stored?.id ?? '';
  if (status === 'PENDING') return id;
  await payments.withPayment(id, async (scope) => {
    await stepCurrency(scope, { kind: 'fund', satoshis: amount });
    if (status === 'PAUSED') await stepCurrency(scope, { kind: 'pause', satoshis: amount, status });
    if (status === 'COMPLETED' || status === 'CANCELLED') await stepCurrency(scope, { kind: 'close', status });
  });
  return id;
}

async function makePurse(db: Database, record: AnyRecord, vaultId: string): Promise<string> {
  const id = await openNewPurse(db, vaultId, { ...asset(record), amount: record.amount });
  await createPursesRepository(db).withPurse(id, async (scope) => {
    await stepPurse(scope, { kind: 'pay-purse', paid: PAID_BY_PURSE });
    if (record.status === 'HOME') await stepPurse(scope, { kind: 'send-purse-home' });
    if (record.status === 'CLOSED') await stepPurse(scope, { kind: 'end-purse' });
  });
  return id;
}

const outcomeOf = (status: string): ProposalOutcome =>
  status === 'EXECUTED'
    ? { txHash: randomHex(32), executedAt: 1_700_000_100, final: false }
    : (status as Exclude<ProposalOutcome, object>);

/** @param vaultId of a proposal or purse */
export async function makeRecord(db: Database, record: AnyRecord, vaultId: string): Promise<string> {
  if (record.activity === 'AIRDROP') return makeCampaign(db, record);
  if (record.activity === 'CURRENCY_PAYMENT') return makeCurrencyPayment(db, record);
  if (record.activity === 'PURSE') return makePurse(db, record, vaultId);
  if (record.activity !== 'TREASURY') return makeStream(db, record);
  return createVaultsRepository(db).withVault(vaultId, async ({ proposals }) => {
    const { id } = await proposals.insert(newProposal({ ...asset(record), amount: record.amount }), built());
    if (record.status !== 'PENDING') await proposals.settle(id, outcomeOf(record.status));
    return id;
  });
}
