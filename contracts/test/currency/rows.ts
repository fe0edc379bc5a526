import { encodeLockingBytecodeP2sh20, flattenBinArray, type Output } from '@bitauth/libauth';
import { littleEndian, named32 } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { outsider, recipient, sender, type Party } from '../support/parties.js';
import type { ChainPoint, Coin, Draft, DraftInput } from '../support/transaction.js';
import { draftOf, withInputAt, withNft, withOutput, withoutToken } from '../treasury/transactions.js';
import {
  clockCoin,
  clockInput,
  clockOutput,
  createCovenant,
  createTill,
  DAY,
  decodeState,
  dueOf,
  encodeState,
  EUR,
  firstOf,
  hiddenInput,
  messageOf,
  oracleNamed,
  payInput,
  PLAN,
  PRICE,
  type Quote,
  quoteAt,
  type QuoteParts,
  resumedOf,
  signBytes,
  START,
  type State,
  stateCoin,
  stateOutput,
  stepOf,
  tillCoin,
  tillInput,
  TIP,
  USD,
  VALUE,
} from './currency.js';
import { currencySpends, type Scene, type Spend } from './spends.js';

/** A transaction that nobody may mine, and who would gain by it. */
export interface CurrencyRow {
  readonly attacker: 'sender' | 'recipient' | 'outsider' | 'miner' | 'oracle';
  readonly name: string;
  readonly draft: Draft;
  readonly tip: ChainPoint;
  /** `lock`: the chain holds it back. */
  readonly refusedBy: 'script' | 'lock';
}

type Attacker = CurrencyRow['attacker'];
const row = (
  attacker: Attacker,
  name: string,
  draft: Draft,
  refusedBy: CurrencyRow['refusedBy'] = 'script',
): CurrencyRow => ({
  attacker,
  name,
  draft,
  tip: TIP,
  refusedBy,
});

const byValue = (draft: Draft, index: number, by: bigint): Draft =>
  withOutput(draft, index, (output) => ({ ...output, valueSatoshis: output.valueSatoshis + by }));
const locked = (draft: Draft, index: number, lockingBytecode: Uint8Array): Draft =>
  withOutput(draft, index, (output) => ({ ...output, lockingBytecode }));
const withState = (draft: Draft, index: number, change: (state: State) => Partial<State>): Draft =>
  withOutput(draft, index, (output) => {
    const state = decodeState(output);
    return withNft(output, encodeState({ ...state, ...change(state) }));
  });
const withUnits = (draft: Draft, index: number, amount: bigint): Draft =>
  withOutput(draft, index, (output) => {
    if (output.token === undefined) throw new Error('Expected an output with units');
    return { ...output, token: { ...output.token, amount } };
  });
const rich = (draft: Draft, label = 'more'): Draft => ({
  ...draft,
  inputs: [...draft.inputs, purse(outsider, 5_000_000_000n, label)],
});
const withMore = (draft: Draft, ...outputs: readonly Output[]): Draft => ({
  ...draft,
  outputs: [...draft.outputs, ...outputs],
});
const valueAt = ({ outputs }: Draft, index: number): bigint => outputs[index]?.valueSatoshis ?? 0n;
const mineCoin = (owner: Party, output: Partial<Output>, label: string): DraftInput => ({
  ...purse(owner, 5_000n),
  coin: coinNamed(label, { lockingBytecode: owner.lockingBytecode, valueSatoshis: 5_000n, ...output }),
});
const OTHER = named32('category: another plan');

const quoted = ({ covenant, pay }: Scene, quote: Quote, draft = pay()): Draft =>
  withInputAt(draft, 0, ({ coin }) => payInput(covenant, coin, quote));

