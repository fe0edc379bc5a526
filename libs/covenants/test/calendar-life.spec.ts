import type { TransactionCommon } from '@bitauth/libauth';
import { dateText, type Paydays, monthNumber, paydayDate, paydayTime, type Tranche } from '@weir/calendar';
import { calendarFeeLimits } from '@weir/contracts';
import { ALLOCATIONS } from '@weir/kinds';
import {
  buildCalendarFunding,
  buildCalendarMove,
  buildCalendarRefund,
  buildCalendarSettle,
  buildKeylessCalendarPayment,
  buildPaidCalendarPayment,
  type CalendarCoin,
  type CalendarDraft,
  calendarMove,
  calendarPayout,
  type CalendarPayout,
  type CalendarProduct,
  calendarResume,
  calendarStop,
  calendarTermsOf,
  findCalendarFunding,
  type FoundCalendarStream,
  grantOf,
  planCalendarStream,
  readCalendarStream,
} from '../src/calendar.js';
import { buildAnnounceMove, buildKeylessFinish, partyHash, type PlanClockCoin } from '../src/index.js';
import { createTestChain, type TestChain } from './support/chain.js';
import { createParty, type Party } from './support/party.js';
import { mintTo, unitsAt } from './support/plan-scenario.js';

const DAYS: Paydays = { months: 1n, day: 31n, time: 32_400n, utcOffset: 3_600n };
const FIRST = monthNumber({ year: 2025, month: 1 });
const SALARY = { kind: 'SALARY', noticeBlocks: 12, pausable: true, cancelable: true } as const;

let scenes = 0;

/** One stream on a chain, moved by the builders and read from what the chain shows. */
class Life {
  clock: PlanClockCoin | undefined;

  private constructor(
    readonly chain: TestChain,
    readonly sender: Party,
    readonly recipient: Party,
    readonly stream: FoundCalendarStream,
    readonly asset: string | undefined,
    public coin: CalendarCoin | undefined,
  ) {}

  static async open(
    product: CalendarProduct,
    draftFor: (recipient: Uint8Array) => CalendarDraft,
    delay = 0,
  ): Promise<Life> {
    scenes += 1;
    const chain = createTestChain();
    const sender = createParty(chain, `calendar sender ${scenes}`, 900_000_000n, 900_000_000n);
    const recipient = createParty(chain, `calendar recipient ${scenes}`, 100_000n);
    const asset = product.endsWith('TOKEN') ? mintTo(chain, sender, 9_000_000_000n) : undefined;
    chain.mine(1);
    const { fee, floor } = calendarFeeLimits(product);
    const nonce = new Uint8Array(16).fill(scenes);
    const frame = {
      product,
      sender: sender.lockingBytecode,
      nonce,
      fee: fee.default,
      floor: floor.default,
      delay,
    };
    const streams = [planCalendarStream(frame, draftFor(recipient.lockingBytecode), 1)];
    const part = { terms: calendarTermsOf(frame, streams), streams };
    const options = { network: 'devnet', tip: chain.tip(), asset } as const;
    const funding = buildCalendarFunding(part, sender.funds(), options);
    if (funding.kind === 'preparation') await sender.send(funding.transaction);
    const ready = funding.kind === 'funding' ? funding : buildCalendarFunding(part, sender.funds(), options);
    const txid = await sender.send(ready.transaction);
    const found = findCalendarFunding('devnet', txid, chain.transaction(txid));
    if (!found.ok) throw new Error(JSON.stringify(found.problems));
    const [stream] = found.plan.streams;
    if (stream === undefined) throw new Error('One stream was funded');
    return new Life(chain, sender, recipient, stream, asset, stream.coin);
  }

  get live(): CalendarCoin {
    if (this.coin === undefined) throw new Error('The stream has ended');
    return this.coin;
  }

  payout(time = this.chain.locktime()): CalendarPayout | undefined {
    return calendarPayout(this.stream.contract, this.live, time);
  }

