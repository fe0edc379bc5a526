import type { MovePlanResponse } from '@weir/api-contract';
import { succeeded } from '../support/client.js';
import { NOTICE } from '../support/payment-scenario.js';
import { createPlan, payPlanFunding, planOf, streamsOf, type PlanScenario } from '../support/plan-scenario.js';
import { Recorder } from '../support/recorder.js';
import { BCH, TOKENS, type TestAsset } from '../support/test-asset.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const UNKNOWN = '/api/plans/0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';

const readAll = async ({ fixture }: Recorder, { path, sender }: PlanScenario): Promise<void> => {
  await fixture.client.get(path);
  await fixture.client.as(sender.address).get(path);
  await fixture.client.as(sender.address).get(`${path}/streams`);
};

/** One signature for these streams of a plan. */
const move = async (
  { fixture }: Recorder,
  { path, sender }: PlanScenario,
  verb: 'cancel' | 'pause' | 'resume',
  streamIds: readonly string[],
): Promise<void> => {
  const { wcTransaction } = await succeeded(
    fixture.client.as(sender.address).post<MovePlanResponse>(`${path}/${verb}`, { streamIds }),
  );
  const { signedTransactionHash: txHash } = await sender.signTransaction(wcTransaction);
  await fixture.client.post(`${path}/confirm-${verb}`, { txHash });
};

const fund = async (recorder: Recorder, plan: PlanScenario): Promise<void> => {
  const txHash = await payPlanFunding(recorder.fixture, plan);
  await recorder.fixture.client.post(`${plan.path}/confirm-funding`, { txHash });
  await recorder.fixture.client.post(`${plan.path}/confirm-funding`, { txHash });
};

const createFor = async ({ fixture }: Recorder, asset: TestAsset, changes: object): Promise<PlanScenario> => {
  if (asset === BCH) return createPlan(fixture, 3, changes);
  const sender = fixture.wallet(2_000_000n, 3_000_000n);
  const recipients = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
  const { tokenType, tokenCategory } = asset.endow(fixture, sender) as Readonly<Record<string, string>>;
  const streams = recipients.map(({ address }, i) => ({
    recipient: address,
    amount: 1_000_000,
    label: `Row ${i + 1}`,
  }));
  const body = planOf(fixture, recipients, { streams, tokenType, tokenCategory, ...changes });
  const created = await succeeded(fixture.client.as(sender.address).post<PlanScenario['created']>('/api/plans', body));
  return { id: created.plan.id, path: `/api/plans/${created.plan.id}`, sender, recipients, created };
};

const followVesting = async (recorder: Recorder, asset: TestAsset): Promise<void> => {
  const { fixture } = recorder;
  recorder.scene(`Vesting of ${asset.name}: PENDING`);
  const plan = await createFor(recorder, asset, { description: 'Grants' });
  const asSender = fixture.client.as(plan.sender.address);
  await readAll(recorder, plan);
  const amount = asset === BCH ? '0.02' : '7000000';
  const csv = plan.recipients.map(({ address }) => `${address},${amount}`).join('\n');
  await asSender.post(`${plan.path}/recipients`, { csv });
  await readAll(recorder, plan);
  recorder.scene(`Vesting of ${asset.name}: ACTIVE`);
  await fund(recorder, plan);
  await readAll(recorder, plan);
  await asSender.get(`${plan.path}/funding-info`);
  await fixture.advance(10 * HOUR);
  const [first, second] = await streamsOf(fixture, plan);
  await move(recorder, plan, 'cancel', [first?.id ?? '', second?.id ?? '']);
  await readAll(recorder, plan);
  await fixture.client.get(`/api/streams/${first?.id ?? ''}`);
  await fixture.advance(100 * HOUR);
  await readAll(recorder, plan);
};

const followSalaries = async (recorder: Recorder, asset: TestAsset): Promise<void> => {
  const { fixture } = recorder;
  recorder.scene(`Salaries of ${asset.name}: ACTIVE`);
  const plan = await createFor(recorder, asset, { product: 'recurring', interval: 'DAILY', end: undefined });
  await fund(recorder, plan);
  await fixture.advance(2 * DAY);
  const [first, second] = await streamsOf(fixture, plan);
  const ids = [first?.id ?? '', second?.id ?? ''];
  await move(recorder, plan, 'pause', ids);
  await readAll(recorder, plan);
  await fixture.mine(NOTICE + 1);
  await move(recorder, plan, 'resume', ids);
  await readAll(recorder, plan);
  await fixture.client.get(`${plan.path}/paydays`);
  await fixture.client.as(plan.sender.address).get('/api/plans/labels');
  await fixture.client.as(plan.sender.address).post(`${plan.path}/renew`, { periods: 3 });
};

describe('the routes of plans', () => {
  it('answer what was recorded', async () => {
    const recorder = await Recorder.start();
    const { fixture } = recorder;
    try {
      for (const asset of [BCH, TOKENS]) await followVesting(recorder, asset);
      for (const asset of [BCH, TOKENS]) await followSalaries(recorder, asset);
      recorder.scene('Lists, previews and refusals');
      const sender = fixture.wallet();
      const asSender = fixture.client.as(sender.address);
      await asSender.post('/api/plans/preview', planOf(fixture, [fixture.wallet()]));
      for (const body of [{}, planOf(fixture, []), planOf(fixture, [sender], { product: 'none' })])
        await asSender.post('/api/plans', body);
      await asSender.post('/api/plans', planOf(fixture, [fixture.wallet()]));
      await asSender.get('/api/plans');
      await asSender.get(UNKNOWN);
      await fixture.client.get('/api/plans');
      recorder.assertAsRecorded('plans', ['/api/plans']);
    } finally {
      await fixture.stop();
    }
  });
});