/** The messages that a payment shows. */
const messageRows = (scene: Scene): CurrencyRow[] => {
  const { terms, pay } = scene;
  const [first, step] = [firstOf(terms), stepOf(terms)];
  const at = (attacker: Attacker, name: string, parts: QuoteParts, due = START): CurrencyRow =>
    row(attacker, `message: ${name}`, quoted(scene, quoteAt(due, parts)));
  const { message, previous } = quoteAt(START);
  const flipped = (bytes: Uint8Array, index: number): Uint8Array =>
    bytes.map((byte, i) => (i === index ? byte ^ 1 : byte));
  const none = new Uint8Array();
  const raw = (time: bigint, kind: bigint, tail: Uint8Array) =>
    signBytes(USD, flattenBinArray([littleEndian(time, 4), littleEndian(9n, 4), littleEndian(kind, 4), tail]));
  const spoiled = (name: string, quote: Quote): CurrencyRow =>
    row('recipient', `message: ${name}`, quoted(scene, quote));
  const MINUS = 0x8000_0000n;
  return [
    at('recipient', 'of another oracle', { oracle: EUR, oracleBefore: USD }),
    at('recipient', 'before it of another oracle', { oracleBefore: EUR }),
    at('recipient', 'of a key of their own', { oracle: oracleNamed('the recipient') }),
    spoiled('with the signature of the one before it', {
      previous,
      message: { ...message, signature: previous.signature },
    }),
    spoiled('without a signature', { previous, message: { ...message, signature: none } }),
    spoiled('before it without a signature', { message, previous: { ...previous, signature: none } }),
    spoiled('changed by a bit', { previous, message: { ...message, bytes: flipped(message.bytes, 12) } }),
    spoiled('before it changed by a bit', { message, previous: { ...previous, bytes: flipped(previous.bytes, 15) } }),
    spoiled('twice', { message, previous: message }),
    spoiled('before it twice', { message: previous, previous }),
    spoiled('exchanged with the one before it', { message: previous, previous: message }),
    ...[0n, 2n, 3n, 1_000n].map((gap) => at('recipient', `with numbers ${gap} apart`, { gap })),
    at('recipient', 'the second after the date', { before: 47n, after: 107n }),
    at('recipient', 'the second, the first at the date itself', { before: 0n, after: 60n }),
    at('recipient', 'the second after a grace', { before: 0n, after: 60n }, START + DAY),
    at('recipient', 'the second after a week', { before: 47n, after: 107n }, START + 7n * DAY),
    at('sender', 'the last one before the date', { before: -73n, after: -13n }),
    at('sender', 'a second before the date', { before: -61n, after: -1n }),
    at('sender', 'of the period before', {}, dueOf(terms, first - step)),
    at('sender', 'of a grace before the date', {}, START - DAY),
    at('oracle', 'of numbers begun again, a second more than a grace after the one before', { before: -DAY - 1n }),
    at('oracle', 'of numbers begun again after years', { before: -900n * DAY, after: 30_000n }),
    at('oracle', 'of numbers begun again, for the next grace', { before: -2n * DAY }, START + DAY),
    at('recipient', 'after a silence over two graces', { before: -DAY - 5n, after: 5n }, START + DAY),
    spoiled('about the oracle instead of a price', {
      message: raw(START + 47n, 1n + MINUS, littleEndian(PRICE, 4)),
      previous: raw(START - 13n, 2n + MINUS, littleEndian(PRICE, 4)),
    }),
    spoiled('with the first number after metadata', {
      message: raw(START + 47n, 0n, littleEndian(PRICE, 4)),
      previous: raw(START - 13n, 1n + MINUS, littleEndian(PRICE, 4)),
    }),
    spoiled('with number 1 after number 0', {
      message: raw(START + 47n, 1n, littleEndian(PRICE, 4)),
      previous: raw(START - 13n, 0n, littleEndian(PRICE, 4)),
    }),
    ...[0n, MINUS, MINUS + 0x7fff_ffffn].map((wrapped) =>
      spoiled(`with a number that wrapped to ${wrapped}`, {
        message: raw(START + 47n, wrapped, littleEndian(PRICE, 4)),
        previous: raw(START - 13n, 0x7fff_ffffn, littleEndian(PRICE, 4)),
      }),
    ),
    ...priceRows(scene, raw),
    row('oracle', 'message: dated ahead of the chain', pay({ next: first + 40n * step }), 'lock'),
    row(
      'oracle',
      'message: dated ahead, at a locktime before the date',
      pay({ next: first + 40n * step }, { locktime: START }),
    ),
  ];
};

/** Prices that no payment may count, beside what a price below the lowest would pay. */
const priceRows = (
  scene: Scene,
  raw: (time: bigint, kind: bigint, tail: Uint8Array) => Quote['message'],
): CurrencyRow[] => {
  const { pay } = scene;
  const { previous } = quoteAt(START);
  const lowest = pay({ amount: 1_000n }, { quote: quoteAt(START, { price: 1n }) });
  const odd = (name: string, ...tail: readonly number[]): CurrencyRow =>
    row(
      'oracle',
      `price: ${name}`,
      quoted(scene, { previous, message: raw(START + 47n, 1_000_001n, Uint8Array.from(tail)) }, lowest),
    );
  const beyond = (name: string, price: bigint, ratio: readonly [bigint, bigint]): CurrencyRow => {
    const draft = pay({ amount: 1_000n, debt: 0n }, { quote: quoteAt(START, { price }) });
    const more = (valueAt(draft, 1) * ratio[0]) / ratio[1] - valueAt(draft, 1);
    return row('oracle', `price: ${name}`, byValue(byValue(draft, 1, more), 0, -more));
  };
  return [
    odd('0', 0, 0, 0, 0),
    odd('minus 0', 0, 0, 0, 0x80),
    odd('minus 1', 1, 0, 0, 0x80),
    odd('the least of all', 255, 255, 255, 255),
    odd('missing'),
    odd('of three bytes', 1, 0, 0),
    odd('of five bytes', 1, 0, 0, 0, 0),
    odd('a text', 71, 101, 110, 101, 114, 97, 108),
    beyond('below the lowest, paid as it is', 5_500n, [2n, 1n]),
    beyond('above the highest, paid as it is', 360_000n, [1n, 2n]),
  ];
};

const TIMED = new Set(['pay', 'resume']);
const timeRows = (spends: readonly Spend[]): CurrencyRow[] =>
  spends
    .filter(({ path }) => TIMED.has(path))
    .flatMap(({ name, path, draft, places }) => {
      const attacker = path === 'pay' ? 'recipient' : 'sender';
      const final = withInputAt(draft, places.spent ?? 0, (input) => ({ ...input, sequence: 0xffffffff }));
      return [
        ...(path === 'pay'
          ? [row(attacker, `time: a second before the date (${name})`, { ...draft, locktime: draft.locktime - 1 })]
          : []),
        row(attacker, `time: a height (${name})`, { ...draft, locktime: 800_000 }),
        row(attacker, `time: a final input (${name})`, final),
      ];
    });