  /** What the recipient has been paid by the stream: in BCH beside the coin that they had, and their note. */
  received(): bigint {
    const had = this.asset === undefined ? 100_000n + 1_200n : 0n;
    return unitsAt(this.chain, this.recipient.lockingBytecode, this.asset) - had;
  }

  /** Reads the state that a transaction left at an output. */
  private follow(txid: string, vout: number | undefined): TransactionCommon {
    const transaction = this.chain.transaction(txid);
    const { contract } = this.stream;
    const holding = vout === undefined ? undefined : readCalendarStream(contract, transaction.outputs, vout);
    const { tranches } = this.live;
    this.coin = holding && { ...holding, ...(tranches && { tranches }), outpoint: { txid, vout: vout ?? 0 } };
    return transaction;
  }

  private payment() {
    const payout = this.payout();
    if (payout === undefined) throw new Error('Nothing is due');
    const { contract, recipient } = this.stream;
    return { contract, coin: this.live, clock: this.clock, recipient, payout };
  }

  /** A payment that nobody signs. */
  pay(): CalendarPayout {
    const payment = this.payment();
    const built = buildKeylessCalendarPayment(payment);
    if (built === undefined) throw new Error('The reserve does not pay');
    this.chain.node.submit(built.hex);
    this.follow(built.txid, payment.payout.left === 0n ? undefined : 0);
    return payment.payout;
  }

  async payBy(payer: Party): Promise<void> {
    const payment = this.payment();
    this.follow(await payer.send(buildPaidCalendarPayment(payment, payer.funds())), 0);
  }

  async stop(kind: 'cancel' | 'pause'): Promise<bigint> {
    const { contract, recipient } = this.stream;
    const units = this.live.units;
    const step = calendarStop(contract, this.live, kind, this.chain.locktime());
    if (step === undefined) throw new Error(`No ${kind} is possible`);
    const built = buildCalendarMove([{ contract, coin: this.live, recipient, step }], this.sender.funds());
    const txid = await this.sender.send(built);
    const { outputs } = this.follow(txid, 1);
    const vout = this.asset === undefined ? 2 : 3;
    this.clock = { outpoint: { txid, vout }, satoshis: outputs[vout]?.valueSatoshis ?? 0n, units };
    return step.paid;
  }

  async resume(): Promise<bigint> {
    const { contract, recipient } = this.stream;
    const step = calendarResume(contract, this.live, this.chain.locktime());
    if (step === undefined) throw new Error('No resume is possible');
    const built = buildCalendarMove([{ contract, coin: this.live, recipient, step }], this.sender.funds());
    this.follow(await this.sender.send(built), 1);
    return step.paid;
  }

  /** The recipient announces an address, for this stream alone. */
  async announce(to: Party): Promise<void> {
    const move = calendarMove(this.stream.contract, this.live);
    const built = buildAnnounceMove([move], to.lockingBytecode, this.recipient.funds());
    this.follow(await this.recipient.send(built), 1);
  }

  /** A move that nobody signs. */
  finish(): void {
    const built = buildKeylessFinish(calendarMove(this.stream.contract, this.live));
    if (built === undefined) throw new Error('The reserve does not pay');
    this.chain.node.submit(built.hex);
    this.follow(built.txid, 0);
  }

  endNotice(): void {
    this.chain.mine(12);
    const { contract } = this.stream;
    const { clock } = this;
    if (clock === undefined) throw new Error('No notice runs');
    const { state } = this.live;
    const isPause = state.kind === 'SALARY' && state.status === 'PAUSING';
    const built = (isPause ? buildCalendarSettle : buildCalendarRefund)(contract, this.live, clock);
    if (built === undefined) throw new Error('The contract does not pay');
    this.chain.node.submit(built.hex);
    this.clock = undefined;
    this.follow(built.txid, isPause ? 0 : undefined);
  }
}

