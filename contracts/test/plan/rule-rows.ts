import type { Output } from '@bitauth/libauth';
import { changeOutput, withoutToken } from '../attacks/mutations.js';
import { at, named32 } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { outsider, sender } from '../support/parties.js';
import type { ChainPoint, Draft, DraftInput } from '../support/transaction.js';
import { type Address, holdsTokens, isRecurring, type Kind, PLAN_COMPANION, slotsOf, type Terms } from './covenant.js';
import { draftPay, draftRefund, draftSettle, inputOf, streamInputs } from './drafts.js';
import { endOf, MIDDLE, tipAt } from './honest-spends.js';
import { paymentOf, type Payment } from './payment.js';
import type { Row } from './sibling-rows.js';
import { encodeState, readState, STATUS } from './state.js';
import { draftActs, type Act } from './stop-drafts.js';
import { DAY, DOLLARS, placeStream, PLAN, START, type Placing, type Stream } from './stream.js';

export type Create = (kind: Kind, some?: Partial<Terms>) => Address;

const OLD: ChainPoint = { height: 849_000, mtp: Number(START) };
const INDEX = 5n;
const authority = purse(sender, 50_000_000n, 'authority');
const gift = purse(outsider, 50_000n, 'gift');

const place = (address: Address, placing: Placing = {}): Stream =>
  placeStream(address, { index: INDEX, mined: OLD, clockMined: OLD, ...placing });
const inStatus = (address: Address, status: bigint): Stream =>
  place(address, { noticed: [1n, 2n, 5n, 6n].includes(status), state: { status } });
const acted = (stream: Stream, act: Act, time = MIDDLE): Draft => draftActs([{ stream, act }], time, { authority });

const asStatus = (kind: Kind, draft: Draft, output: number, status: bigint): Draft =>
  changeOutput(draft, output, (before) => {
    const { token } = before;
    if (token?.nft === undefined) return before;
    const commitment = encodeState(kind, { ...readState(kind, before), status });
    return { ...before, token: { ...token, nft: { ...token.nft, commitment } } };
  });

/** Tokens that are not the plan's, as many as the stream has units. */
const alike = { category: named32('a token alike'), amount: INDEX };
const foreign = (owner = sender, valueSatoshis = 1_500n): DraftInput => {
  const input = purse(owner, valueSatoshis);
  return {
    ...input,
    sequence: 40,
    coin: coinNamed('tokens alike', { ...input.coin.output, token: alike }, { mined: OLD }),
  };
};

/** Seven units less to the payee of a stop, and with the companion or the state instead. */
const leftBehind = (kind: Kind, stop: Draft): Draft => {
  const { state, companion, payee } = slotsOf(kind, 1);
  const move = (draft: Draft, output: number, by: bigint): Draft =>
    changeOutput(draft, output, (before) =>
      before.token === undefined || before.token.nft !== undefined
        ? { ...before, valueSatoshis: before.valueSatoshis + by }
        : { ...before, token: { ...before.token, amount: before.token.amount + by } },
    );
  return move(move(stop, payee, -7n), companion ?? state, 7n);
};

/** Terms that forbid what is tried, and times at which nothing is left to end. */
const forbidden = (kind: Kind, create: Create): Row[] => {
  const row = (name: string, draft: Draft, time = MIDDLE): Row => ({ name, draft, tip: tipAt(time) });
  const late = endOf(kind) + DAY;
  if (!isRecurring(kind))
    return [
      row('a cancel without a notice', acted(place(create(kind, { notice: 0n })), 'cancel')),
      row('a cancel after the end', acted(place(create(kind)), 'cancel', late), late),
    ];
  // The last period pays what division left over, too: a stop or a resume in its place would leave that behind.
  const uneven = (unpaid: bigint, status: bigint) =>
    place(create(kind), { principal: 40_000_007n, state: { unpaid, status, amount: 40_000_000n / unpaid } });
  return [
    row(
      'a cancel once all uneven periods are due, the rest left behind',
      leftBehind(kind, acted(uneven(4n, STATUS.active), 'cancel', late)),
      late,
    ),
    row('a resume that pays the last of uneven periods', acted(uneven(1n, STATUS.pausedRunning), 'resume')),
    row('a cancel of what cannot be cancelled', acted(place(create(kind, { cancelable: false })), 'cancel')),
    row('a pause of what cannot be paused', acted(place(create(kind, { pausable: false })), 'pause')),
    row('a cancel once all periods are due', acted(place(create(kind)), 'cancel', late), late),
    row('a pause once all periods are due', acted(place(create(kind)), 'pause', late), late),
  ];
};