/** What is paid, to whom, and what the fee takes. */
const payoutRows = (spends: readonly Spend[]): CurrencyRow[] => {
  const paying = spends.filter(({ path, places }) => places.payouts[0] === 1 && path !== 'close' && path !== 'refund');
  return paying.flatMap(({ name, draft }) => {
    const paid = valueAt(draft, 1);
    const kept = byValue({ ...draft, outputs: draft.outputs.slice(0, 1) }, 0, paid);
    const token = { category: named32('tokens of the outsider'), amount: 5n };
    const tokens = { ...draft, inputs: [...draft.inputs, mineCoin(outsider, { token }, 'tokens')] };
    return [
      row('recipient', `payout: a satoshi more (${name})`, byValue(byValue(draft, 1, 1n), 0, -1n)),
      row('recipient', `payout: a satoshi more, from another coin (${name})`, rich(byValue(draft, 1, 1n))),
      row('sender', `payout: a satoshi less (${name})`, byValue(byValue(draft, 1, -1n), 0, 1n)),
      row('outsider', `payout: to the outsider (${name})`, locked(draft, 1, outsider.lockingBytecode)),
      row('sender', `payout: to the sender (${name})`, locked(draft, 1, sender.lockingBytecode)),
      row(
        'outsider',
        `payout: to a script of the same 20 bytes (${name})`,
        locked(draft, 1, encodeLockingBytecodeP2sh20(recipient.hash)),
      ),
      row('sender', `payout: none, all kept (${name})`, kept),
      row('miner', `payout: none, all for the fee (${name})`, { ...draft, outputs: draft.outputs.slice(0, 1) }),
      row(
        'sender',
        `payout: behind another output (${name})`,
        rich({ ...draft, outputs: [...draft.outputs.slice(0, 1), payTo(outsider, 1_000n), ...draft.outputs.slice(1)] }),
      ),
      row(
        'outsider',
        `payout: with a token (${name})`,
        withOutput(tokens, 1, (output) => ({ ...output, token })),
      ),
    ];
  });
};

const FIELDS = [
  ['index', 0],
  ['status', 2],
  ['left', 3],
  ['open', 5],
  ['next', 7],
  ['debt', 12],
  ['amount', 19],
  ['recipient', 25],
] as const;

/** Whether another status is the sender's own choice: a pause of the same transaction. */
const isChoice = (name: string, field: string, by: number): boolean =>
  field === 'status' &&
  ((name === 'pause' && by > 0) || (name.startsWith('cancel') && !name.includes('paused') && by < 0));

/** The state that a transaction leaves. */
const stateRows = ({ terms, till }: Scene, spends: readonly Spend[]): CurrencyRow[] =>
  spends.flatMap(({ name, draft, places: { state } }) => {
    if (state === undefined) return [];
    const nft = draft.outputs[state]?.token?.nft?.commitment ?? new Uint8Array();
    const units = draft.outputs[state]?.token?.amount ?? 0n;
    const says = (commitment: Uint8Array, capability?: 'none' | 'minting'): Draft =>
      withOutput(draft, state, (output) => withNft(output, commitment, capability));
    const other = createCovenant({ ...terms, nonce: named32('another nonce').slice(0, 16) });
    const changed = FIELDS.flatMap(([field, place]) =>
      [1, 255]
        .filter((by) => !isChoice(name, field, by === 1 ? 1 : -1))
        .map((by) =>
          row(
            by === 1 ? 'recipient' : 'sender',
            `state: ${field} ${by === 1 ? 'raised' : 'lowered'} (${name})`,
            says(nft.map((byte, i) => (i === place ? (byte + by) & 255 : byte))),
          ),
        ),
    );
    const shifted = {
      ...draft,
      outputs: [...draft.outputs.slice(0, state), payTo(outsider, 600n), ...draft.outputs.slice(state)],
    };
    return [
      ...changed,
      row('outsider', `state: at the outsider (${name})`, locked(draft, state, outsider.lockingBytecode)),
      row('outsider', `state: at other terms (${name})`, locked(draft, state, other.lock)),
      row('outsider', `state: at the till (${name})`, locked(draft, state, till.lock)),
      row('outsider', `state: immutable (${name})`, says(nft, 'none')),
      row('outsider', `state: burned (${name})`, withOutput(draft, state, withoutToken)),
      row('outsider', `state: 46 bytes (${name})`, says(Uint8Array.of(...nft, 0))),
      row('outsider', `state: 44 bytes (${name})`, says(nft.slice(0, 44))),
      row('outsider', `state: at another place (${name})`, rich(shifted)),
      ...(units > 0n ? [row('outsider', `state: without its units (${name})`, withUnits(draft, state, 0n))] : []),
    ];
  });

/** The exact bound of the fee of each keyless path, and what senders' moves keep. */
const feeRows = (spends: readonly Spend[]): CurrencyRow[] =>
  spends.flatMap(({ name, path, draft, places: { state } }) => {
    if (name === 'payment beside a coin' || name === 'top-up') return [];
    if (state === undefined)
      return path === 'close' || path === 'refund'
        ? [row('miner', `fee: a satoshi above the bound (${name})`, byValue(draft, 0, -1n))]
        : [];
    const half = withMore(byValue(draft, state, -valueAt(draft, state) / 2n), payTo(outsider, 100_000n));
    return [
      row('miner', `fee: a satoshi above the bound (${name})`, byValue(draft, state, -1n)),
      row('outsider', `fee: half of the money (${name})`, half),
    ];
  });

