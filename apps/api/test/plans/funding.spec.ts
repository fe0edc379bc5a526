import { hash160, numberToBinUint32LE } from '@bitauth/libauth';
import type { ConfirmPlanResponse, GetPlanResponse, PlanFundingReady, PlanStreamsResponse } from '@weir/api-contract';
import { addressOf } from '@weir/covenants';
import { type Refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { payOutputs } from '../support/pay-outputs.js';
import { createPlan, fundPlan, nextFunding, payPlanFunding, streamsOf } from '../support/plan-scenario.js';
import { COIN } from '../support/test-asset.js';

const fixture = useFixture();

/** Of a success or of a refusal, as far as these tests look. */
type Confirmed = Omit<ConfirmPlanResponse, 'success'> & Partial<Omit<Refusal, 'success'>>;

const confirm = (path: string, txHash: string) => fixture.client.post<Confirmed>(`${path}/confirm-funding`, { txHash });

describe('a plan', () => {
  it('costs what it said it would', async () => {
    const plan = await createPlan(fixture, 20);
    const [part] = plan.created.costs.fundings;
    const { feeBase, wcTransaction } = await nextFunding(fixture, plan);
    const { signedTransaction } = await plan.sender.signTransaction(wcTransaction);
    const size = signedTransaction.length / 2;
    expect(Math.abs((part?.bytes ?? 0) - size)).toBeLessThan(20);
    expect(Math.abs(Number(part?.fee) - Number(feeBase))).toBeLessThan(20);
  });

  it('that fits no one transaction is opened by several, one after another, and goes on where it stopped', async () => {
    // Seventeen schedules: an announcement has room for sixteen.
    const recipients = Array.from({ length: 34 }, () => fixture.wallet());
    const start = fixture.time();
    const plan = await createPlan(fixture, 0, {
      start,
      streams: recipients.map(({ address }, i) => ({
        recipient: address,
        amount: 0.0001,
        cliff: start + 1 + (i % 17),
      })),
    });
    expect(plan.created.fundings.map(({ streams }) => streams)).toEqual([32, 2]);
    const first = await payPlanFunding(fixture, plan);
    // It is there, and was not confirmed: it is named, and not built again.
    const again = await fixture.client.as(plan.sender.address).get<Refusal>(`${plan.path}/funding-info`);
    expect([again.status, again.body.details]).toEqual([409, { status: 'PENDING', fundingTxHash: first }]);
    const { body: half } = await confirm(plan.path, first);
    expect([half.plan.streams, half.plan.parts_funded, half.statuses]).toEqual([32, 1, { ACTIVE: 32 }]);
    const seen = await fixture.client.get<PlanStreamsResponse>(`${plan.path}/streams`);
    expect([seen.body.total, seen.body.streams.length]).toEqual([32, 32]);
    const second = await payPlanFunding(fixture, plan);
    expect(second).not.toBe(first);
    await confirm(plan.path, second);
    expect((await streamsOf(fixture, plan)).map(({ status }) => status)).toEqual(recipients.map(() => 'ACTIVE'));
    const done = await fixture.client.as(plan.sender.address).get<Refusal>(`${plan.path}/funding-info`);
    expect([done.status, done.body.code]).toEqual([409, 'WRONG_STATE']);
  });

  it('is opened once: of many confirms of one hash, one records it', async () => {
    const plan = await createPlan(fixture, 5);
    const txHash = await payPlanFunding(fixture, plan);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(plan.path, txHash)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { id } of await streamsOf(fixture, plan)) {
      const { body } = await fixture.client.get<{ events: readonly object[] }>(`/api/streams/${id}`);
      expect(body.events).toHaveLength(1);
    }
  });

  it('is opened once: of two fundings that were handed out, one can be mined', async () => {
    const plan = await createPlan(fixture, 2);
    const first = await nextFunding(fixture, plan);
    // A larger coin comes in between: it would be taken for the next funding.
    fixture.fund(plan.sender, 50n * COIN);
    const [second, third] = await Promise.all([nextFunding(fixture, plan), nextFunding(fixture, plan)]);
    const coinOf = ({ inputs }: PlanFundingReady) => inputs.find(({ vout }) => vout === 0)?.txid;
    expect([coinOf(second), coinOf(third)]).toEqual([coinOf(first), coinOf(first)]);
    // With the same coins it is the same transaction; with others it would be a double spend of one of them.
    const signed = [];
    for (const { wcTransaction } of [first, second, third])
      signed.push((await plan.sender.signTransaction(wcTransaction)).signedTransactionHash);
    expect(new Set(signed).size).toBe(1);
  });

  it('takes another coin where the first one was spent otherwise', async () => {
    const plan = await createPlan(fixture, 1);
    const [coin] = (await nextFunding(fixture, plan)).inputs;
    if (coin === undefined) throw new Error('Funding spends no coin');
    const satoshis = BigInt(coin.amountBase);
    await payOutputs(fixture, plan.sender, [{ to: plan.sender, satoshis: satoshis - 1_000n }], {
      spend: { txid: coin.txid, vout: coin.vout, satoshis },
    });
    await fundPlan(fixture, plan);
    expect((await streamsOf(fixture, plan)).map(({ status }) => status)).toEqual(['ACTIVE']);
  });
});

