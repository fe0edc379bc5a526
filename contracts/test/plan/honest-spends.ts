import { hash160 } from '@bitauth/libauth';
import { changeOutput } from '../attacks/mutations.js';
import type { HonestSpend, Places } from '../support/attack-suite.js';
import { purse } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { seal, type ChainPoint, type Draft } from '../support/transaction.js';
import { type Address, createAddress, holdsTokens, isRecurring, type Kind, lessPayout, slotsOf } from './covenant.js';
import { draftPay, draftRefund, draftSettle, draftSweep } from './drafts.js';
import { consentOf, draftAnnounce, draftFinish, draftOwnFinish } from './move-drafts.js';
import { encodeState, readState, STATUS } from './state.js';
import { draftActs, placesOf, type Act, type Leg } from './stop-drafts.js';
import { DAY, placeStream, START, type Placing, type Stream } from './stream.js';

/** A due date of the periods, too: a second earlier one period less is due. */
export const MIDDLE = START + 30n * 5n * DAY;
/** When all has vested, and when the last period falls due. */
export const endOf = (kind: Kind): bigint => START + (isRecurring(kind) ? 360n : 1_000n) * DAY;
/** When the first period falls due. */
const FIRST = START + 30n * DAY;
export const tipAt = (time: bigint): ChainPoint => ({ height: 850_000, mtp: Number(time) + 3_600 });
const CLOCK_MADE: ChainPoint = { height: 849_900, mtp: Number(START) };

const authority = purse(sender, 50_000_000n, 'authority');
const helper = purse(outsider, 100_000n);

const feeOf = (draft: Draft): bigint => seal(draft).fee;

/** More or less in a state's output, as its commitment says it. */
const revalueAt =
  (kind: Kind, output: number) =>
  (draft: Draft, by: bigint): Draft =>
    changeOutput(draft, output, (before) => {
      const { token } = before;
      if (token?.nft === undefined) return before;
      const state = readState(kind, before);
      const commitment = encodeState(kind, { ...state, reserve: state.reserve + by });
      return {
        ...before,
        valueSatoshis: before.valueSatoshis + by,
        token: { ...token, nft: { ...token.nft, commitment } },
      };
    });

interface Recipe {
  readonly name: string;
  readonly draft: Draft;
  readonly time: bigint;
  readonly places: Places;
  readonly slack?: bigint;
  readonly slackOutput?: number;
  readonly relativeLock?: number;
  readonly stateless?: boolean;
  readonly steady?: 'period' | 'ever';
  readonly at?: (locktime: number) => Draft;
}

const spendOf = (kind: Kind, recipe: Recipe): HonestSpend => {
  const { name, draft, time, places, slack = 0n, slackOutput = places.state ?? 0, stateless = false } = recipe;
  return {
    name,
    draft,
    tip: tipAt(time),
    places,
    signer: undefined,
    alsoKeyless: false,
    timed: recipe.at !== undefined,
    stateless,
    slack,
    slackOutput,
    ...(recipe.steady === undefined ? {} : { steady: recipe.steady }),
    ...(recipe.relativeLock === undefined ? {} : { relativeLock: recipe.relativeLock }),
    ...(places.state === undefined ? {} : { revalue: revalueAt(kind, places.state) }),
    ...(recipe.at === undefined ? {} : { at: recipe.at }),
  };
};

interface Pay {
  readonly name: string;
  readonly placing: Placing;
  readonly time: bigint;
  readonly own?: typeof helper;
  readonly steady?: 'ever';
}

/** A stream of which something has been paid: every field of its state has a value. */
const paidBefore = (kind: Kind): Placing =>
  isRecurring(kind)
    ? { principal: 90_000_000n, state: { unpaid: 9n, next: START + 120n * DAY, amount: 10_000_000n } }
    : { principal: 114_000_000n, state: { released: 6_000_000n } };

/** hash160 of somewhere to move to, behind the recipient's own. */
const moving = {
  recipient: Uint8Array.of(...hash160(recipient.lockingBytecode), ...hash160(outsider.lockingBytecode)),
};

