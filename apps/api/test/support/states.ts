import type { CancelAirdropResponse } from '@weir/api-contract';
import { createActiveAirdrop, createActiveList, createAirdrop, payAirdropClaim } from './airdrop-scenario.js';
import { succeeded } from './client.js';
import {
  createActiveCurrency,
  createCurrency,
  createEndedCurrency,
  createPausedCurrency,
  type CurrencyScenario,
  moveCurrency,
} from './currency-scenario.js';
import type { Fixture } from './fixture.js';
import { agree, proposeMove } from './grant-scenario.js';
import { claimOf, createActiveLock, createLock, type LockScenario } from './lock-scenario.js';
import {
  actAsSender,
  claimPeriods,
  createActivePayment,
  createDuePayment,
  createPausedPayment,
  createPayment,
  DAY,
  readPayment,
  type PaymentScenario,
} from './payment-scenario.js';
import { createActivePlan, createPlan } from './plan-scenario.js';
import { confirmPurseStep, createPurse, payByPurse, sendHome } from './purse-scenario.js';
import { createActiveStream, createCancelledStream, createStream, payClaim, type Scenario } from './stream-scenario.js';
import type { Scene } from './trials.js';
import {
  carryOut,
  confirmExecution,
  createActiveVault,
  createVault,
  propose,
  sign,
  type VaultScenario,
} from './vault-scenario.js';

/** A record in one state: what it replaces of a scene, and its transactions on the chain by what they did. */
export interface RecordInState {
  readonly records: Partial<Scene>;
  readonly transactions: Readonly<Record<string, string>>;
}

type Make = (fixture: Fixture) => Promise<RecordInState>;

const HOUR = 3_600;

const stream = (record: Scenario, transactions: RecordInState['transactions'] = {}): RecordInState => ({
  records: { stream: record },
  transactions,
});

/** An active stream of which all that is due after some hours is claimed. */
const claimedStream = async (fixture: Fixture, hours: number): Promise<RecordInState> => {
  const record = await createActiveStream(fixture);
  await fixture.advance(hours * HOUR);
  const { txHash, claimedAmount } = await payClaim(fixture, record);
  await succeeded(fixture.client.post(`${record.path}/confirm-claim`, { txHash, claimedAmount }));
  return stream(record, { funding: record.fundingTxHash, claim: txHash });
};

const lock = (record: LockScenario, transactions: RecordInState['transactions'] = {}): RecordInState => {
  const { id, path, sender, recipient } = record;
  return { records: { stream: { id, path, sender, recipient }, lock: record }, transactions };
};

/** A lock of which all that is due after some hours is paid. */
const claimedLock = async (fixture: Fixture, hours: number): Promise<RecordInState> => {
  const record = await createActiveLock(fixture);
  await fixture.advance(hours * HOUR);
  const { txHash } = await claimOf(fixture, record, { broadcast: true });
  return lock(record, { funding: record.fundingTxHash, claim: txHash ?? '' });
};

const KINDS: Readonly<Record<string, string>> = {
  funded: 'funding',
  claimed: 'claim',
  paused: 'pause',
  resumed: 'resume',
  cancelled: 'cancel',
};

const payment = async (fixture: Fixture, record: PaymentScenario): Promise<RecordInState> => {
  const { events } = await readPayment(fixture, record.path);
  const transactions = events.map(({ event, tx_hash }): [string, string] => [KINDS[event] ?? event, tx_hash]);
  return { records: { payment: record }, transactions: Object.fromEntries(transactions) };
};

const currency = (record: CurrencyScenario): RecordInState => ({ records: { currency: record }, transactions: {} });

/** A campaign for everybody with so many claims, one of them made, and an active one for a list. */
const claimedCampaign = async (fixture: Fixture, claims: number): Promise<RecordInState> => {
  const campaign = await createActiveAirdrop(fixture, { totalAmount: 0.0001 * claims });
  const claim = await payAirdropClaim(fixture, campaign.path, fixture.wallet());
  await succeeded(fixture.client.post(`${campaign.path}/confirm-claim`, { txHash: claim }));
  const listed = await createActiveList(fixture, [fixture.wallet()]);
  return { records: { campaign, listed }, transactions: { funding: campaign.fundingTxHash, claim } };
};

const proposal = (vault: VaultScenario, id: string, execution?: string): RecordInState => ({
  records: { vault, proposalId: id },
  transactions: execution === undefined ? {} : { execution },
});

/** Two proposals for the same state of a vault, of which one is carried out. */
const rivals = async (fixture: Fixture) => {
  const vault = await createActiveVault(fixture);
  const [one, other] = [await propose(fixture, vault), await propose(fixture, vault)];
  const txHash = await carryOut(fixture, vault, one.id);
  await succeeded(confirmExecution(fixture, vault, one.id, txHash));
  return { vault, one, other, txHash };
};

/** An area of routes whose records have states. */
export type Area = 'streams' | 'payments' | 'currency' | 'plans' | 'airdrops' | 'vaults' | 'proposals' | 'purses';

