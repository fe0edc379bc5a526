import { firstPaydayFrom, type LocalTime, monthOf, type Paydays, paydayTime, tranchesTotal } from '@weir/calendar';
import {
  buildAnnounceMove,
  buildCalendarFunding,
  buildCalendarMove,
  buildFinishMove,
  buildPaidCalendarPayment,
  buildPaidCalendarRefund,
  buildPaidCalendarSettle,
  buildPlanMoves,
  type CalendarCoin,
  type CalendarDraft,
  calendarFunding,
  calendarMove,
  calendarPartOf,
  calendarPayout,
  calendarResume,
  calendarRow,
  calendarStop,
  defaultCalendarFees,
  findCalendarDeployments,
  findCalendarFunding,
  lockingBytecodeOf,
  openCalendarStream,
  partyHash,
  type PlanClockCoin,
  planMoveItem,
  proposeCalendarFunding,
  proposePlanMoves,
  readCalendarTransition,
  type UnsignedTransaction,
  type WalletCoins,
} from '@weir/covenants';
import { DEFAULT_MOVE_DELAY } from '@weir/kinds';
import {
  type AskedEffect,
  grantSchedule,
  type MoveStep,
  type OpenedSchedule,
  salarySchedule,
  type StreamMove,
} from '../../src/index.js';
import { DAY, hashOf, lockOf, NOW, requestOf, TIP, TOKEN, transactionOf, walletOf } from './coins.js';
import { addressAt, type Flow, flowOf, NETWORK } from './flow.js';
import { createVault } from './vault.js';

const PAYDAYS: Readonly<Record<'monthly' | 'twice a month', Paydays>> = {
  monthly: { months: 1n, day: 31n, time: 32_400n, utcOffset: 3_600n },
  'twice a month': { months: 1n, day: 15n, secondDay: 31n, time: 0n, utcOffset: -10_800n },
};
const AMOUNT = 1_000_000n;
const PERIODS = 12;
const MONTH = 31n * DAY;
const NOTICE = 36;

const localName = ({ time, utcOffset }: LocalTime) => {
  const two = (value: bigint): string => value.toString().padStart(2, '0');
  const minutes = (utcOffset < 0n ? -utcOffset : utcOffset) / 60n;
  return {
    time: `${two(time / 3_600n)}:${two((time / 60n) % 60n)}`,
    utcOffset: `${utcOffset < 0n ? '-' : '+'}${two(minutes / 60n)}:${two(minutes % 60n)}`,
  };
};

const named = ({ months, day, secondDay, ...local }: Paydays) => ({
  months: Number(months),
  day: Number(day),
  secondDay: secondDay === undefined ? null : Number(secondDay),
  ...localName(local),
});

/** What a sender opens, and what they ask for. */
interface Opened {
  readonly label: string;
  readonly draft: (recipient: Uint8Array) => CalendarDraft;
  readonly total: bigint;
  readonly schedule: OpenedSchedule;
}

const salary = (often: keyof typeof PAYDAYS): Opened => {
  const paydays = PAYDAYS[often];
  const first = firstPaydayFrom(paydays, NOW - MONTH) ?? 0n;
  return {
    label: `salary ${often}`,
    draft: (recipient) => ({
      kind: 'SALARY',
      recipient,
      amount: AMOUNT,
      periods: PERIODS,
      firstPayday: first,
      group: { kind: 'SALARY', paydays, noticeBlocks: NOTICE, pausable: true, cancelable: true },
    }),
    total: AMOUNT * BigInt(PERIODS),
    schedule: salarySchedule({
      calendar: named(paydays),
      amountPerPeriod: AMOUNT,
      from: Number(paydayTime(paydays, first)),
      periods: PERIODS,
    }),
  };
};

/** A grant of which a quarter was paid elsewhere. */
const grant = (tokens: boolean): Opened => {
  const local = { time: 32_400n, utcOffset: 3_600n };
  const firstMonth = (firstPaydayFrom({ months: 1n, day: 31n, ...local }, NOW) ?? 0n) - 8n;
  const { year, month } = monthOf(firstMonth - 1n);
  const total = 24_000_000n;
  const released = 6_000_000n;
  const allocation = tokens ? 'BACK_LOADED' : 'CUMULATIVE_ROUND_DOWN';
  return {
    label: 'grant',
    draft: (recipient) => ({
      kind: 'GRANT',
      recipient,
      total,
      released,
      day: 31n,
      firstMonth,
      installments: 24n,
      group: { kind: 'GRANT', months: 1n, cliff: 6n, local, allocation, noticeBlocks: NOTICE },
    }),
    total: total - released,
    schedule: grantSchedule(
      {
        calendar: { months: 1, day: 31, ...localName(local) },
        start: Date.UTC(year, month - 1, 12) / 1_000,
        installments: 24,
        cliffInstallment: 6,
        allocation,
        released,
        total: total - released,
      },
      tokens ? TOKEN : undefined,
    ),
  };
};