describe('a funding', () => {
  it('of another plan, or none, is refused, and of what differs the answer says so', async () => {
    const [plan, other] = [await createPlan(fixture, 2), await createPlan(fixture, 2)];
    const foreign = await payPlanFunding(fixture, other);
    const refused = await confirm(plan.path, foreign);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      422,
      'TX_MISMATCH',
      { txHash: foreign, problems: ['it funds another plan'] },
    ]);
    const plain = await payOutputs(fixture, plan.sender, [{ to: plan.sender, satoshis: 1_000n }]);
    expect((await confirm(plan.path, plain)).body.details).toEqual({ txHash: plain, problems: ['NO_ANNOUNCEMENT'] });
  });

  it('needs a coin with index 0, and too many coins gathered first', async () => {
    const plan = await createPlan(fixture, 640);
    for (let i = 0; i < 12; i += 1) fixture.fund(plan.sender, COIN);
    const { body } = await fixture.client
      .as(plan.sender.address)
      .get<{ requiresPreparation?: boolean; preparationTransaction: never }>(`${plan.path}/funding-info`);
    // Nine coins of a BCH pay 640 hundredths: more than there is room for.
    expect(body.requiresPreparation).toBe(true);
    await plan.sender.signTransaction(body.preparationTransaction);
    await fundPlan(fixture, plan);
    const { body: detail } = await fixture.client.get<GetPlanResponse>(plan.path);
    expect(detail.statuses).toEqual({ ACTIVE: 640 });
  });

  it('is not handed out for what it cannot be paid', async () => {
    const plan = await createPlan(fixture, 1, {
      streams: [{ recipient: fixture.wallet().address, amount: 1_000 }],
    });
    const { status, body } = await fixture.client.as(plan.sender.address).get<Refusal>(`${plan.path}/funding-info`);
    expect([status, body.code]).toEqual([409, 'INSUFFICIENT_FUNDS']);
  });
});

/** As many streams as fit one transaction. */
const MAX_STREAMS = 640;

/** Processor time from the confirm on, milliseconds: the other work of a busy machine does not count. */
const SOON_MS = 2_000;
/** Of so many plans the fastest counts: before, code is compiled. */
const TRIES = 5;

/** Creates a plan of 640, signs its one funding, confirms it. @returns the processor time of the confirm alone, milliseconds */
const confirmed = async (first: number): Promise<number> => {
  const plan = await createPlan(fixture, 0, {
    streams: Array.from({ length: MAX_STREAMS }, (_, i) => ({
      recipient: addressOf(hash160(numberToBinUint32LE(first + i)), 'devnet'),
      amount: 0.001,
    })),
  });
  fixture.fund(plan.sender, 10n * COIN);
  expect(plan.created.fundings).toMatchObject([{ streams: MAX_STREAMS }]);
  const txHash = await payPlanFunding(fixture, plan);
  const began = process.cpuUsage();
  const { statuses } = await succeeded(
    fixture.client.post<ConfirmPlanResponse>(`${plan.path}/confirm-funding`, { txHash }),
  );
  const { user, system } = process.cpuUsage(began);
  expect(statuses).toEqual({ ACTIVE: MAX_STREAMS });
  expect((await streamsOf(fixture, plan)).filter(({ status }) => status === 'ACTIVE')).toHaveLength(MAX_STREAMS);
  return (user + system) / 1_000;
};

describe('a plan of 640', () => {
  it('is signed once, and all of its streams are ACTIVE by two seconds of work after its one confirm', async () => {
    let fastest = Infinity;
    for (let tries = 0; tries < TRIES && fastest > SOON_MS; tries += 1)
      fastest = Math.min(fastest, await confirmed(tries * MAX_STREAMS));
    expect(fastest).toBeLessThanOrEqual(SOON_MS);
  });
});
