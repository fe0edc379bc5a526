import { binsAreEqual } from '@bitauth/libauth';
import { monthNumber, type Paydays, paydayTime } from '@weir/calendar';
import {
  type CalendarDraft,
  calendarFunding,
  type CalendarProduct,
  type CalendarStream,
  findCalendarDeployments,
  openCalendarStream,
} from '../src/calendar.js';
import {
  buildAnnounceMove,
  type ContractState,
  findDuties,
  type KeylessTransaction,
  partyHash,
  type StreamStep,
  type UnsignedTransaction,
} from '../src/index.js';
import { createTestChain, type TestChain } from './support/chain.js';
import { createParty, type Party } from './support/party.js';
import { mintTo, unitsAt } from './support/plan-scenario.js';

const LOCAL = { time: 32_400n, utcOffset: 3_600n };
const DAYS: Paydays = { months: 1n, day: 31n, ...LOCAL };
const FIRST = monthNumber({ year: 2025, month: 1 });
const NOTICE = 12;
const DELAY = 144;

const DRAFTS: Readonly<Record<'SALARY' | 'GRANT', (recipient: Uint8Array) => CalendarDraft>> = {
  SALARY: (recipient) => ({
    kind: 'SALARY',
    recipient,
    amount: 50_000n,
    periods: 12,
    firstPayday: FIRST,
    group: { kind: 'SALARY', paydays: DAYS, noticeBlocks: NOTICE, pausable: true, cancelable: true },
  }),
  GRANT: (recipient) => ({
    kind: 'GRANT',
    recipient,
    total: 1_200_000n,
    released: 0n,
    day: 31n,
    firstMonth: FIRST,
    installments: 24n,
    group: {
      kind: 'GRANT',
      months: 1n,
      cliff: 6n,
      local: LOCAL,
      allocation: 'CUMULATIVE_ROUND_DOWN',
      noticeBlocks: NOTICE,
    },
  }),
};

let scenes = 0;

/** A stream that is moved and read by its model alone, as services do. */
class Scene {
  private constructor(
    readonly chain: TestChain,
    readonly sender: Party,
    readonly recipient: Party,
    readonly asset: string | undefined,
    readonly stream: CalendarStream,
    public state: ContractState | undefined,
  ) {}

  static async open(product: CalendarProduct): Promise<Scene> {
    scenes += 1;
    const chain = createTestChain();
    const sender = createParty(chain, `model sender ${scenes}`, 900_000_000n, 900_000_000n);
    const recipient = createParty(chain, `model recipient ${scenes}`, 100_000n);
    const asset = product.endsWith('TOKEN') ? mintTo(chain, sender, 9_000_000_000n) : undefined;
    chain.mine(1);
    const draftFor = DRAFTS[product.startsWith('SALARY') ? 'SALARY' : 'GRANT'];
    const opened = openCalendarStream(
      { sender: sender.lockingBytecode, nonce: new Uint8Array(16).fill(scenes), asset, delay: DELAY },
      draftFor(recipient.lockingBytecode),
      'devnet',
    );
    if (!opened.ok) throw new Error(opened.problem);
    const { member } = opened;
    const funding = calendarFunding(member.contract, member);
    const build = () => funding.build(sender.funds(), chain.tip());
    const first = build();
    if (first.kind === 'preparation') await sender.send(first.transaction);
    const { transaction } = first.kind === 'preparation' ? build() : first;
    const txid = await sender.send(transaction);
    const found = funding.findDeployment(txid, chain.transaction(txid));
    const [deployed] = deploymentsIn(chain, txid);
    if (!found.ok || deployed === undefined) throw new Error('The funding opens one stream');
    expect(found.state).toEqual(deployed.state);
    expect(funding.needs.satoshis).toBe(deployed.state.satoshis);
    // What a record says of the costs is what a wallet pays.
    expect(Math.abs(Number(funding.needs.size) - transaction.size)).toBeLessThan(200);
    return new Scene(chain, sender, recipient, asset, deployed.stream, deployed.state);
  }

  get live(): ContractState {
    if (this.state === undefined) throw new Error('The stream has ended');
    return this.state;
  }

  get position() {
    return this.stream.at(this.live);
  }

  /** What the recipient was paid, beside their note and the coin that they had. */
  received(): bigint {
    const had = this.asset === undefined ? 100_000n + 1_200n : 0n;
    return unitsAt(this.chain, this.recipient.lockingBytecode, this.asset) - had;
  }

  read(txid: string): StreamStep {
    const step = this.position.readStep(txid, this.chain.transaction(txid));
    if (step === undefined) throw new Error('The transaction does not move the stream');
    const { outputs } = this.chain.transaction(txid);
    const { next } = step;
    if (next !== undefined) expect(this.stream.isState(outputs[next.outpoint.vout] ?? never())).toBe(true);
    expect(this.stream.stateInputs(this.chain.transaction(txid))).toHaveLength(1);
    this.state = next;
    return step;
  }