/** Twenty tranches, which two outputs of the funding announce. */
const list = (more = 0n): Opened => {
  const tranches = Array.from({ length: 20 }, (_, place) => ({
    at: NOW + BigInt(place - 1) * 50n * DAY,
    amount: 100_000n + more + BigInt(place),
  }));
  return {
    label: 'tranches',
    draft: (recipient) => ({
      kind: 'TRANCHES',
      recipient,
      tranches,
      group: { kind: 'TRANCHES', noticeBlocks: NOTICE },
    }),
    total: tranchesTotal(tranches),
    schedule: { kind: 'TRANCHES', tranches },
  };
};

/** Streams by the calendar through their lives: opened, paid, a salary paused and resumed, moved, cancelled and refunded. */
export const calendarFlows = (tokens: boolean): readonly Flow[] =>
  [salary('monthly'), salary('twice a month'), grant(tokens), list()].flatMap((opened) => lifeOf(opened, tokens));

const lifeOf = (what: Opened, tokens: boolean): readonly Flow[] => {
  const label = `${what.label} of ${tokens ? 'tokens' : 'BCH'}`;
  const draft = what.draft(lockOf(walletOf(0x21)));
  const sender = tokens ? walletOf(1, 40_000_000_000n, 5n) : walletOf(1);
  const [payer, recipient, fresh] = [walletOf(0x70), walletOf(0x21), walletOf(0x22)];
  const asset = tokens ? TOKEN : undefined;
  const opened = openCalendarStream(
    { sender: lockOf(sender), nonce: new Uint8Array(16).fill(7), asset, delay: DEFAULT_MOVE_DELAY },
    draft,
    NETWORK,
  );
  if (!opened.ok) throw new Error(opened.problem);
  const { contract } = opened.member;
  const { transaction } = calendarFunding(contract, opened.member).build(sender, TIP);
  const { transaction: funding } = requestOf(transaction);
  const found = findCalendarFunding(NETWORK, 'fe'.repeat(32), transactionOf(requestOf(transaction)));
  const [stream] = found.ok ? found.plan.streams : [];
  if (stream === undefined) throw new Error('The funding is sound');
  const opening: AskedEffect = {
    kind: 'OPENS_STREAMS',
    sender: addressAt(lockOf(sender)),
    asset,
    streams: [
      {
        recipient: addressAt(lockOf(recipient)),
        total: what.total,
        noticeBlocks: NOTICE,
        isCancelable: true,
        isPausable: draft.kind === 'SALARY',
        schedule: what.schedule,
      },
    ],
  };
  const flows = [flowOf(`${label}: funding`, transaction, sender, [opening])];
  let coin: CalendarCoin = stream.coin;
  let clock: PlanClockCoin | undefined;
  const common = () => ({ category: coin.category, index: coin.state.index, sender: addressAt(lockOf(sender)) });
  /** Notes a transaction, and goes on from what it leaves. */
  const take = (name: string, built: UnsignedTransaction, wallet: WalletCoins, effect: AskedEffect): void => {
    flows.push(flowOf(`${label}: ${name}`, built, wallet, [effect], [funding]));
    const txid = `${flows.length}f`.padStart(64, '0');
    const read = readCalendarTransition(contract, coin, txid, transactionOf(requestOf(built)));
    if (!read.ok) throw new Error(read.problem);
    clock = read.transition.clock ?? clock;
    coin = read.transition.next ?? coin;
  };
  const step = (move: StreamMove, built: UnsignedTransaction, wallet: WalletCoins): void =>
    take(move, built, wallet, { kind: 'MOVES_STREAM', move, ...common() });
  const paidTo = (party: Uint8Array, at: bigint): void => {
    const payout = calendarPayout(contract, coin, at);
    if (payout === undefined) throw new Error('Something is due');
    step('PAY', buildPaidCalendarPayment({ contract, coin, clock, recipient: party, payout }, payer), payer);
  };
  const stop = (kind: 'cancel' | 'pause', at: bigint, party: Uint8Array): void => {
    const stopped = calendarStop(contract, coin, kind, at);
    if (stopped === undefined) throw new Error('It can be stopped');
    const item = { contract, coin, recipient: party, step: stopped };
    step(kind === 'cancel' ? 'CANCEL' : 'PAUSE', buildCalendarMove([item], sender), sender);
  };
  const running = (): PlanClockCoin => {
    if (clock === undefined) throw new Error('A notice runs');
    return clock;
  };
  paidTo(lockOf(recipient), NOW);
  if (draft.kind === 'SALARY') {
    stop('pause', NOW + MONTH, lockOf(recipient));
    step('SETTLE', buildPaidCalendarSettle(contract, coin, running(), payer), payer);
    clock = undefined;
    const resume = calendarResume(contract, coin, NOW + 3n * MONTH);
    if (resume === undefined) throw new Error('It can be resumed');
    step('RESUME', buildCalendarMove([{ contract, coin, recipient: lockOf(recipient), step: resume }], sender), sender);
  }
  const changed = (move: MoveStep, built: UnsignedTransaction, wallet: WalletCoins): void =>
    take(move, built, wallet, {
      kind: 'CHANGES_RECIPIENT',
      move,
      ...common(),
      from: addressAt(lockOf(recipient)),
      to: addressAt(lockOf(fresh)),
    });
  changed('ANNOUNCE', buildAnnounceMove([calendarMove(contract, coin)], lockOf(fresh), recipient), recipient);
  changed('FINISH', buildFinishMove([calendarMove(contract, coin)], payer), payer);
  if (partyHash(lockingBytecodeOf(hashOf(0x22))).join() !== coin.state.recipient.join())
    throw new Error('It has moved');
  stop('cancel', NOW + 5n * MONTH, lockOf(fresh));
  step('REFUND', buildPaidCalendarRefund(contract, coin, running(), sender), sender);
  return flows;
};