/** Of 2,000 satoshis, 400 before or behind: below the dust of some recipients. */
const dusty = (kind: Kind, create: Create): Row[] => {
  if (holdsTokens(kind) || isRecurring(kind)) return [];
  const stream = place(create(kind), { principal: 2_000n, state: { end: START + 1_000n } });
  const at400 = (name: string, time: bigint): Row => ({
    name,
    draft: draftPay(stream, time, { purse: gift }),
    tip: tipAt(time),
  });
  return [at400('a payment of 400', START + 200n), at400('a payment that leaves 400', START + 800n)];
};

/** Tokens that only look like units. */
const lookalikes = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const cancel = acted(place(address), 'cancel');
  const { clock } = slotsOf(kind, 1);
  const kept: Output = { ...payTo(sender, 900n), token: { category: PLAN, amount: INDEX } };
  const swapped = changeOutput(cancel, clock, (output) => ({ ...output, token: alike }));
  const waits: readonly (readonly [string, Draft])[] = [
    ['refund', draftRefund(place(address, { noticed: true }))],
    ...(isRecurring(kind) ? [['settle', draftSettle(inStatus(address, STATUS.pausing))] as const] : []),
  ];
  const last = (draft: Draft) => draft.inputs.length - 1;
  return [
    {
      name: 'a clock of as many other tokens, the units to the sender',
      draft: { ...swapped, inputs: [...swapped.inputs, foreign()], outputs: [...swapped.outputs, kept] },
      tip: tipAt(MIDDLE),
    },
    ...waits.map(([name, draft]): Row => ({
      name: `${name} beside as many other tokens`,
      draft: {
        ...draft,
        inputs: draft.inputs.map((input, index) =>
          index === last(draft) ? foreign(sender, input.coin.output.valueSatoshis) : input,
        ),
      },
      tip: tipAt(MIDDLE),
    })),
  ];
};

/** The clock of a recurring payment holds what its settling costs: no more, so that the reserve cannot overflow, and no less. */
const clockValues = (kind: Kind, create: Create): Row[] => {
  if (!isRecurring(kind)) return [];
  const pause = acted(place(create(kind)), 'pause');
  const { clock } = slotsOf(kind, 1);
  return [-1n, 1n].map((by) => ({
    name: `a clock of ${by} satoshi more`,
    draft: changeOutput(pause, clock, (output) => ({ ...output, valueSatoshis: output.valueSatoshis + by })),
    tip: tipAt(MIDDLE),
  }));
};

/** A coin of the spender's own right before a companion. */
const leadCompanions = (kind: Kind, create: Create): Row[] => {
  const { companion } = place(create(kind));
  if (companion === undefined) return [];
  const lead = purse(outsider, 20_000n);
  const { token } = companion.output;
  const taken: Output = { ...payTo(outsider, 900n), ...(token === undefined ? {} : { token }) };
  const behind = (name: string, txid: Uint8Array, vout: number): Row => ({
    name: `a companion behind a coin ${name}`,
    draft: {
      version: 2,
      locktime: 0,
      inputs: [{ ...lead, coin: { ...lead.coin, txid, vout } }, inputOf(companion, PLAN_COMPANION.unlocking)],
      outputs: [taken],
    },
    tip: tipAt(MIDDLE),
  });
  return [
    behind('of another transaction with the index before', named32('elsewhere'), companion.vout - 1),
    behind('of its transaction, two places before', companion.txid, companion.vout - 2),
  ];
};

const sweeps = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const stray = coinNamed('a stray', { lockingBytecode: address.lockingBytecode, valueSatoshis: 70_000n });
  const stream = place(address);
  const row = (name: string, inputs: readonly DraftInput[]): Row => ({
    name: `sweep ${name}`,
    draft: { version: 2, locktime: Number(START), inputs, outputs: [payTo(outsider, 60_000n)] },
    tip: tipAt(MIDDLE),
  });
  return [
    row('by a stranger', [gift, inputOf(stray, address.call('sweep'))]),
    row('with the sender behind', [gift, inputOf(stray, address.call('sweep')), authority]),
    row('of a state', [authority, inputOf(stream.state, address.call('sweep'))]),
  ];
};

