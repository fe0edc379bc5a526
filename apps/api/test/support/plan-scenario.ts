import type {
  ConfirmPlanResponse,
  PlanFundingReady,
  PlanListedResponse,
  PlanStreamsResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { succeeded } from './client.js';
import type { Fixture } from './fixture.js';
import { COIN } from './test-asset.js';

const HOUR = 3_600;

/** A plan and whom it is for. */
export interface PlanScenario {
  readonly id: string;
  readonly path: string;
  readonly sender: Wallet;
  readonly recipients: readonly Wallet[];
  readonly created: PlanListedResponse;
}

/** Returns the body of a creation, with changes: for each recipient 0.01 BCH over 100 hours from the chain's time. */
export const planOf = (fixture: Fixture, recipients: readonly Wallet[], changes: object = {}): object => ({
  product: 'vesting',
  start: fixture.time(),
  end: fixture.time() + 100 * HOUR,
  streams: recipients.map(({ address }, i) => ({ recipient: address, amount: 0.01, label: `Row ${i + 1}` })),
  ...changes,
});

/** Creates a plan of so many recipients, by a sender with two BCH. */
export const createPlan = async (fixture: Fixture, count: number, changes: object = {}): Promise<PlanScenario> => {
  const sender = fixture.wallet(2n * COIN, COIN / 10n);
  const recipients = Array.from({ length: count }, () => fixture.wallet(COIN / 1_000n));
  const created = await succeeded(
    fixture.client.as(sender.address).post<PlanListedResponse>('/api/plans', planOf(fixture, recipients, changes)),
  );
  return { id: created.plan.id, path: `/api/plans/${created.plan.id}`, sender, recipients, created };
};

/** The next funding of a plan, to sign. */
export const nextFunding = ({ client }: Fixture, { path, sender }: PlanScenario): Promise<PlanFundingReady> =>
  succeeded(client.as(sender.address).get<PlanFundingReady>(`${path}/funding-info`));

/** Signs and broadcasts the next funding. @returns its hash */
export const payPlanFunding = async (fixture: Fixture, plan: PlanScenario): Promise<string> => {
  const { wcTransaction } = await nextFunding(fixture, plan);
  return (await plan.sender.signTransaction(wcTransaction)).signedTransactionHash;
};

/** Pays and confirms the next funding of a plan. */
export const fundPlan = async (fixture: Fixture, plan: PlanScenario): Promise<string> => {
  const txHash = await payPlanFunding(fixture, plan);
  await succeeded(fixture.client.post<ConfirmPlanResponse>(`${plan.path}/confirm-funding`, { txHash }));
  return txHash;
};

/** A plan whose first part is funded. */
export const createActivePlan = async (fixture: Fixture, count: number, changes: object = {}) => {
  const plan = await createPlan(fixture, count, changes);
  return { ...plan, fundingTxHash: await fundPlan(fixture, plan) };
};

/** All streams of a plan as its sender sees them. */
export const streamsOf = async ({ client }: Fixture, { path, sender }: PlanScenario) => {
  const { streams } = await succeeded(client.as(sender.address).get<PlanStreamsResponse>(`${path}/streams`));
  return streams;
};