/** What the opening of one of many asks for. */
const askedOf = (what: Opened, recipient: Uint8Array, isPausable: boolean) => ({
  recipient: addressAt(recipient),
  total: what.total,
  noticeBlocks: NOTICE,
  isCancelable: true,
  isPausable,
  schedule: what.schedule,
});

/** Several grants, and several lists of which two are equal, that one signature opens and another one cancels. */
export const calendarPlanFlows = (tokens: boolean): readonly Flow[] =>
  [
    [grant(tokens), { ...grant(tokens), label: 'second grant' }],
    [list(), list(), list(7n)],
  ].flatMap((rows): Flow[] => {
    const money = tokens ? 'TOKEN' : 'BCH';
    const kind = rows.length === 2 ? 'GRANT' : 'TRANCHES';
    const label = `plan of ${kind} of ${money}`;
    const asset = tokens ? TOKEN : undefined;
    const wallet = tokens ? walletOf(1, 40_000_000_000n, 5n) : walletOf(1);
    const product = `${kind}_${money}` as const;
    const frame = {
      product,
      sender: lockOf(wallet),
      nonce: new Uint8Array(16).fill(9),
      delay: DEFAULT_MOVE_DELAY,
      ...defaultCalendarFees(product),
    };
    const recipientOf = (place: number) => lockOf(walletOf(0x21 + place));
    const streams = rows.map((what, place) => {
      const row = calendarRow(frame, what.draft(recipientOf(place)), place + 1, NETWORK);
      if (typeof row === 'string') throw new Error(row);
      return row;
    });
    const built = buildCalendarFunding(calendarPartOf(frame, streams), wallet, { network: NETWORK, tip: TIP, asset });
    if (built.kind !== 'funding') throw new Error('The wallet has an output with index 0');
    const opens: AskedEffect = {
      kind: 'OPENS_STREAMS',
      sender: addressAt(frame.sender),
      asset,
      streams: rows.map((what, place) => askedOf(what, recipientOf(place), false)),
    };
    const funding = flowOf(`${label}: funding`, built.transaction, wallet, [opens]);
    const found = findCalendarDeployments(NETWORK, 'fe'.repeat(32), transactionOf(funding.request));
    if (!found.ok) throw new Error('The funding is sound');
    const items = found.deployments.map(({ stream, state }) => {
      const item = planMoveItem(stream, state, 'cancel', NOW + MONTH);
      if (item === undefined) throw new Error('It can be cancelled');
      return { item, category: state.category };
    });
    const cancels = items.map(({ category }, place): AskedEffect => ({
      kind: 'MOVES_STREAM',
      move: 'CANCEL',
      category,
      index: place + 1,
      sender: addressAt(frame.sender),
    }));
    const cancel = buildPlanMoves(
      items.map(({ item }) => item),
      wallet,
      {},
    );
    return [funding, flowOf(`${label}: cancel`, cancel, wallet, cancels, [funding.request.transaction])];
  });