/** Statuses that a path may not begin with or make. */
const statuses = (kind: Kind, create: Create): Row[] => {
  if (!isRecurring(kind)) return [];
  const address = create(kind);
  const all = [0n, 1n, 2n, 3n, 4n, 5n, 6n];
  const row = (name: string, draft: Draft): Row => ({ name, draft, tip: tipAt(MIDDLE + 400n * DAY) });
  const { state } = slotsOf(kind, 1);
  const made = [0n, 3n, 4n].flatMap((from) => {
    const stop = acted(inStatus(address, from), 'cancel');
    const honest = readState(kind, at(stop.outputs, state)).status;
    return all
      .filter((to) => to !== honest && !(from === 0n && to === 1n))
      .map((to) => row(`a stop of ${from} that writes ${to}`, asStatus(kind, stop, state, to)));
  });
  const resumed = [0n, 1n, 2n, 5n, 6n].map((from) =>
    row(`a resume of ${from}`, acted(inStatus(address, from), 'resume')),
  );
  const settled = [2n, 5n, 6n].map((from) => row(`a settling of ${from}`, draftSettle(inStatus(address, from))));
  const lastOne = place(address, { state: { status: STATUS.pausedRunning, unpaid: 1n, amount: 120_000_000n } });
  return [
    ...made,
    ...resumed,
    ...settled,
    row('a resume by a stranger', {
      ...draftActs([{ stream: inStatus(address, STATUS.pausedIdle), act: 'resume' }], MIDDLE, {
        authority: purse(outsider, 50_000_000n),
      }),
    }),
    row('a refund of a pause', draftRefund(inStatus(address, STATUS.pausing))),
    row('a resume that pays the last period', acted(lastOne, 'resume')),
  ];
};

/** More periods than a status leaves open, and fewer than none. */
const openness = (kind: Kind, create: Create): Row[] => {
  if (!isRecurring(kind)) return [];
  const address = create(kind);
  const pay = (name: string, status: bigint, time: bigint): Row => {
    const stream = inStatus(address, status);
    const active = inStatus(address, STATUS.active);
    const payment = paymentOf(active, time);
    const next = { ...payment.next, status };
    return {
      name: `${name} in status ${status}`,
      draft: draftPay(stream, time, { payment: { ...payment, next } }),
      tip: tipAt(time),
    };
  };
  const before = START + 29n * DAY;
  return [
    ...[3n, 4n, 5n, 6n].map((status) => pay('three periods', status, START + 90n * DAY)),
    ...[4n, 6n].map((status) => pay('a period', status, START + 30n * DAY)),
    { name: 'a payment of no period', draft: draftPay(place(address), before, { purse: gift }), tip: tipAt(before) },
  ];
};

/** A payment said as the last one, or as one that leaves something, where it is the other. */
const lastOrNot = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const late = endOf(kind) + DAY;
  const row = (name: string, stream: Stream, payment: Payment, time = late): Row => ({
    name,
    draft: draftPay(stream, time, { payment, purse: gift }),
    tip: tipAt(time),
  });
  if (!isRecurring(kind)) {
    // 1,000 days are 142 weeks and 6 days: a payment by whole weeks would leave a part of the last one behind.
    const weekly = place(create(kind, { step: 7n * DAY }));
    const end = endOf(kind);
    const part = paymentOf(weekly, end - 1n);
    return [row('a payment at the end that leaves the last step', weekly, part, end)];
  }
  const uneven = place(address, { principal: 40_000_007n, state: { unpaid: 4n, amount: 10_000_000n } });
  const all = paymentOf(uneven, late);
  const none = place(address, { state: { unpaid: 0n, amount: 10_000_000n } });
  const halted = (status: bigint, unpaid: bigint): Row => {
    const noticed = status > 4n;
    const terms = { principal: 40_000_000n * unpaid, state: { status, unpaid, amount: 40_000_000n } };
    const stream = place(address, { ...terms, noticed });
    const active = place(address, { ...terms, noticed, state: { ...terms.state, status: 0n } });
    return row(`an end of ${unpaid} periods in status ${status}`, stream, paymentOf(active, late));
  };
  return [
    row('a payment of all periods that leaves seven units', uneven, {
      ...all,
      due: 40_000_000n,
      left: 7n,
      ends: false,
    }),
    row('an end of no period, an interval before the next date', none, paymentOf(none, START + 1n), START + 1n),
    halted(STATUS.pausedRunning, 2n),
    halted(STATUS.pausedIdle, 1n),
    halted(STATUS.cancelledRunning, 2n),
    halted(STATUS.cancelledIdle, 1n),
  ];
};