const salaryOf =
  (paydays: Paydays, firstPayday: bigint, periods = 12) =>
  (recipient: Uint8Array): CalendarDraft => ({
    kind: 'SALARY',
    recipient,
    amount: 50_000n,
    periods,
    firstPayday,
    group: { ...SALARY, paydays },
  });

describe.each(['SALARY_BCH', 'SALARY_TOKEN'] as const)('%s', (product) => {
  it('of the 31st is paid on 28 February and on 31 March, and not a second before', async () => {
    const life = await Life.open(product, salaryOf(DAYS, FIRST));
    const dates: string[] = [];
    for (let payday = FIRST; payday < FIRST + 12n; payday += 1n) {
      const at = paydayTime(DAYS, payday);
      expect(life.payout(at - 1n)).toBeUndefined();
      life.chain.reach(at);
      expect(life.pay()).toMatchObject({ due: 50_000n, parts: 1 });
      dates.push(dateText(paydayDate(DAYS, payday)));
      expect(life.received()).toBe(50_000n * (payday - FIRST + 1n));
    }
    expect(dates.slice(0, 4)).toEqual(['2025-01-31', '2025-02-28', '2025-03-31', '2025-04-30']);
    expect(life.coin).toBeUndefined();
  });

  it('of two paydays a month is paid on both, several at once', async () => {
    const twice: Paydays = { ...DAYS, day: 15n, secondDay: 31n };
    const life = await Life.open(product, salaryOf(twice, 2n * FIRST));
    life.chain.reach(paydayTime(twice, 2n * FIRST));
    expect(life.pay().parts).toBe(1);
    life.chain.reach(paydayTime(twice, 2n * FIRST + 5n));
    expect(life.pay().parts).toBe(5);
    expect(life.live.state).toMatchObject({ next: 2n * FIRST + 6n, unpaid: 6 });
    expect(life.received()).toBe(300_000n);
  });

  it('keeps its payday over a pause, pays the period that ran, and skips what has passed', async () => {
    const life = await Life.open(product, salaryOf(DAYS, FIRST));
    life.chain.reach(paydayTime(DAYS, FIRST + 1n));
    expect(await life.stop('pause')).toBe(100_000n);
    life.endNotice();
    expect(life.live.state).toMatchObject({ status: 'PAUSED', open: 'ONE', next: FIRST + 2n });
    // It runs in March; the paydays of April and May pass.
    life.chain.reach(paydayTime(DAYS, FIRST + 4n) + 86_400n);
    expect(await life.resume()).toBe(50_000n);
    expect(life.live.state).toMatchObject({ status: 'ACTIVE', next: FIRST + 5n, unpaid: 9 });
    expect(life.payout()).toBeUndefined();
    life.chain.reach(paydayTime(DAYS, FIRST + 5n));
    life.pay();
    expect(life.received()).toBe(200_000n);
  });

  it('is cancelled, goes on being paid under notice, and returns the rest', async () => {
    const life = await Life.open(product, salaryOf(DAYS, FIRST));
    life.chain.reach(paydayTime(DAYS, FIRST));
    expect(await life.stop('cancel')).toBe(50_000n);
    life.chain.reach(paydayTime(DAYS, FIRST + 1n));
    life.pay();
    const before = unitsAt(life.chain, life.sender.lockingBytecode, life.asset);
    life.endNotice();
    expect(life.coin).toBeUndefined();
    const returned = unitsAt(life.chain, life.sender.lockingBytecode, life.asset) - before;
    if (life.asset === undefined) expect(returned).toBeGreaterThan(500_000n);
    else expect(returned).toBe(500_000n);
    expect(life.received()).toBe(100_000n);
  });

  it('is paid by a coin of somebody whose reserve then stays', async () => {
    const life = await Life.open(product, salaryOf(DAYS, FIRST));
    const { reserve } = life.live;
    life.chain.reach(paydayTime(DAYS, FIRST));
    await life.payBy(createParty(life.chain, 'calendar helper', 50_000n));
    expect(life.live.reserve).toBe(reserve);
    expect(life.received()).toBe(50_000n);
  });
});