/** A stream by the calendar whose sender is a vault: opened, a salary paused and resumed, and cancelled, by proposals. */
export const vaultCalendarFlows = (tokens: boolean): readonly Flow[] =>
  [salary('monthly'), grant(tokens), list()].flatMap((what): Flow[] => {
    const { contract: vault, holdings, spends, proposed } = createVault();
    const label = `vault: ${what.label} of ${tokens ? 'tokens' : 'BCH'}`;
    const asset = tokens ? TOKEN : undefined;
    const recipient = lockOf(walletOf(0x21));
    const draft = what.draft(recipient);
    const opened = openCalendarStream(
      { sender: vault.lockingBytecode, nonce: new Uint8Array(16).fill(8), asset, delay: DEFAULT_MOVE_DELAY },
      draft,
      NETWORK,
    );
    if (!opened.ok) throw new Error(opened.problem);
    const { contract, opening } = opened.member;
    const { part } = calendarFunding(contract, opened.member);
    const sender = addressAt(vault.lockingBytecode);
    const opens: AskedEffect = {
      kind: 'OPENS_STREAMS',
      sender,
      asset,
      streams: [
        {
          recipient: addressAt(recipient),
          total: opening.total,
          noticeBlocks: NOTICE,
          isCancelable: true,
          isPausable: draft.kind === 'SALARY',
          schedule: what.schedule,
        },
      ],
    };
    const funding = proposed(`${label}: funding`, proposeCalendarFunding(vault, holdings, part, TIP, asset), [
      spends,
      opens,
    ]);
    const found = findCalendarDeployments(NETWORK, 'fe'.repeat(32), transactionOf(funding.request));
    const [first] = found.ok ? found.deployments : [];
    if (first === undefined) throw new Error('The funding is sound');
    const { stream, state } = first;
    const move = (kind: 'cancel' | 'pause', name: StreamMove): Flow[] => {
      const item = planMoveItem(stream, state, kind, NOW + MONTH);
      if (item === undefined) return [];
      const { category } = state;
      return [
        proposed(
          `${label}: ${kind}`,
          proposePlanMoves(vault, holdings, [item], {}),
          [spends, { kind: 'MOVES_STREAM', move: name, category, index: 1, sender }],
          [funding.request.transaction],
        ),
      ];
    };
    const [pause] = move('pause', 'PAUSE');
    if (pause === undefined) return [funding, ...move('cancel', 'CANCEL')];
    const read = findCalendarFunding(NETWORK, 'fe'.repeat(32), transactionOf(funding.request));
    const [start] = read.ok ? read.plan.streams : [];
    if (start === undefined) throw new Error('The funding is sound');
    const movedTo = (coin: CalendarCoin, request: Flow['request']) => {
      const step = readCalendarTransition(contract, coin, 'fa'.repeat(32), transactionOf(request));
      if (!step.ok || step.transition.next === undefined) throw new Error('It goes on');
      return { ...step.transition, next: step.transition.next };
    };
    const paused = movedTo(start.coin, pause.request);
    if (paused.clock === undefined) throw new Error('A notice runs');
    const settling = buildPaidCalendarSettle(contract, paused.next, paused.clock, walletOf(0x70));
    const coin = movedTo(paused.next, requestOf(settling)).next;
    const resume = calendarResume(contract, coin, NOW + 3n * MONTH);
    if (resume === undefined) throw new Error('It can be resumed');
    return [
      ...[funding, ...move('cancel', 'CANCEL'), pause],
      proposed(
        `${label}: resume`,
        proposePlanMoves(vault, holdings, [{ contract, coin, recipient, step: resume }], {}),
        [spends, { kind: 'MOVES_STREAM', move: 'RESUME', category: coin.category, index: 1, sender }],
        [funding.request.transaction],
      ),
    ];
  });