/** A recipient's place taken by the recipient's hash of something else. */
const wrongTokens = (kind: Kind, create: Create): Row[] => {
  if (holdsTokens(kind)) return [];
  const { payee } = slotsOf(kind, 1);
  const token = { category: DOLLARS, amount: 1n };
  const coin = { ...foreign(outsider), sequence: 0xfffffffe };
  const dollar = { ...coin, coin: { ...coin.coin, output: { ...coin.coin.output, token } } };
  const row = (name: string, draft: Draft, output: number, time = MIDDLE): Row => ({
    name: `a payout of ${name} with a token on it`,
    draft: {
      ...changeOutput(draft, output, (before) => ({ ...withoutToken(before), token })),
      inputs: [...draft.inputs, dollar],
    },
    tip: tipAt(time),
  });
  const [address, end] = [create(kind), endOf(kind)];
  return [
    row('a cancel', acted(place(address), 'cancel'), payee),
    row('a payment', draftPay(place(address), MIDDLE), 1),
    row('an end', draftPay(place(address), end), 0, end),
    ...(isRecurring(kind) ? [row('a resume', acted(inStatus(address, STATUS.pausedRunning), 'resume'), payee)] : []),
  ];
};

/** What only tokens allow: nothing paid beside an NFT of their category, others given for them, a sibling's burned. */
const tokenTricks = (kind: Kind, create: Create): Row[] => {
  if (!holdsTokens(kind)) return [];
  const address = create(kind);
  const stream = place(address);
  const nft = { category: DOLLARS, amount: 0n, nft: { capability: 'none', commitment: new Uint8Array() } } as const;
  const badge = { ...gift, coin: coinNamed('a badge', { ...gift.coin.output, token: nft }) };
  const early = START;
  const nothing = changeOutput(draftPay(stream, early, { purse: badge }), 2, (output) => ({ ...output, token: nft }));
  const refund = draftRefund(place(address, { noticed: true }));
  /** Pays an output in as many tokens of another category; those of the stream are burned. */
  const faked = (draft: Draft): Draft => {
    const fake = { category: named32('a token alike'), amount: at(draft.outputs, 0).token?.amount ?? 1n };
    const fakes = purse(outsider, 1_000n, 'fakes');
    const given = { ...fakes, coin: coinNamed('fakes', { ...fakes.coin.output, token: fake }) };
    return {
      ...changeOutput(draft, 0, (output) => ({ ...output, token: fake })),
      inputs: [...draft.inputs, given],
    };
  };
  const other = place(address, { index: 9n, noticed: true });
  const row = (name: string, draft: Draft, time = MIDDLE): Row => ({ name, draft, tip: tipAt(time) });
  return [
    row('a payment of nothing, an NFT of the token in its place', nothing),
    row('a refund of as many other tokens', faked(refund)),
    row('an end of as many other tokens', faked(draftPay(stream, endOf(kind))), endOf(kind)),
    row("a refund that burns a sibling's tokens", {
      ...refund,
      inputs: [...refund.inputs, ...streamInputs(other, 'refund')],
    }),
  ];
};

/** Below a 4,096th, under notice, by a stranger. */
const smallPushes = (kind: Kind, create: Create): Row[] => {
  if (isRecurring(kind)) return [];
  const stream = place(create(kind), { noticed: true, principal: 1_200_000_000_000n });
  const time = START + 300n;
  return [
    {
      name: 'a small push under notice by a stranger',
      draft: draftPay(stream, time, { purse: gift }),
      tip: tipAt(time),
    },
  ];
};

/** Rows for rules that the tables do not try: each was found by leaving a rule out. */
export const ruleRows = (kind: Kind, create: Create): readonly Row[] =>
  [
    forbidden,
    dusty,
    lookalikes,
    clockValues,
    leadCompanions,
    sweeps,
    statuses,
    openness,
    lastOrNot,
    wrongTokens,
    tokenTricks,
    smallPushes,
  ].flatMap((rows) => rows(kind, create));