describe('a grant by the calendar', () => {
  it.each([
    ['GRANT_BCH', 'CUMULATIVE_ROUND_DOWN'],
    ...ALLOCATIONS.map((allocation) => ['GRANT_TOKEN', allocation] as const),
  ] as const)(
    'of %s vests by %s: the cliff as an installment, then month by month, to the last unit',
    async (product, allocation) => {
      const group = {
        kind: 'GRANT',
        months: 1n,
        cliff: 12n,
        local: { time: 0n, utcOffset: 0n },
        allocation,
        noticeBlocks: 12,
      } as const;
      const life = await Life.open(product, (recipient) => ({
        kind: 'GRANT',
        recipient,
        total: 1_000_007n,
        released: 0n,
        day: 31n,
        firstMonth: FIRST,
        installments: 24n,
        group,
      }));
      const { state, principal } = life.live;
      if (state.kind !== 'GRANT') throw new Error('It is a grant');
      const { time, utcOffset } = grantOf(group, state, principal);
      const timeOf = (number: bigint) => paydayTime({ months: 1n, day: 31n, time, utcOffset }, FIRST + number - 1n);
      expect(life.payout(timeOf(12n) - 1n)).toBeUndefined();
      for (const number of [12n, 13n, 20n, 24n]) {
        life.chain.reach(timeOf(number));
        const { argument } = life.pay();
        expect(argument).toBe(number === 24n ? undefined : number);
      }
      expect(life.coin).toBeUndefined();
      expect(life.received()).toBe(1_000_007n);
    },
  );

  it.each(['GRANT_BCH', 'GRANT_TOKEN'] as const)(
    'of %s began elsewhere: what was paid there is not paid again',
    async (product) => {
      const life = await Life.open(product, (recipient) => ({
        kind: 'GRANT',
        recipient,
        total: 2_400_000n,
        released: 600_000n,
        day: 1n,
        firstMonth: monthNumber({ year: 2023, month: 6 }),
        installments: 24n,
        group: {
          kind: 'GRANT',
          months: 1n,
          cliff: 1n,
          local: { time: 0n, utcOffset: 0n },
          allocation: 'CUMULATIVE_ROUND_DOWN',
          noticeBlocks: 12,
        },
      }));
      life.chain.reach(
        paydayTime({ ...DAYS, day: 1n, time: 0n, utcOffset: 0n }, monthNumber({ year: 2024, month: 1 })),
      );
      expect(life.pay().due).toBe(200_000n);
      expect(await life.stop('cancel')).toBe(0n);
      life.endNotice();
      expect(life.received()).toBe(200_000n);
    },
  );
});

describe.each(['TRANCHES_BCH', 'TRANCHES_TOKEN'] as const)('%s', (product) => {
  const tranches: readonly Tranche[] = Array.from({ length: 100 }, (_, i) => ({
    at: 1_710_000_000n + BigInt(i) * 1_000_000n,
    amount: 1_000n + BigInt(i),
  }));
  const list = (recipient: Uint8Array): CalendarDraft => ({
    kind: 'TRANCHES',
    recipient,
    tranches,
    group: { kind: 'TRANCHES', noticeBlocks: 12 },
  });
  const sumTo = (count: number): bigint => tranches.slice(0, count).reduce((sum, { amount }) => sum + amount, 0n);

  it('are paid one by one, many at once, and the last one', async () => {
    const life = await Life.open(product, list);
    life.chain.reach((tranches[0]?.at ?? 0n) - 1n);
    expect(life.payout()).toBeUndefined();
    life.chain.reach(tranches[0]?.at ?? 0n);
    expect(life.pay().parts).toBe(1);
    expect(life.received()).toBe(1_000n);
    life.chain.reach(tranches[99]?.at ?? 0n);
    expect(life.pay().parts).toBe(98);
    expect(life.received()).toBe(sumTo(99));
    expect(life.pay()).toMatchObject({ parts: 1, left: 0n });
    expect(life.coin).toBeUndefined();
    expect(life.received()).toBe(sumTo(100));
  });

  it('stay payable under notice after a cancel, until the refund', async () => {
    const life = await Life.open(product, list);
    life.chain.reach(tranches[4]?.at ?? 0n);
    expect(await life.stop('cancel')).toBe(0n);
    expect(life.pay().parts).toBe(5);
    life.endNotice();
    expect(life.received()).toBe(sumTo(5));
  });
});

