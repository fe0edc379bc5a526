import { binToHex } from '@bitauth/libauth';
import { buildKeylessPlanPayment, type PlanProduct, type PlanTransition } from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { planOf, PlanScenario, somebody, streamOf, unitsAt } from './support/plan-scenario.js';
import { buildHungPayment, HUNG_SATOSHIS } from './support/thief.js';

const DAY = 86_400n;
const TOTAL = 10_000_000n;
let scenes = 0;

/** The longest commitment that an NFT may have. */
const LONGEST = 128;

/** A plan of four streams of a hundred days, in tokens whose issuer can mint NFTs of their category at will. */
const scene = async (product: PlanProduct) => {
  const chain = createTestChain();
  scenes += 1;
  const sender = createParty(chain, `hung sender ${scenes}`, 5_000_000_000n);
  const recipient = createParty(chain, `hung recipient ${scenes}`, 1_000_000n);
  const issuer = createParty(chain, `hung issuer ${scenes}`, 5_000_000_000n, 5_000_000_000n);
  const { category } = chain.node.mint(binToHex(issuer.lockingBytecode), {
    amount: 100n * TOTAL,
    nft: { capability: 'minting', commitment: '' },
  });
  chain.mine(1);
  const start = chain.locktime();
  const to = [recipient.lockingBytecode, somebody(1), somebody(2), somebody(3)];
  const streams = to.map((each) => streamOf(product, each, start, { total: TOTAL, periods: 100 }));
  const scenario = await PlanScenario.fund(chain, issuer, planOf(product, sender.lockingBytecode, streams), category);
  const nft = { capability: 'none', commitment: 'ab'.repeat(LONGEST) } as const;
  const day = (days: bigint): bigint => {
    chain.reach(start + days * DAY);
    return start + days * DAY;
  };
  /** The issuer pays what is due of a stream, an NFT on the companion and on the payout. */
  const hang = async (index: number, locktime?: bigint): Promise<PlanTransition> => {
    const built = buildHungPayment(scenario, index, issuer, nft, ['companion', 'payee'], locktime);
    const transition = scenario.follow(index, await issuer.send(built));
    expect(transition.next?.companion).toEqual({ category, satoshis: HUNG_SATOSHIS, nft });
    return transition;
  };
  const got = () => unitsAt(chain, recipient.lockingBytecode, category);
  return { chain, scenario, sender, issuer, category, nft, day, hang, got };
};

/** That a step left a stream without an NFT. */
const isClean = ({ next }: PlanTransition): void => {
  expect(next?.companion).toBeDefined();
  expect(next?.companion).not.toHaveProperty('nft');
};

describe('an NFT of the asset hung on a companion', () => {
  it('is dropped by the next step of a vesting stream, no matter which it is, and costs it nothing', async () => {
    const { chain, scenario, sender, issuer, day, hang, got } = await scene('VESTING_TOKEN');
    const tenth = day(10n);
    for (const index of [1, 2, 3, 4])
      expect(await hang(index, tenth)).toMatchObject({ kind: 'pay', paidToRecipient: TOTAL / 10n });
    const half = day(50n);
    const payment = scenario.due(1, half);
    const { companion } = payment.coin;
    if (companion === undefined) throw new Error('Its tokens have no companion');
    const without = { category: companion.category, satoshis: companion.satoshis };
    const usual = buildKeylessPlanPayment({ ...payment, coin: { ...payment.coin, companion: without } });
    const paid = scenario.pay(1, half);
    expect(paid.built).toMatchObject({ size: usual?.size, fee: usual?.fee });
    isClean(paid.transition);
    isClean((await scenario.payBy(2, issuer)).transition);

    await hang(1, day(60n));
    const { transitions } = await scenario.stop([1, 3, 4], 'cancel', sender, day(60n));
    for (const transition of transitions) isClean(transition);
    await hang(1, day(70n));
    await hang(2, day(70n));
    await hang(3, day(70n));
    chain.mine(12);
    expect(scenario.refund(3).transition).toMatchObject({ kind: 'refund', returnedToSender: (TOTAL * 3n) / 10n });
    const end = day(100n);
    for (const index of [1, 2, 4]) {
      const { built, transition } = scenario.pay(index, end);
      expect(transition).toMatchObject({ kind: 'pay', next: undefined });
      expect(built.fee).toBe(BigInt(built.size));
    }
    expect(got()).toBe(TOTAL);
  });

  it('is dropped by every step of a salary, those of a pause too', async () => {
    const { chain, scenario, sender, day, hang, got } = await scene('RECURRING_TOKEN');
    const tenth = day(10n);
    for (const index of [1, 2, 3, 4]) await hang(index, tenth);
    isClean(scenario.pay(2, day(20n)).transition);
    await hang(2, day(30n));
    const paused = await scenario.stop([1, 2, 3], 'pause', sender, day(30n));
    for (const transition of paused.transitions) isClean(transition);
    const later = day(32n);
    await hang(1, later);
    await hang(2, later);
    chain.mine(12);
    isClean(scenario.settle(1).transition);
    isClean(scenario.settle(2).transition);
    await hang(2, day(33n));
    const resumed = await scenario.resume([1, 2], sender);
    for (const transition of resumed.transitions) isClean(transition);
    const cancelled = await scenario.stop([2, 4], 'cancel', sender);
    for (const transition of cancelled.transitions) isClean(transition);
    chain.mine(12);
    expect(scenario.refund(4).transition).toMatchObject({ kind: 'refund', next: undefined });

    await hang(1, day(40n));
    const { built, transition } = scenario.pay(1, day(200n));
    expect(transition.next).toBeUndefined();
    expect(built.fee).toBe(BigInt(built.size));
    expect(got()).toBe(TOTAL);
  });
});

it.each(['mutable', 'minting'] as const)('no %s NFT can be hung on either output', async (capability) => {
  const { scenario, issuer, day } = await scene('VESTING_TOKEN');
  const now = day(10n);
  for (const place of ['companion', 'payee'] as const) {
    const built = buildHungPayment(scenario, 1, issuer, { capability, commitment: 'ab' }, [place], now);
    await expect(issuer.send(built)).rejects.toThrow();
  }
  expect(scenario.pay(1, now).transition.kind).toBe('pay');
});