  submit(built: KeylessTransaction | undefined): StreamStep {
    if (built === undefined) throw new Error('The contract does not pay');
    return this.read(this.chain.node.submit(built.hex));
  }

  async send(by: Party, built: UnsignedTransaction): Promise<StreamStep> {
    return this.read(await by.send(built));
  }

  reach(payday: bigint): void {
    this.chain.reach(paydayTime(DAYS, FIRST + payday));
  }

  payout() {
    const time = this.chain.locktime();
    const { position } = this;
    const payout = position.payoutAt(time);
    // The schedule, which lists compute from, agrees with the position.
    const { due, left, vested, periods } = this.stream.schedule.payout(this.live, time) ?? {};
    expect([due, left, vested, periods]).toEqual([payout?.due, payout?.left, payout?.vested, payout?.periods]);
    if (payout === undefined) throw new Error('Nothing is due');
    return payout;
  }
}

const never = (): never => {
  throw new Error('The output is missing');
};

const deploymentsIn = (chain: TestChain, txid: string) => {
  const found = findCalendarDeployments('devnet', txid, chain.transaction(txid));
  return found.ok ? found.deployments : [];
};

describe.each(['SALARY_BCH', 'SALARY_TOKEN'] as const)('the model of %s', (product) => {
  it('is paid by pushes and claims, which its steps distinguish, to the last period', async () => {
    const scene = await Scene.open(product);
    const { stream } = scene;
    expect(stream.schedule.nextPayoutTime(scene.live)).toBe(paydayTime(DAYS, FIRST));
    expect(stream.schedule.lastEarningTime(scene.live)).toBe(paydayTime(DAYS, FIRST + 11n));
    scene.reach(0n);
    const pushed = scene.submit(scene.payout().buildPush());
    expect(pushed).toMatchObject({ kind: 'push', status: 'ACTIVE', paidToRecipient: 50_000n, released: 50_000n });
    expect(pushed.recurring).toEqual({ progress: { paid: 1n, nextDue: paydayTime(DAYS, FIRST + 1n) }, periods: 1n });
    scene.reach(3n);
    const claimed = await scene.send(scene.recipient, scene.payout().buildClaim(scene.recipient.coins()));
    expect(claimed).toMatchObject({ kind: 'claim', paidToRecipient: 150_000n, released: 200_000n });
    scene.reach(11n);
    const last = scene.submit(scene.payout().buildPush());
    expect(last).toMatchObject({ released: 600_000n, next: undefined, status: undefined });
    expect(last.recurring?.progress.paid).toBe(12n);
  });

  it('is paused, settled by its duties, and goes on with the next payday', async () => {
    const scene = await Scene.open(product);
    scene.reach(1n);
    const pause = scene.position.pauseAt(scene.chain.locktime());
    expect(pause).toMatchObject({ due: 100_000n, periods: 2n });
    const paused = await scene.send(scene.sender, pause?.build(scene.sender.coins()) ?? never());
    expect(paused).toMatchObject({ kind: 'pause', status: 'PAUSING', paidToRecipient: 100_000n });
    const noticeHeight = scene.chain.tip().height + 1;
    scene.chain.mine(NOTICE);
    const facts = {
      noticeHeight,
      tipHeight: scene.chain.tip().height,
      medianTime: BigInt(scene.chain.tip().medianTimePast),
    };
    const duties = findDuties(scene.stream, scene.live, facts);
    expect(duties.map(({ kind }) => kind)).toEqual(['settle']);
    const settled = scene.submit(duties[0]?.transaction);
    expect(settled).toMatchObject({ kind: 'settle', status: 'PAUSED', paidToRecipient: 0n });
    expect(scene.stream.schedule.lastEarningTime(scene.live)).toBeUndefined();
    // The paydays of March, April and May pass: the one that ran is paid, the others are skipped.
    scene.reach(4n);
    const resume = scene.position.resumeAt(scene.chain.locktime());
    expect(resume?.nextDue).toBe(paydayTime(DAYS, FIRST + 5n));
    const resumed = await scene.send(scene.sender, resume?.build(scene.sender.coins()) ?? never());
    expect(resumed).toMatchObject({ kind: 'resume', status: 'ACTIVE', paidToRecipient: 50_000n });
    expect(resumed.recurring?.progress).toEqual({ paid: 3n, nextDue: paydayTime(DAYS, FIRST + 5n) });
    expect(scene.stream.schedule.earnedAt(scene.live, 150_000n, paydayTime(DAYS, FIRST + 5n))).toBe(200_000n);
  });
});