const PAYS = (address: Address): readonly Pay[] => {
  // At the floor the reserve gives nothing to a payment that does not end.
  const poor = { state: { reserve: address.terms.floor } };
  const noticed = { noticed: true, clockMined: CLOCK_MADE };
  const end = endOf(address.kind);
  const pays: Pay[] = [
    { name: 'pay', placing: {}, time: MIDDLE },
    { name: 'pay (after others)', placing: paidBefore(address.kind), time: MIDDLE },
    { name: 'pay by a coin of anybody', placing: poor, time: MIDDLE, own: helper },
    {
      name: "pay by the recipient's coin while a move is pending",
      placing: { state: moving },
      time: MIDDLE,
      own: purse(recipient, 100_000n),
    },
    { name: 'end', placing: {}, time: end },
    { name: 'end (after others)', placing: paidBefore(address.kind), time: end },
    { name: 'end by a coin of anybody', placing: {}, time: end, own: helper },
    { name: 'push under notice', placing: noticed, time: MIDDLE },
    { name: 'push under notice (after others)', placing: { ...noticed, ...paidBefore(address.kind) }, time: MIDDLE },
    { name: 'end under notice', placing: noticed, time: end },
    { name: 'end under notice (after others)', placing: { ...noticed, ...paidBefore(address.kind) }, time: end },
  ];
  if (isRecurring(address.kind))
    return [
      ...pays,
      {
        name: 'pay of the period that runs through a pause',
        placing: { state: { status: STATUS.pausedRunning } },
        time: FIRST,
        steady: 'ever',
      },
      {
        name: 'push of it after a cancel',
        placing: { ...noticed, state: { status: STATUS.cancelledRunning } },
        time: FIRST,
        steady: 'ever',
      },
    ];
  return [
    ...pays,
    {
      name: "small push under notice by the recipient's coin",
      placing: { ...noticed, principal: 1_200_000_000_000n, state: { reserve: address.terms.floor } },
      time: START + 300n,
      own: purse(recipient, 100_000n),
    },
  ];
};

const paySpend = (address: Address, { name, placing, time, own, steady }: Pay): HonestSpend => {
  const { kind, terms } = address;
  const stream = placeStream(address, placing);
  const build = (locktime: number) => draftPay(stream, BigInt(locktime), own === undefined ? {} : { purse: own });
  const draft = build(Number(time));
  const pair = holdsTokens(kind) ? { companion: 1, tokensLeft: 1 } : {};
  const ends = draft.outputs[0]?.token?.nft === undefined;
  const clock = holdsTokens(kind) ? 2 : 1;
  const places: Places = ends
    ? { ...pair, payouts: [0, 1], mostOutputs: 3, ...(stream.clock === undefined ? {} : { clockSpent: clock }) }
    : { ...pair, state: 0, payouts: [holdsTokens(kind) ? 2 : 1] };
  // What the reserve gives to an end stays in it where a coin pays.
  const most = ends ? terms.floor : terms.fee;
  const slack = own === undefined ? lessPayout(kind, most) - feeOf(draft) : ends ? most : 0n;
  const lasts = steady ?? (isRecurring(kind) ? 'period' : undefined);
  return spendOf(kind, {
    name,
    draft,
    time,
    places,
    slack,
    slackOutput: ends ? 1 : 0,
    at: build,
    ...(lasts === undefined ? {} : { steady: lasts }),
  });
};

interface Acted {
  readonly name: string;
  readonly act: Act;
  readonly time?: bigint;
  readonly placing?: Placing;
  /** A sibling before it, which takes the first places. */
  readonly sibling?: boolean;
  readonly timed?: boolean;
  readonly steady?: 'ever';
}

const ACTS = (kind: Kind): readonly Acted[] => [
  { name: 'cancel', act: 'cancel' },
  { name: 'cancel (after others)', act: 'cancel', placing: paidBefore(kind) },
  { name: 'cancel behind a sibling', act: 'cancel', sibling: true },
  { name: 'cancel, nothing due', act: 'cancel', time: START - DAY, timed: false },
  ...(isRecurring(kind)
    ? ([
        { name: 'pause', act: 'pause' },
        { name: 'pause (after others)', act: 'pause', placing: paidBefore(kind) },
        { name: 'resume with a period running', act: 'resume', placing: { state: { status: STATUS.pausedRunning } } },
        {
          name: 'resume behind a sibling',
          act: 'resume',
          placing: { state: { status: STATUS.pausedRunning } },
          sibling: true,
        },
        { name: 'resume with none', act: 'resume', placing: { state: { status: STATUS.pausedIdle } } },
        {
          name: 'cancel of a pause',
          act: 'cancel',
          placing: { state: { status: STATUS.pausedRunning } },
          time: FIRST,
          steady: 'ever',
        },
      ] satisfies Acted[])
    : []),
];