const notices = ({ terms, settle, refund }: Scene): CurrencyRow[] => {
  const [SEQUENCE, DISABLED, SECONDS] = [Number(terms.notice), 0x8000_0000, 0x40_0000];
  const young = { height: TIP.height - SEQUENCE + 2, mtp: TIP.mtp - 1_000 };
  const clocked = [
    ['settling', settle()],
    ['refund', refund()],
    ['refund of the fifth', refund({ index: 5n })],
  ] as const;
  return clocked.flatMap(([name, draft]) => {
    const sequence = (to: number): Draft => withInputAt(draft, 1, (input) => ({ ...input, sequence: to }));
    const coin = (change: (clock: Coin) => Coin): Draft =>
      withInputAt(draft, 1, (input) => ({ ...input, coin: change(input.coin) }));
    const forged = mineCoin(
      sender,
      { valueSatoshis: terms.bound, token: { category: OTHER, amount: 1n } },
      'forged clock',
    );
    return [
      ...[SEQUENCE - 1, 0xfffffffe, DISABLED + SEQUENCE, SECONDS + SEQUENCE, 0x1_0000 + SEQUENCE].map((to) =>
        row('sender', `notice: the sequence ${to} (${name})`, sequence(to)),
      ),
      row('sender', `notice: version 1 (${name})`, { ...draft, version: 1 }),
      row(
        'sender',
        `notice: a young clock (${name})`,
        coin((clock) => ({ ...clock, mined: young })),
        'lock',
      ),
      row(
        'sender',
        `notice: no clock (${name})`,
        withInputAt(draft, 1, () => ({ ...purse(sender, terms.bound), sequence: SEQUENCE })),
      ),
      row(
        'sender',
        `notice: the clock of a sibling (${name})`,
        coin(() => clockCoin(9n)),
      ),
      row(
        'sender',
        `notice: a clock of another plan (${name})`,
        coin((clock) => clockCoin(clock.output.token?.amount ?? 0n, OTHER)),
      ),
      row(
        'sender',
        `notice: a forged clock (${name})`,
        withInputAt(draft, 1, () => ({ ...forged, sequence: SEQUENCE })),
      ),
    ];
  });
};

const stopRows = ({ terms, covenant, stop }: Scene): CurrencyRow[] => {
  const plain = { lockingBytecode: clockOutput(1n).lockingBytecode, valueSatoshis: terms.bound };
  const of = (name: string, draft: Draft): CurrencyRow[] => {
    const coins = {
      ...draft,
      inputs: [purse(recipient, 3_000n), ...draft.inputs.slice(1), ...draft.inputs.slice(0, 1)],
    };
    return [
      ...[recipient, outsider].map((by) =>
        row(
          by === recipient ? 'recipient' : 'outsider',
          `stop: a coin of the ${by.name} (${name})`,
          withInputAt(draft, 0, () => purse(by, 20_000n)),
        ),
      ),
      row('recipient', `stop: the sender's coin behind (${name})`, coins),
      row(
        'sender',
        `stop: no clock (${name})`,
        withOutput(draft, 2, () => payTo(sender, terms.bound)),
      ),
      row('sender', `stop: the units to the sender (${name})`, locked(draft, 2, sender.lockingBytecode)),
      row(
        'sender',
        `stop: the units burned (${name})`,
        withOutput(draft, 2, () => plain),
      ),
      row(
        'sender',
        `stop: the units stay (${name})`,
        withUnits(
          withOutput(draft, 2, () => plain),
          1,
          1n,
        ),
      ),
      row('outsider', `stop: a satoshi more in the clock (${name})`, byValue(byValue(draft, 2, 1n), 0, -1n)),
      row('sender', `stop: a satoshi less in the clock (${name})`, byValue(draft, 2, -1n)),
      ...[0n, 3n, 4n, 127n, 130n].map((status) =>
        row(
          'sender',
          `stop: the status ${status} (${name})`,
          withState(draft, 1, () => ({ status })),
        ),
      ),
    ];
  };
  const two = stop([stateCoin(covenant), stateCoin(covenant, { index: 2n })], 2n);
  const order = (...places: readonly number[]): Draft => ({
    ...two,
    outputs: places.flatMap((place) => two.outputs[place] ?? []),
  });
  const noPause = createCovenant({ ...terms, pausable: false });
  const again = (status: bigint, units?: bigint): Draft => {
    const draft = stop([stateCoin(covenant, { status }, { units })], 2n);
    return units === undefined ? withOutput(draft, 2, () => plain) : draft;
  };
  const [first, second, third] = two.inputs;
  if (first === undefined || second === undefined || third === undefined) throw new Error('Expected three inputs');
  return [
    ...of('pause', stop([stateCoin(covenant)], 1n)),
    ...of('cancel', stop([stateCoin(covenant)], 2n)),
    row('sender', 'stop: a pause of a paused payment', stop([stateCoin(covenant, { left: 9n, open: 0n })], 1n)),
    row(
      'sender',
      'stop: a pause in the running period of a pause',
      stop([stateCoin(covenant, { left: 9n, open: 1n })], 1n),
    ),
    row('sender', 'stop: a pause where terms have none', stop([stateCoin(noPause)], 1n, noPause)),
    row('sender', 'stop: a cancel while pausing', again(1n)),
    row('sender', 'stop: a cancel while pausing, with units', again(1n, 1n)),
    row('sender', 'stop: a cancel under notice', again(2n)),
    row('sender', 'stop: a cancel under notice, with units', again(2n, 1n)),
    row('sender', 'stop: two payments, clocks exchanged', order(0, 1, 5, 3, 4, 2)),
    row('sender', 'stop: two payments, states exchanged', order(0, 4, 2, 3, 1, 5)),
    row(
      'sender',
      'stop: two payments, one state',
      withOutput(two, 4, () => payTo(sender, VALUE)),
    ),
    row(
      'sender',
      'stop: two payments, one clock',
      withUnits(
        withOutput(two, 5, () => payTo(sender, terms.bound)),
        2,
        3n,
      ),
    ),
    row('sender', 'stop: a payment of the plan at input 0', { ...two, inputs: [second, third, first] }),
    row(
      'sender',
      'stop: a clock of another token',
      withOutput(
        {
          ...stop([stateCoin(covenant)], 2n),
          inputs: [
            ...stop([stateCoin(covenant)], 2n).inputs,
            mineCoin(sender, { token: { category: OTHER, amount: 5n } }, 'tokens of the sender'),
          ],
        },
        2,
        () => clockOutput(1n, terms.bound, OTHER),
      ),
    ),
  ];
};