describe.each(['SALARY_BCH', 'SALARY_TOKEN', 'GRANT_BCH', 'GRANT_TOKEN'] as const)('the model of %s', (product) => {
  it('is cancelled, and its refund returns what was not earned', async () => {
    const scene = await Scene.open(product);
    scene.reach(6n);
    const cancel = scene.position.cancelAt(scene.chain.locktime());
    const { transaction, amount } = cancel?.build(scene.sender.coins()) ?? never();
    const cancelled = await scene.send(scene.sender, transaction);
    expect(cancelled).toMatchObject({ kind: 'cancel', status: 'CANCELLED', refundable: amount });
    expect(cancelled.paidToRecipient).toBe(350_000n);
    expect(scene.received()).toBe(350_000n);
    const before = unitsAt(scene.chain, scene.sender.lockingBytecode, scene.asset);
    scene.chain.mine(NOTICE);
    const end = scene.position.noticeEnd();
    expect(end?.kind).toBe('refund');
    const refund = end?.build();
    const refunded = scene.submit(refund?.transaction);
    expect(refunded).toMatchObject({
      kind: 'refund',
      next: undefined,
      released: 350_000n,
      paidToSender: refund?.amount,
    });
    expect(unitsAt(scene.chain, scene.sender.lockingBytecode, scene.asset) - before).toBe(refund?.amount);
  });

  it('is refunded at a high rate by coins of the sender', async () => {
    const scene = await Scene.open(product);
    scene.reach(6n);
    await scene.send(
      scene.sender,
      scene.position.cancelAt(scene.chain.locktime())?.build(scene.sender.coins()).transaction ?? never(),
    );
    scene.chain.mine(NOTICE);
    const end = scene.stream.at(scene.live, { feeRate: 5_000n }).noticeEnd();
    expect(end?.build()).toBeUndefined();
    const paid = end?.buildPaid(scene.sender.coins()) ?? never();
    expect(await scene.send(scene.sender, paid.transaction)).toMatchObject({ kind: 'refund', next: undefined });
  });

  it('moves to another address, and its states name who is paid', async () => {
    const scene = await Scene.open(product);
    const to = createParty(scene.chain, `model moved ${scenes}`, 50_000n);
    scene.chain.mine(1);
    const { moving } = scene.position;
    const announced = await scene.send(
      scene.recipient,
      buildAnnounceMove([moving ?? never()], to.lockingBytecode, scene.recipient.funds()),
    );
    expect(announced.kind).toBe('announce');
    expect(scene.position.move).toMatchObject({ isUndone: false, delay: DELAY });
    scene.chain.mine(DELAY);
    const finished = scene.submit(scene.position.buildFinish());
    expect(finished.kind).toBe('finish');
    expect(binsAreEqual(scene.position.recipient, to.lockingBytecode)).toBe(true);
    scene.reach(6n);
    scene.submit(scene.payout().buildPush());
    expect(unitsAt(scene.chain, to.lockingBytecode, scene.asset)).toBeGreaterThanOrEqual(350_000n);
    expect(partyHash(scene.position.recipient)).toEqual(partyHash(to.lockingBytecode));
  });

  it('has a schedule from its first date to its last, which its curve rises along', async () => {
    const { stream, live } = await Scene.open(product);
    const { schedule } = stream;
    const curve = schedule.curve(25);
    expect(curve.map(({ vested }) => vested)).toEqual(curve.map(({ time }) => schedule.vestedAt(time)));
    expect([curve[0]?.vested, curve.at(-1)?.vested]).toEqual([0n, schedule.total]);
    const next = schedule.nextPayoutTime(live) ?? never();
    expect([schedule.payout(live, next - 1n), schedule.payout(live, next)?.due]).toEqual([
      undefined,
      schedule.vestedAt(next),
    ]);
    expect(() => schedule.curve(1)).toThrow(RangeError);
  });
});

it('refuses terms that no contract may have', () => {
  const opener = { sender: partyOfSender(), nonce: new Uint8Array(16), asset: undefined, delay: 0 };
  const draft = DRAFTS.SALARY(partyOfSender());
  if (draft.kind !== 'SALARY') throw new Error('It is a salary');
  const problemOf = (change: object) => {
    const opened = openCalendarStream(opener, { ...draft, ...change }, 'mainnet');
    return opened.ok ? undefined : opened.problem;
  };
  expect(problemOf({})).toBeUndefined();
  expect(problemOf({ amount: 575n })).toBe('AMOUNT_OUT_OF_RANGE');
  expect(problemOf({ firstPayday: 1_205n })).toBe('LAST_AFTER_JANUARY_2100');
  expect(problemOf({ group: { ...draft.group, noticeBlocks: 6 } })).toBe('NOTICE_OUT_OF_RANGE');
  expect(problemOf({ group: { ...draft.group, paydays: { ...DAYS, day: 32n } } })).toBe('DAY_OUT_OF_RANGE');
});

const partyOfSender = (): Uint8Array => Uint8Array.of(0x76, 0xa9, 0x14, ...new Uint8Array(20).fill(7), 0x88, 0xac);