describe.each(['SALARY_BCH', 'SALARY_TOKEN', 'GRANT_BCH', 'GRANT_TOKEN', 'TRANCHES_BCH', 'TRANCHES_TOKEN'] as const)(
  '%s whose recipient moves',
  (product) => {
    const draftOf = (recipient: Uint8Array): CalendarDraft => {
      if (product.startsWith('SALARY')) return salaryOf(DAYS, FIRST)(recipient);
      if (product.startsWith('GRANT'))
        return {
          kind: 'GRANT',
          recipient,
          total: 1_200_000n,
          released: 0n,
          day: 31n,
          firstMonth: FIRST,
          installments: 12n,
          group: {
            kind: 'GRANT',
            months: 1n,
            cliff: 1n,
            local: { time: 32_400n, utcOffset: 3_600n },
            allocation: 'CUMULATIVE_ROUND_DOWN',
            noticeBlocks: 12,
          },
        };
      const tranches = [0n, 1n, 2n].map((i) => ({ at: paydayTime(DAYS, FIRST + i), amount: 50_000n }));
      return { kind: 'TRANCHES', recipient, tranches, group: { kind: 'TRANCHES', noticeBlocks: 12 } };
    };

    it('announces, is paid at the old address by their own coin meanwhile, and moves by itself after the delay', async () => {
      const life = await Life.open(product, draftOf, 144);
      const to = createParty(life.chain, `moved to ${scenes}`);
      const { reserve } = life.live;
      life.chain.mine(1);
      await life.announce(to);
      life.chain.reach(paydayTime(DAYS, FIRST));
      expect(() => life.pay()).toThrow('The reserve does not pay');
      await expect(life.payBy(createParty(life.chain, `stranger ${scenes}`, 50_000n))).rejects.toThrow(
        'only the recipient collects',
      );
      await life.payBy(life.recipient);
      life.chain.mine(143);
      expect(() => {
        life.finish();
      }).toThrow();
      life.chain.mine(1);
      life.finish();
      expect(life.live.reserve).toBe(reserve);
      expect(life.live.state.movesTo).toBeUndefined();
      expect(Buffer.from(life.live.state.recipient)).toEqual(Buffer.from(partyHash(to.lockingBytecode)));
    });

    it('undoes it by announcing their own address, which waits for nothing', async () => {
      const life = await Life.open(product, draftOf, 144);
      const to = createParty(life.chain, `not moved to ${scenes}`);
      const { state } = life.live;
      life.chain.mine(1);
      await life.announce(to);
      life.chain.mine(1);
      await life.announce(life.recipient);
      life.finish();
      expect(Buffer.from(life.live.state.recipient)).toEqual(Buffer.from(state.recipient));
      life.chain.reach(paydayTime(DAYS, FIRST));
      expect(life.pay().due).toBeGreaterThan(0n);
    });

    it('cannot move where the terms forbid it', async () => {
      const life = await Life.open(product, draftOf);
      life.chain.mine(1);
      await expect(life.announce(createParty(life.chain, `forbidden ${scenes}`))).rejects.toThrow('forbid');
    });
  },
);