const actSpend = (address: Address, acted: Acted): HonestSpend => {
  const { name, act, time = MIDDLE, placing = {}, sibling = false, timed = true } = acted;
  const { kind } = address;
  const stream = placeStream(address, placing);
  const legs: readonly Leg[] = [
    ...(sibling ? [{ stream: placeStream(address, { index: 9n }), act: 'cancel' } as const] : []),
    { stream, act },
  ];
  const build = (locktime: number) => draftActs(legs, BigInt(locktime), { authority });
  const draft = build(Number(time));
  const spent = placesOf(legs)[legs.length - 1] ?? 1;
  const slots = slotsOf(kind, spent);
  const paid = draft.outputs[slots.payee]?.lockingBytecode === recipient.lockingBytecode;
  const free = isRecurring(kind) && act !== 'resume' && placing.state?.status === undefined ? { chosenBytes: [2] } : {};
  const places: Places = {
    spent,
    state: slots.state,
    payouts: paid ? [slots.payee] : [],
    ...(act === 'resume' ? {} : { clockMade: slots.clock }),
    ...(slots.companion === undefined ? {} : { companion: spent + 1, tokensLeft: slots.companion }),
    ...free,
  };
  const steady = acted.steady ?? (isRecurring(kind) && act !== 'resume' ? 'period' : undefined);
  return spendOf(kind, {
    name,
    draft,
    time,
    places,
    ...(timed ? { at: build } : {}),
    ...(steady === undefined ? {} : { steady }),
  });
};

const waitSpend = (name: string, stream: Stream, draft: Draft, continues: boolean): HonestSpend => {
  const { kind, terms } = stream.address;
  const tokens = holdsTokens(kind);
  const places: Places = {
    clockSpent: tokens ? 2 : 1,
    ...(tokens ? { companion: 1 } : {}),
    ...(continues
      ? { state: 0, payouts: [], ...(tokens ? { tokensLeft: 1 } : {}) }
      : { payouts: [0], mostOutputs: tokens ? 1 : 2 }),
  };
  const slack = lessPayout(kind, terms.floor) - feeOf(draft);
  return spendOf(kind, { name, draft, time: MIDDLE, places, slack, relativeLock: Number(terms.notice) });
};

const sweepSpend = (address: Address): HonestSpend => {
  const stream = placeStream(address);
  const stray = { ...stream.state, output: { lockingBytecode: address.lockingBytecode, valueSatoshis: 70_000n } };
  const draft = draftSweep(stream, [stray], authority);
  return spendOf(address.kind, {
    name: 'sweep',
    draft,
    time: MIDDLE,
    places: { spent: 1, payouts: [] },
    stateless: true,
  });
};

/** The announcement of a move and the move itself, of the second of two streams behind a coin, and of one by itself. */
const moveSpends = (address: Address): readonly HonestSpend[] => {
  const { kind } = address;
  const tokens = holdsTokens(kind);
  const spent = tokens ? 3 : 2;
  const placed = (index: bigint, state: Placing['state'] = {}) =>
    placeStream(address, { index, state, mined: CLOCK_MADE });
  const places: Places = {
    spent,
    state: spent,
    payouts: [],
    ...(tokens ? { companion: spent + 1, tokensLeft: spent + 1 } : {}),
  };
  const announced = draftAnnounce([placed(9n), placed(5n)], outsider.lockingBytecode, consentOf(recipient));
  const old = { ...CLOCK_MADE, height: CLOCK_MADE.height - Number(address.terms.delay) };
  const pending = [9n, 5n].map((index) => placeStream(address, { index, state: moving, mined: old }));
  const alone = placeStream(address, { state: moving, mined: old });
  const first: Places = { state: 0, payouts: [], ...(tokens ? { companion: 1, tokensLeft: 1 } : {}) };
  const own = spendOf(kind, { name: 'finish by itself', draft: draftOwnFinish(alone), time: MIDDLE, places: first });
  return [
    spendOf(kind, { name: 'announce', draft: announced, time: MIDDLE, places }),
    { ...spendOf(kind, { name: 'finish', draft: draftFinish(pending), time: MIDDLE, places }), anywhere: true },
    { ...own, anywhere: true },
  ];
};

/** Every valid path of a covenant; of another artifact's address where a test changes the source. */
export const planSpends = (kind: Kind, create = createAddress): HonestSpend[] => {
  const address = create(kind, {});
  const noticed = placeStream(address, { noticed: true, clockMined: CLOCK_MADE });
  const pausing = placeStream(address, { noticed: true, clockMined: CLOCK_MADE, state: { status: STATUS.pausing } });
  return [
    ...PAYS(address).map((pay) => paySpend(address, pay)),
    ...ACTS(kind).map((acted) => actSpend(address, acted)),
    waitSpend('refund', noticed, draftRefund(noticed), false),
    ...(isRecurring(kind) ? [waitSpend('settle', pausing, draftSettle(pausing), true)] : []),
    sweepSpend(address),
    ...moveSpends(address),
  ];
};

/** Whether another input may come last, and what it adds may stay in the state. */
export const leavesLastInput = ({ draft, name }: HonestSpend): boolean =>
  !['announce', 'finish', 'finish by itself'].includes(name) &&
  draft.inputs[draft.inputs.length - 1]?.coin.output.lockingBytecode !== recipient.lockingBytecode;