const resumeRows = ({ terms, covenant, resume }: Scene): CurrencyRow[] => {
  const [first, step] = [firstOf(terms), stepOf(terms)];
  const late = START + 50n * DAY;
  const after = resumedOf(terms, first, late);
  const plain = resume({ left: 9n, open: 0n }, late);
  const running = resume({ left: 9n, open: 1n }, START + 5n);
  const of = (some: Partial<State>, units?: bigint): Draft => {
    const coin = stateCoin(covenant, some, { units });
    return withUnits(
      withInputAt(plain, 1, () => hiddenInput(covenant, coin, 'resume', { passed: (after - first) / step })),
      1,
      units ?? coin.output.token?.amount ?? 0n,
    );
  };
  const moved = (some: Partial<State>, next: bigint, locktime = late): Draft => {
    const coin = stateCoin(covenant, some);
    const state = decodeState(coin.output);
    const passed = (next - state.next) / step;
    return draftOf(
      [purse(sender, 20_000n), hiddenInput(covenant, coin, 'resume', { passed })],
      [payTo(sender, 18_000n), stateOutput(covenant, { ...state, open: state.left, next }, VALUE)],
      { locktime: Number(locktime) },
    );
  };
  const sibling = hiddenInput(covenant, stateCoin(covenant, { index: 2n, left: 9n, open: 0n }), 'resume');
  return [
    ...[recipient, outsider].map((by) =>
      row(
        by === recipient ? 'recipient' : 'outsider',
        `resume: a coin of the ${by.name}`,
        withInputAt(plain, 0, () => purse(by, 20_000n)),
      ),
    ),
    row(
      'recipient',
      'resume: due a second earlier',
      withState(plain, 1, ({ next }) => ({ next: next - 1n })),
    ),
    row(
      'sender',
      'resume: due a second later',
      withState(plain, 1, ({ next }) => ({ next: next + 1n })),
    ),
    row(
      'sender',
      'resume: due a year later',
      withState(plain, 1, ({ next }) => ({ next: next + 12n * step })),
    ),
    row(
      'recipient',
      'resume: due before the date that was',
      moved({ left: 9n, open: 0n, next: first + 3n * step }, first + step, START - DAY),
    ),
    row(
      'sender',
      'resume: the running period later',
      withState(running, 1, ({ next }) => ({ next: next + step })),
    ),
    row('sender', 'resume: a payment that is pausing', of({ left: 9n, open: 0n, status: 1n })),
    row('sender', 'resume: a cancelled payment', of({ left: 9n, open: 0n, status: 2n })),
    row('sender', 'resume: an active payment, to put it off', moved({ left: 9n, open: 9n }, after)),
    row('sender', 'resume: an active payment, unchanged', moved({ left: 9n, open: 9n }, first)),
    row('sender', 'resume: with nothing left', moved({ left: 0n, open: 0n }, after)),
    row('sender', 'resume: at a height', moved({ left: 9n, open: 0n }, first, 800_000n)),
    row('sender', 'resume: a payment of the plan at input 0', {
      ...plain,
      inputs: [sibling, ...plain.inputs.slice(1), ...plain.inputs.slice(0, 1)],
    }),
  ];
};

