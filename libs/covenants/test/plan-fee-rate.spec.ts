import { toPlanContractState } from '../src/deployment/plan/plan-opening.js';
import {
  buildPaidPlanRefund,
  buildPaidPlanSettle,
  buildPlanRefund,
  buildPlanSettle,
  createPlanStream,
  findDuties,
  planOpeningOf,
  planPaymentNeed,
  type PlanProduct,
} from '../src/index.js';
import { openPlan, somebody, streamOf, unitsAt } from './support/plan-scenario.js';

const DAY = 86_400n;
const RATE = 2_000n;
const OPTIONS = { feeRate: RATE };
const PRODUCTS = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'] as const;

/** A plan of two streams, where nodes relay nothing below two satoshis a byte. */
const scene = async (product: PlanProduct) => {
  const opened = await openPlan(product, (start, recipient) =>
    [recipient, somebody(1)].map((each) => streamOf(product, each, start)),
  );
  const { chain, start } = opened;
  chain.node.setRelayFee(RATE);
  chain.reach(start + 2n * DAY + 600n);
  return opened;
};

describe.each(PRODUCTS)('%s where nodes ask twice the minimum', (product) => {
  it('is paid by a coin, cancelled, and refunded by a coin of the sender’s: nothing waits for a lower rate', async () => {
    const { chain, scenario, sender, recipient, asset } = await scene(product);
    expect(() => scenario.pay(1)).toThrow();
    const paid = await scenario.payBy(1, recipient, RATE);
    expect(paid.transition.paidToRecipient).toBeGreaterThanOrEqual(2_000_000n);
    await scenario.stop([1, 2], 'cancel', sender, undefined, RATE);
    chain.mine(12);
    for (const index of [1, 2]) {
      const { contract } = scenario.stream(index);
      const [coin, clock] = [scenario.coin(index), scenario.clock(index)];
      expect(buildPlanRefund(contract, coin, clock, OPTIONS)).toBeUndefined();
      const before = unitsAt(chain, sender.lockingBytecode, asset);
      const built = buildPaidPlanRefund(contract, coin, clock, sender.funds(), OPTIONS);
      expect(built.fee).toBe(2n * BigInt(built.size));
      expect(scenario.follow(index, await sender.send(built)).kind).toBe('refund');
      const back = unitsAt(chain, sender.lockingBytecode, asset) - before;
      expect(back).toBe(
        asset === undefined ? coin.principal + coin.reserve + clock.satoshis - built.fee : coin.principal,
      );
      expect(() => buildPaidPlanRefund(contract, coin, clock, recipient.funds(), OPTIONS)).toThrow(RangeError);
    }
  });
});

it.each(PRODUCTS)(
  '%s whose reserve is used up, where nodes ask for more than it holds: a payment takes a coin, and nothing fails',
  async (product) => {
    const { chain, scenario, sender } = await scene(product);
    const { contract } = scenario.stream(1);
    const opening = planOpeningOf({ ...scenario.stream(1), coin: scenario.coin(1) });
    await scenario.stop([1], 'cancel', sender, chain.locktime() - DAY, RATE);
    // Payments lower it as far as this.
    const coin = { ...scenario.coin(1), reserve: contract.terms.floor };
    const state = toPlanContractState(contract, coin, scenario.clock(1));
    const [noticeHeight, medianTime] = [chain.node.tip.height + 1, chain.locktime() + 1n];
    for (const feeRate of [RATE, 3_000n, 5_000n]) {
      expect(planPaymentNeed({ ...scenario.due(1), coin }, { feeRate })).toBe('A_COIN');
      const facts = { noticeHeight, tipHeight: noticeHeight, medianTime };
      expect(findDuties(createPlanStream(contract, opening), state, facts, { feeRate })).toEqual([]);
    }
  },
);

describe.each(['RECURRING_BCH', 'RECURRING_TOKEN'] as const)('%s where nodes ask twice the minimum', (product) => {
  it('is paused, settled by anybody’s coin, and gone on with', async () => {
    const { chain, scenario, sender, recipient } = await scene(product);
    await scenario.stop([1], 'pause', sender, undefined, RATE);
    chain.mine(12);
    const { contract } = scenario.stream(1);
    const [coin, clock] = [scenario.coin(1), scenario.clock(1)];
    expect(buildPlanSettle(contract, coin, clock, OPTIONS)).toBeUndefined();
    const built = buildPaidPlanSettle(contract, coin, clock, recipient.funds(), OPTIONS);
    expect(built.fee).toBe(2n * BigInt(built.size));
    const settled = scenario.follow(1, await recipient.send(built));
    expect(settled).toMatchObject({ kind: 'settle', next: { reserve: coin.reserve, state: { status: 'PAUSED' } } });
    const { transitions } = await scenario.resume([1], sender, RATE);
    expect(transitions).toMatchObject([{ kind: 'resume', paidToRecipient: 1_000_000n }]);
  });
});

it('the one model offers it to a sender who is a key, and to no script', async () => {
  const { chain, scenario, sender } = await scene('VESTING_BCH');
  const found = scenario.stream(1);
  const opening = planOpeningOf({ ...found, coin: scenario.coin(1) });
  await scenario.stop([1], 'cancel', sender, undefined, RATE);
  chain.mine(12);
  const stream = createPlanStream(found.contract, opening);
  const coin = scenario.coin(1);
  const state = {
    outpoint: coin.outpoint,
    satoshis: coin.principal + coin.reserve,
    category: coin.category,
    commitment: chain.node.output(coin.outpoint.txid, coin.outpoint.vout)?.token?.nft?.commitment ?? '',
    clock: scenario.clock(1),
  };
  const end = stream.at(state, OPTIONS).noticeEnd();
  expect(end?.build()).toBeUndefined();
  const paid = end?.buildPaid(sender.coins());
  expect(paid?.amount).toBeGreaterThan(coin.principal);
  const { contract } = found;
  const ofScript = {
    ...contract,
    terms: { ...contract.terms, sender: Uint8Array.of(0xa9, 0x14, ...new Uint8Array(20), 0x87) },
  };
  expect(createPlanStream(ofScript, opening).at(state, OPTIONS).noticeEnd()?.buildPaid(sender.coins())).toBeUndefined();
});