/** How a record comes into each of its states, by the area of its routes. Of streams the locks are some, by another contract. */
export const STATES: Readonly<Record<Area, Readonly<Record<string, Make>>>> = {
  streams: {
    PENDING: async (fixture) => stream(await createStream(fixture)),
    ACTIVE: (fixture) => claimedStream(fixture, 10),
    async CANCELLED(fixture) {
      const record = await createCancelledStream(fixture);
      return stream(record, { cancel: record.cancelTxHash });
    },
    COMPLETED: (fixture) => claimedStream(fixture, 100),
    'PENDING lock': async (fixture) => lock(await createLock(fixture)),
    'ACTIVE lock': (fixture) => claimedLock(fixture, 10),
    'COMPLETED lock': (fixture) => claimedLock(fixture, 102),
  },
  payments: {
    PENDING: async (fixture) => payment(fixture, await createPayment(fixture)),
    /** After a claim, a pause and a resume. */
    async ACTIVE(fixture) {
      const record = await createDuePayment(fixture, 1);
      await claimPeriods(fixture, record);
      await actAsSender(fixture, record, 'pause');
      await fixture.mine(7);
      await actAsSender(fixture, record, 'resume');
      return payment(fixture, record);
    },
    PAUSED: async (fixture) => payment(fixture, await createPausedPayment(fixture)),
    async CANCELLED(fixture) {
      const record = await createActivePayment(fixture);
      await actAsSender(fixture, record, 'cancel');
      return payment(fixture, record);
    },
    async COMPLETED(fixture) {
      const record = await createActivePayment(fixture);
      await fixture.advance(13 * DAY);
      await claimPeriods(fixture, record);
      return payment(fixture, record);
    },
  },
  currency: {
    PENDING: async (fixture) => currency(await createCurrency(fixture)),
    ACTIVE: async (fixture) => currency(await createActiveCurrency(fixture)),
    PAUSED: async (fixture) => currency(await createPausedCurrency(fixture)),
    async CANCELLED(fixture) {
      const record = await createActiveCurrency(fixture);
      await moveCurrency(fixture, record, 'cancel');
      return currency(record);
    },
    COMPLETED: async (fixture) => currency(await createEndedCurrency(fixture)),
  },
  plans: {
    async PENDING(fixture) {
      const plan = await createPlan(fixture, 1);
      return { records: { plan, draft: plan }, transactions: {} };
    },
    async ACTIVE(fixture) {
      const plan = await createActivePlan(fixture, 1);
      return { records: { plan, draft: plan }, transactions: { funding: plan.fundingTxHash } };
    },
  },
  airdrops: {
    async PENDING(fixture) {
      const campaign = await createAirdrop(fixture);
      return { records: { campaign, listed: campaign }, transactions: {} };
    },
    ACTIVE: (fixture) => claimedCampaign(fixture, 3),
    COMPLETED: (fixture) => claimedCampaign(fixture, 1),
    async CANCELLED(fixture) {
      const campaign = await createActiveAirdrop(fixture);
      const { wcTransaction } = await succeeded(
        fixture.client.as(campaign.creator.address).post<CancelAirdropResponse>(`${campaign.path}/cancel`),
      );
      const { signedTransactionHash: close } = await campaign.creator.signTransaction(wcTransaction);
      await succeeded(fixture.client.post(`${campaign.path}/confirm-cancel`, { txHash: close }));
      return { records: { campaign, listed: campaign }, transactions: { close } };
    },
  },
  vaults: {
    pending: async (fixture) => ({ records: { vault: await createVault(fixture) }, transactions: {} }),
    async active(fixture) {
      const vault = await createActiveVault(fixture);
      return { records: { vault }, transactions: { deposit: vault.depositTxHash } };
    },
    async closed(fixture) {
      const vault = await createActiveVault(fixture);
      const { id } = await propose(fixture, vault, { kind: 'close', amount: undefined });
      await succeeded(confirmExecution(fixture, vault, id, await carryOut(fixture, vault, id)));
      return { records: { vault }, transactions: { deposit: vault.depositTxHash } };
    },
  },
  proposals: {
    async PENDING(fixture) {
      const vault = await createActiveVault(fixture);
      return proposal(vault, (await propose(fixture, vault)).id);
    },
    async APPROVED(fixture) {
      const vault = await createActiveVault(fixture);
      const { id } = await propose(fixture, vault);
      for (const signer of vault.signers.slice(1)) await succeeded(sign(fixture.client, id, signer));
      return proposal(vault, id);
    },
    async EXECUTED(fixture) {
      const { vault, one, txHash } = await rivals(fixture);
      return proposal(vault, one.id, txHash);
    },
    async REJECTED(fixture) {
      const vault = await createActiveVault(fixture);
      const { id } = await propose(fixture, vault);
      await succeeded(fixture.client.as(vault.signers[0].address).post(`/api/proposals/${id}/reject`));
      return proposal(vault, id);
    },
    async STALE(fixture) {
      const { vault, other } = await rivals(fixture);
      return proposal(vault, other.id);
    },
  },
  purses: {
    async ACTIVE(fixture) {
      const record = await createPurse(fixture);
      const payment = await payByPurse(fixture, record);
      await succeeded(confirmPurseStep(fixture, record, 'payment', payment));
      return { records: { purse: record }, transactions: { payment } };
    },
    async HOME(fixture) {
      const record = await createPurse(fixture);
      const home = await sendHome(fixture, record, record.vault.signers[1]);
      await succeeded(confirmPurseStep(fixture, record, 'home', home));
      return { records: { purse: record }, transactions: { home } };
    },
    async CLOSED(fixture) {
      const record = await createPurse(fixture);
      const { vault, id } = record;
      await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'allowance', purseIds: [id] }));
      return { records: { purse: record }, transactions: {} };
    },
  },
};

const AREAS: readonly Area[] = ['streams', 'payments', 'plans', 'airdrops', 'vaults', 'proposals', 'purses'];

/** Returns the area of a route, undefined where its records have no states. */
export const areaOf = (url: string): Area | undefined => {
  if (url.startsWith('/api/currency-payments')) return 'currency';
  const [, , area = ''] = url.split('/');
  return AREAS.find((each) => each === area);
};