const endRows = ({ covenant, settle, close, refund }: Scene): CurrencyRow[] => {
  const ends = [
    ['close', close()],
    ['refund', refund()],
  ] as const;
  const nft = { capability: 'mutable', commitment: encodeState(decodeState(stateCoin(covenant).output)) } as const;
  const units = { category: PLAN, amount: 1n };
  const each = ends.flatMap(([name, draft]) => {
    const more = (output: Output): Draft => rich(withMore(draft, output));
    const two = more(payTo(sender, 1_000n));
    return [
      row('outsider', `end: to the outsider (${name})`, locked(draft, 0, outsider.lockingBytecode)),
      row('recipient', `end: to the recipient (${name})`, locked(draft, 0, recipient.lockingBytecode)),
      row('outsider', `end: three outputs (${name})`, withMore(two, payTo(outsider, 600n))),
      row('sender', `end: units kept (${name})`, more({ ...payTo(sender, 1_000n), token: units })),
      row(
        'sender',
        `end: the NFT kept (${name})`,
        more({ ...payTo(sender, 1_000n), token: { category: PLAN, amount: 0n, nft } }),
      ),
      row(
        'sender',
        `end: the NFT kept, immutable (${name})`,
        more({ ...payTo(sender, 1_000n), token: { category: PLAN, amount: 0n, nft: { ...nft, capability: 'none' } } }),
      ),
      row(
        'sender',
        `end: units on the refund (${name})`,
        withOutput(draft, 0, (output) => ({ ...output, token: units })),
      ),
      row(
        'sender',
        `end: units on the refund of two outputs (${name})`,
        withOutput(two, 0, (output) => ({ ...output, token: units })),
      ),
      row(
        'sender',
        `end: the NFT on the refund of two outputs (${name})`,
        withOutput(two, 0, (output) => ({ ...output, token: { category: PLAN, amount: 0n, nft } })),
      ),
      row(
        'sender',
        `end: opened again (${name})`,
        more(stateOutput(covenant, decodeState(stateCoin(covenant).output), 5_000n)),
      ),
    ];
  });
  const refunding = (some: Partial<State>, units_?: bigint): Draft =>
    withInputAt(refund(), 0, () => hiddenInput(covenant, stateCoin(covenant, some, { units: units_ }), 'refund'));
  return [
    ...each,
    row('sender', 'close: a period left', close({ left: 1n, open: 1n })),
    row('sender', 'close: paused with a period left', close({ left: 1n, open: 0n })),
    row('sender', 'close: 256 periods left', close({ left: 256n, open: 256n })),
    row('sender', 'close: a debt of 576', close({ debt: 576n })),
    row('sender', 'close: a debt of one BCH', close({ debt: 100_000_000n })),
    row('sender', 'close: under notice', close({ status: 2n })),
    row('sender', 'close: while pausing', close({ status: 1n })),
    row('sender', 'refund: an active payment', refunding({})),
    row('sender', 'refund: an active payment without units', refunding({}, 0n)),
    row('sender', 'refund: a cancelled payment with units', refunding({ status: 2n }, 1n)),
    row('sender', 'refund: a payment that is pausing', refunding({ status: 1n })),
    row(
      'sender',
      'settling: a cancelled payment',
      withInputAt(settle(), 0, () => hiddenInput(covenant, stateCoin(covenant, { status: 2n }), 'settle')),
    ),
    row(
      'sender',
      'settling: two periods open',
      withState(settle(), 0, () => ({ open: 2n })),
    ),
    row(
      'sender',
      'settling: none open',
      withState(settle(), 0, () => ({ open: 0n })),
    ),
    row(
      'recipient',
      'settling: all open',
      withState(settle(), 0, ({ left }) => ({ open: left })),
    ),
  ];
};

const tillRows = ({ terms, covenant, till, pay, topUp, add, payDebt, close }: Scene): CurrencyRow[] => {
  const input = (script = till, value?: bigint) => tillInput(script, tillCoin(script, value), 'add');
  const into = (coin: Coin): Draft =>
    withOutput(
      withInputAt(add(), 0, () => hiddenInput(covenant, coin, 'topUp')),
      0,
      () => ({ ...coin.output, valueSatoshis: VALUE + 8_000_000n - terms.bound }),
    );
  const beside = (draft: Draft): Draft =>
    withMore({ ...draft, inputs: [...draft.inputs, input()] }, payTo(outsider, 7_900_000n));
  const [payment, deposit] = add().inputs;
  if (payment === undefined || deposit === undefined) throw new Error('Expected two inputs');
  const forgedNft = {
    token: {
      category: OTHER,
      amount: 0n,
      nft: { capability: 'mutable', commitment: encodeState(decodeState(payment.coin.output)) },
    },
  } as const;
  const taking = (change: Partial<DraftInput>, by: Party = sender, version = 2): Draft =>
    draftOf(
      [purse(by, 5_000n), { ...tillInput(till, tillCoin(till), 'take', Number(terms.notice)), ...change }],
      [payTo(by, 8_003_000n)],
      { version },
    );
  const keyed = {
    ...add(),
    inputs: [mineCoin(outsider, {}, 'a bare key'), deposit],
    outputs: [payTo(outsider, 7_900_000n)],
  };
  return [
    row('outsider', 'top-up: a satoshi less than the least', byValue(topUp(terms.least), 0, -1n)),
    row('outsider', 'top-up: nothing', byValue(topUp(terms.least), 0, -terms.least)),
    row(
      'outsider',
      'top-up: all of the money into a pocket',
      withMore(byValue(topUp(), 0, -VALUE), payTo(outsider, VALUE)),
    ),
    ...[1n, 2n].map((status) => row('sender', `top-up: in a notice (${status})`, topUp(9_000_000n, { status }))),
    row('outsider', 'till: a satoshi above the bound', byValue(add(), 0, -1n)),
    row(
      'outsider',
      'till: the coin into a pocket',
      withMore(byValue(add(), 0, -1_900_000n), payTo(outsider, 1_900_000n)),
    ),
    row('outsider', 'till: beside a payment, into a pocket', beside(pay())),
    row('outsider', 'till: beside the payment of a debt, into a pocket', beside(payDebt(77_777_777n))),
    row('outsider', 'till: two coins, one added', { ...add(), inputs: [payment, deposit, input(till, 7_999_999n)] }),
    row('outsider', 'till: at input 2', { ...add(), inputs: [payment, purse(outsider, 5_000n), deposit] }),
    row('outsider', 'till: at input 0', draftOf([deposit], [payTo(outsider, 7_900_000n)])),
    row('outsider', 'till: into a sibling', into(stateCoin(covenant, { index: 2n }))),
    row(
      'outsider',
      'till: into a forged payment',
      into(stateCoin(covenant, { recipient: outsider.hash }, { category: OTHER })),
    ),
    row('outsider', 'till: into an NFT of another category', {
      ...add(),
      inputs: [mineCoin(outsider, forgedNft, 'forged NFT'), deposit],
      outputs: [{ ...payTo(outsider, 7_900_000n), ...forgedNft }],
    }),
    row('outsider', 'till: into a key', keyed),
    row(
      'outsider',
      'till: a coin with a token, for its satoshis',
      withInputAt(add(), 1, (each) => ({
        ...each,
        coin: { ...each.coin, output: { ...each.coin.output, token: { category: OTHER, amount: 5n } } },
      })),
    ),
    row('outsider', 'till: the payment ends beside it', {
      ...close(),
      inputs: [...close().inputs, input()],
      outputs: [payTo(sender, VALUE), payTo(outsider, 7_900_000n)],
    }),
    row('sender', 'till: the payment ends beside it, to the sender', {
      ...close(),
      inputs: [...close().inputs, input()],
      outputs: [payTo(sender, VALUE + 8_000_000n - terms.bound)],
    }),
    row('outsider', 'till: taken by the outsider', taking({}, outsider)),
    row('recipient', 'till: taken by the recipient', taking({}, recipient)),
    row('sender', 'till: taken a block early', taking({ sequence: Number(terms.notice) - 1 })),
    row('sender', 'till: taken without a relative lock', taking({ sequence: 0xfffffffe })),
    row('sender', 'till: taken by version 1', taking({}, sender, 1)),
    row('outsider', 'till: of another index', {
      ...add(),
      inputs: [payment, input(createTill(terms, 2n))],
    }),
  ];
};

/** Several inputs of the covenant, and calls at other places. */
const inputRows = (scene: Scene): CurrencyRow[] => {
  const { terms, covenant, pay, stop, settle, topUp, payDebt, close, refund, sweep } = scene;
  const other = stateCoin(covenant, {}, { label: 'another' });
  const decoy = purse(outsider, 3_000n, 'decoy');
  const keyless = [
    ['payment', pay()],
    ['settling', settle()],
    ['top-up', topUp()],
    ['payment of the debt', payDebt(77_777_777n)],
    ['close', close()],
    ['refund', refund()],
  ] as const;
  const riding = keyless.flatMap(([name, draft]) => {
    const [first] = draft.inputs;
    if (first === undefined) throw new Error('Expected an input');
    const { coin } = first;
    const twin: Coin = { ...coin, txid: named32(`twin of the ${name}`) };
    const foreign: Coin = {
      ...twin,
      output: {
        ...coin.output,
        token: {
          category: OTHER,
          amount: 1n,
          ...(coin.output.token?.nft === undefined ? {} : { nft: coin.output.token.nft }),
        },
      },
    };
    const pocket = payTo(outsider, VALUE - 10_000n);
    return [
      row('outsider', `input: behind a decoy (${name})`, { ...draft, inputs: [decoy, ...draft.inputs] }),
      row(
        'outsider',
        `input: a payment of another plan beside it, into a pocket (${name})`,
        withMore({ ...draft, inputs: [...draft.inputs, { ...first, coin: foreign }] }, pocket),
      ),
      row(
        'outsider',
        `input: a twin beside it, into a pocket (${name})`,
        withMore({ ...draft, inputs: [...draft.inputs, { ...first, coin: twin }] }, pocket),
      ),
    ];
  });
  const open = (draft: Draft, after: readonly [number, number]): Draft =>
    withOutput(draft, 0, (output) => {
      const bytes = encodeState(decodeState(output));
      return withNft(output, Uint8Array.of(...bytes.slice(0, 5), ...after, ...bytes.slice(7)));
    });
  const paused = open(pay({ left: 9n, open: 0n }), [0, 0]);
  // Scripts write -1 so.
  const minusOne = open(paused, [1, 0x80]);
  const stray = (token: Output['token']): Output => ({
    lockingBytecode: covenant.lock,
    valueSatoshis: VALUE,
    ...(token === undefined ? {} : { token }),
  });
  const state = stateOutput(covenant, decodeState(other.output), VALUE);
  return [
    ...riding,
    row('sender', 'sweep: a payment', sweep(state)),
    row(
      'sender',
      'sweep: a payment under notice',
      sweep(stateOutput(covenant, { ...decodeState(other.output), status: 2n }, VALUE)),
    ),
    row(
      'outsider',
      'sweep: by the outsider',
      withInputAt(sweep(stray(undefined)), 0, () => purse(outsider, 5_000n)),
    ),
    row(
      'recipient',
      'sweep: by the recipient',
      withInputAt(sweep(stray(undefined)), 0, () => purse(recipient, 5_000n)),
    ),
    row(
      'sender',
      'input: a sweep of a payment beside a cancel of a sibling',
      withMore(
        {
          ...stop([stateCoin(covenant)], 2n),
          inputs: [...stop([stateCoin(covenant)], 2n).inputs, hiddenInput(covenant, other, 'sweep')],
        },
        payTo(sender, VALUE - 10_000n),
      ),
    ),
    row('sender', 'open: a payment while paused', paused),
    row('recipient', 'open: a payment while paused, minus one open after it', minusOne),
    row('recipient', 'open: a payment with nothing left', {
      ...withInputAt(pay({ left: 1n, open: 1n }), 0, ({ coin }) =>
        payInput(
          covenant,
          { ...coin, output: stateOutput(covenant, { ...decodeState(coin.output), left: 0n, open: 0n }, VALUE) },
          quoteAt(START),
        ),
      ),
    }),
    row(
      'recipient',
      'amounts: two periods in one',
      withState(pay(), 0, ({ left, open, next }) => ({ left: left - 1n, open: open - 1n, next: next + stepOf(terms) })),
    ),
    row(
      'sender',
      'amounts: a debt forgiven',
      byValue(
        byValue(
          withState(pay(), 0, () => ({ debt: 0n })),
          1,
          -12_345_678n,
        ),
        0,
        12_345_678n,
      ),
    ),
    row(
      'sender',
      'amounts: a part paid, no debt left',
      withState(pay({}, { value: 200_000_000n }), 0, () => ({ debt: 0n })),
    ),
    row('sender', 'amounts: a price fixed with money, all of it a debt', {
      ...byValue(
        withState(pay(), 0, () => ({ debt: 345_679_011n })),
        0,
        345_679_011n,
      ),
      outputs: byValue(
        withState(pay(), 0, () => ({ debt: 345_679_011n })),
        0,
        345_679_011n,
      ).outputs.slice(0, 1),
    }),
    row('recipient', 'amounts: less than an output of the debt', payDebt(575n)),
    row('recipient', 'amounts: the reserve paid for a debt', byValue(byValue(payDebt(2_000_000_000n), 1, 1n), 0, -1n)),
    row(
      'outsider',
      'message: a metadata message as the payment, with the number before',
      quoted(scene, {
        previous: messageOf(USD, { time: START - 13n, priceNumber: 5n, price: 1n }),
        message: messageOf(USD, { time: START + 47n, priceNumber: 7n, price: PRICE }),
      }),
    ),
    row(
      'sender',
      'clock: spent by itself',
      draftOf(
        [purse(sender, 5_000n), clockInput(clockCoin(1n))],
        [payTo(sender, 5_000n), { ...payTo(sender, 1_000n), token: { category: PLAN, amount: 1n } }],
      ),
    ),
  ];
};

/** What a resume by the calendar says that it skips. */
const skipRows = ({ terms, covenant }: Scene): CurrencyRow[] => {
  const [first, step] = [firstOf(terms), stepOf(terms)];
  /** Resumes at `START`, the first payday. @param next what the state says, no matter what is skipped */
  const skipping = (passed: bigint, next: bigint, some: Partial<State> = { left: 9n, open: 0n }): Draft => {
    const coin = stateCoin(covenant, some);
    const state = decodeState(coin.output);
    return draftOf(
      [purse(sender, 20_000n), hiddenInput(covenant, coin, 'resume', { passed })],
      [payTo(sender, 18_000n), stateOutput(covenant, { ...state, open: state.left, next }, VALUE)],
      { locktime: Number(START) },
    );
  };
  return [
    row('sender', 'skip: a payday that has not passed', skipping(2n, first + 2n * step)),
    row('sender', 'skip: a year of paydays', skipping(12n, first + 12n * step)),
    row('sender', 'skip: the running period', skipping(1n, first + step, { left: 9n, open: 1n })),
    row('sender', 'skip: one payday, two gone', skipping(1n, first + 2n * step)),
    row('sender', 'skip: no payday, one gone', skipping(0n, first + step)),
    row('recipient', 'skip: one payday, none gone', skipping(1n, first)),
    row('recipient', 'skip: a payday less than none', skipping(-1n, first - step)),
    row('recipient', 'skip: three paydays less than none', skipping(-3n, first - 3n * step)),
  ];
};

/** Everything that must be refused. */
export const currencyRows = (scene: Scene): CurrencyRow[] => {
  const spends = currencySpends(scene);
  return [
    ...messageRows(scene),
    ...timeRows(spends),
    ...payoutRows(spends),
    ...stateRows(scene, spends),
    ...feeRows(spends),
    ...notices(scene),
    ...stopRows(scene),
    ...resumeRows(scene),
    ...(scene.terms.form === 'currency-payment' ? [] : skipRows(scene)),
    ...endRows(scene),
    ...tillRows(scene),
    ...inputRows(scene),
  ];
};
