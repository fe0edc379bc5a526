import type { Output } from '@bitauth/libauth';
import fc from 'fast-check';
import { vestedAmount } from '@weir/vesting';
import { changeValue } from '../attacks/mutations.js';
import { at, RUNS } from '../support/bytes.js';
import { coinNamed, purse } from '../support/coins.js';
import { accept, isValid } from '../support/judge.js';
import { outsider, recipient } from '../support/parties.js';
import { coinOf, type Draft, type DraftInput, seal } from '../support/transaction.js';
import { withNft } from './honest-spends.js';
import {
  boundsOf,
  CATEGORY,
  draftPay,
  endOf,
  leftAt,
  lockCoin,
  lockedAt,
  lockInput,
  lockingBytecodeOf,
  type LockTerms,
  PAYOUT,
  unitsOf,
} from './lock.js';

const LAST_TIME = 4_294_967_294n;
/** All BCH but what pays fees. */
const SUPPLY = 2_099_999_999_900_000n;
const MAX_TOKENS = 9_223_372_036_854_775_807n;

/** Terms that the one check accepts, at the edges of 31 and 32 bits too. */
const anyTerms: fc.Arbitrary<LockTerms> = fc
  .record({
    asset: fc.constantFrom('BCH' as const, 'FUNGIBLE_TOKEN' as const),
    start: fc.oneof(
      fc.constantFrom(500_000_000n, 2_147_483_646n, LAST_TIME - 1n),
      fc.bigInt(500_000_000n, LAST_TIME - 1n),
    ),
    shape: fc.tuple(
      fc.oneof(fc.constantFrom(1n, 60n, 86_400n, 2_592_000n), fc.bigInt(1n, 1_000_000n)),
      fc.oneof(fc.constantFrom(1n, 2n, 12n, 48n), fc.bigInt(1n, 150_000_000n)),
    ),
    share: fc.nat(1_000),
    bch: fc.oneof(fc.bigInt(1_100n, 200_000n), fc.bigInt(200_000n, 2_000_000_000n), fc.constantFrom(26_880n, SUPPLY)),
    delay: fc.constantFrom(undefined, 144n, 65_535n),
    tokens: fc.oneof(fc.constantFrom(1n, 2n, 63n, 64n, 65n, 1n << 62n, MAX_TOKENS), fc.bigInt(1n, 5_000_000n)),
  })
  .map(({ asset, start, shape: [wide, many], share, bch, tokens, delay }) => {
    const span = LAST_TIME - start;
    const step = wide > span ? span : wide;
    const steps = many * step > span ? span / step : many;
    return {
      asset,
      start,
      step,
      steps,
      recipient: recipient.lockingBytecode,
      delay,
      total: asset === 'BCH' ? bch : tokens,
      cliff: start + (step * steps * BigInt(share)) / 1_000n,
    };
  });

/** Times where something changes, and any other. */
const anyTime = (terms: LockTerms): fc.Arbitrary<bigint> => {
  const end = endOf(terms);
  return fc
    .oneof(
      fc.constantFrom(terms.cliff - 1n, terms.cliff, terms.start, end - 1n, end, end + 9n, 849_000n),
      fc.bigInt(terms.start, end),
      fc.bigInt(0n, 2n).map((steps) => end - terms.step * steps),
    )
    .map((time) => (time < 0n ? 0n : time > LAST_TIME ? LAST_TIME : time));
};

/** How a payment differs from a valid one. */
const anyChange = fc.record({
  fee: fc.oneof(
    fc.constantFrom(0n, 419n, 420n, 421n, 449n, 450n, 451n, 470n, 471n, 500n, 501n, 570n, 571n),
    fc.bigInt(0n, 600n),
  ),
  kept: fc.oneof({ weight: 8, arbitrary: fc.constant(0n) }, { weight: 1, arbitrary: fc.bigInt(-2n, 2n) }),
  paid: fc.oneof({ weight: 8, arbitrary: fc.constant(0n) }, { weight: 1, arbitrary: fc.bigInt(-2n, 2n) }),
  reserve: fc.constantFrom(1_450n, 1_500n, 1_570n, 2_999n, 3_000n, 3_139n, 3_140n, 10_000n),
  payee: fc.oneof(
    { weight: 12, arbitrary: fc.constant('recipient') },
    { weight: 1, arbitrary: fc.constant('outsider') },
  ),
  onward: fc.oneof(
    { weight: 12, arbitrary: fc.constant('same') },
    { weight: 1, arbitrary: fc.constantFrom('outsider', 'earlier') },
  ),
  order: fc.oneof(
    { weight: 12, arbitrary: fc.constant('as it is') },
    { weight: 1, arbitrary: fc.constantFrom('swapped', 'one output', 'one more') },
  ),
  helper: fc.constantFrom('none', 'none', 'recipient', 'outsider', 'recipient, outsider', 'outsider, recipient'),
  sequence: fc.oneof(
    { weight: 20, arbitrary: fc.constant(0xfffffffe) },
    { weight: 1, arbitrary: fc.constant(0xffffffff) },
  ),
  twice: fc.oneof(
    { weight: 20, arbitrary: fc.constant('no') },
    { weight: 1, arbitrary: fc.constantFrom('behind', 'before', 'decoy') },
  ),
  stray: fc.oneof(
    { weight: 12, arbitrary: fc.constant('none') },
    { weight: 1, arbitrary: fc.constantFrom('goes along', 'burned', 'kept') },
  ),
});
type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never;

interface Case {
  readonly terms: LockTerms;
  readonly time: bigint;
  /** What the coin holds above what must stay; below 0 where a payment is dated back before the last one. */
  readonly above: bigint;
  readonly change: Change;
}

const anyCase: fc.Arbitrary<Case> = anyTerms.chain((terms) =>
  anyTime(terms).chain((time) => {
    const left = leftAt(terms, time);
    const honest = terms.total - left;
    const limit = (terms.asset === 'BCH' ? SUPPLY : MAX_TOKENS) - left;
    const within = (value: bigint) => (value > limit ? limit : value);
    return fc.record({
      terms: fc.constant(terms),
      time: fc.constant(time),
      above: fc
        .oneof(
          fc.constantFrom(
            honest,
            honest,
            honest / 3n,
            terms.total / 64n,
            terms.total / 64n + 1n,
            boundsOf(terms).keyless - 1n,
            boundsOf(terms).keyless,
            2n * terms.total,
          ),
          fc.bigInt(0n, honest > 0n ? honest : 0n),
          // Nothing, and less: what the purses of a case can put back.
          fc.oneof(fc.constantFrom(0n, -1n, 1n), fc.bigInt(-4_000n, 0n)),
        )
        .map(within),
      change: anyChange,
    });
  }),
);

/** Coins of helpers; each with the tokens that a payment puts back. */
const purses = (helper: string, tokens: bigint): DraftInput[] =>
  (helper === 'none' ? [] : helper.split(', ')).map((name, i) => {
    const plain = purse(name === 'recipient' ? recipient : outsider, 5_000n, `${name} ${i}`);
    if (tokens < 1n) return plain;
    const output = { ...plain.coin.output, token: { category: CATEGORY, amount: tokens } };
    return { ...plain, coin: { ...plain.coin, output } };
  });

/** What a payment of nothing, or of less, shows as paid: satoshis of a helper's, or one token. */
const SHOWN = { BCH: 600n, FUNGIBLE_TOKEN: 1n } as const;

const STRAY = { category: CATEGORY, amount: 7n };
const NFT = { capability: 'none', commitment: Uint8Array.of(7) } as const;

/** The transaction of a case; undefined where its numbers have no form. */
const draftOf = ({ terms, time, above, change }: Case): Draft | undefined => {
  const inBch = terms.asset === 'BCH';
  const left = leftAt(terms, time);
  const held = left + above;
  const coin = lockCoin(terms, held, change.reserve);
  const source =
    change.stray === 'none' ? coin : inBch ? { ...coin, output: { ...coin.output, token: STRAY } } : withNft(coin, NFT);
  if (held < 1n) return undefined;
  const onward =
    change.onward === 'same'
      ? coin.output.lockingBytecode
      : change.onward === 'outsider'
        ? outsider.lockingBytecode
        : lockingBytecodeOf({ ...terms, steps: terms.steps + 1n });
  const to = change.payee === 'recipient' ? recipient.lockingBytecode : outsider.lockingBytecode;
  const units = (amount: bigint, satoshis: bigint) =>
    inBch
      ? { valueSatoshis: amount }
      : { valueSatoshis: satoshis, ...(amount > 0n && { token: { category: CATEGORY, amount } }) };
  /** What else the coin carries: tokens on BCH, an NFT on tokens. */
  const hung = (where: string, amount: bigint) => {
    if (change.stray !== where || (!inBch && amount < 0n)) return {};
    return { token: inBch ? STRAY : { category: CATEGORY, amount, nft: NFT } };
  };
  const fee = inBch ? change.fee : 0n;
  const satoshis = left > 0n ? change.reserve - PAYOUT - change.fee : change.reserve - change.fee;
  const rest = { lockingBytecode: onward, ...units(left + change.kept, satoshis), ...hung('kept', left + change.kept) };
  // An NFT alone does not pay tokens either.
  const isShown = above < (inBch || change.stray !== 'goes along' ? 1n : 0n);
  const shown = isShown ? SHOWN[terms.asset] : above - fee + change.paid;
  const paid = {
    lockingBytecode: to,
    ...units(shown, left > 0n ? PAYOUT : satoshis),
    ...hung('goes along', isShown ? shown : above + change.paid),
  };
  const outputs = left > 0n ? [rest, paid] : [paid];
  const arranged = {
    'as it is': outputs,
    swapped: outputs.toReversed(),
    'one output': [paid],
    'one more': [...outputs, rest],
  };
  const chosen = arranged[change.order];
  const hasForm = ({ valueSatoshis, token }: Output) =>
    valueSatoshis >= 0n && (token === undefined || token.amount >= (token.nft === undefined ? 1n : 0n));
  if (!chosen.every(hasForm)) return undefined;
  const mine = { ...lockInput(terms, source), sequence: change.sequence };
  const twin = { ...mine, coin: { ...source, vout: 2 } };
  const decoy = purse(outsider, 9_000n, 'decoy');
  const inputs = { no: [mine], behind: [mine, twin], before: [twin, mine], decoy: [decoy, mine] }[change.twice];
  return {
    version: 2,
    locktime: Number(time),
    inputs: [...inputs, ...purses(change.helper, inBch ? 0n : SHOWN[terms.asset] - above)],
    outputs: chosen,
  };
};

/** Whether the rules of a lock, in plain words, allow a transaction. */
const allows = ({ terms, time, above, change }: Case, draft: Draft): boolean => {
  const inBch = terms.asset === 'BCH';
  if (change.twice !== 'no' || change.sequence === 0xffffffff) return false;
  if (time < terms.cliff || above < 1n) return false;
  const left = leftAt(terms, time);
  const isRecipients = change.helper.endsWith('recipient');
  const { keyless, fees, reserve } = boundsOf(terms);
  const isLarge = inBch ? above >= terms.total / 64n && above >= keyless : above * 64n >= terms.total;
  if (left > 0n && !isLarge && !isRecipients) return false;
  const [first, second] = [draft.outputs[0], draft.outputs[1]];
  const payment = left > 0n ? second : first;
  if (payment === undefined || payment.lockingBytecode !== recipient.lockingBytecode) return false;
  const bounds = fees[terms.asset];
  if (inBch) {
    if (payment.valueSatoshis < above - bounds.pay) return false;
    if ((payment.token?.amount ?? 0n) !== (change.stray === 'none' ? 0n : STRAY.amount)) return false;
  } else {
    if ((payment.token?.amount ?? 0n) !== above) return false;
    if ((payment.token?.nft !== undefined) !== (change.stray !== 'none')) return false;
  }
  if (left === 0n) return inBch || payment.valueSatoshis >= change.reserve - bounds.end;
  if (first === undefined || change.onward !== 'same' || change.order === 'swapped') return false;
  if (unitsOf(terms, first) !== left) return false;
  if (inBch) return first.token === undefined;
  const most = change.reserve - PAYOUT - bounds.pay;
  return (
    first.token?.nft === undefined &&
    payment.valueSatoshis >= PAYOUT &&
    first.valueSatoshis >= (most > reserve ? most : reserve)
  );
};

/** Whether the rules of every transaction allow its sums: no more out than in. */
const isBalanced = ({ inputs, outputs }: Draft): boolean => {
  const sources = inputs.map(({ coin }) => coin.output);
  const satoshis = (each: readonly Output[]) => each.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
  const tokens = (each: readonly Output[]) => each.reduce((sum, { token }) => sum + (token?.amount ?? 0n), 0n);
  return satoshis(sources) >= satoshis(outputs) && tokens(sources) >= tokens(outputs) && tokens(sources) <= MAX_TOKENS;
};

describe('random payments beside the rules in plain words', () => {
  it('pass where the rules allow them, and nowhere else', () => {
    const seen = { accepted: 0, refused: 0, empty: 0 };
    fc.assert(
      fc.property(anyCase, (each) => {
        const draft = draftOf(each);
        if (draft === undefined || !isBalanced(draft)) return;
        const expected = allows(each, draft);
        expect(isValid(seal(draft))).toBe(expected);
        seen[expected ? 'accepted' : 'refused'] += 1;
        if (each.above < 1n && each.change.helper.endsWith('recipient')) seen.empty += 1;
      }),
      { numRuns: RUNS(600) },
    );
    // The search reaches what it is meant to search.
    expect(seen.accepted).toBeGreaterThan(RUNS(600) / 10);
    expect(seen.refused).toBeGreaterThan(RUNS(600) / 4);
    expect(seen.empty).toBeGreaterThan(RUNS(600) / 60);
  });
});

describe('random lives of locks', () => {
  it('pay what has vested, exactly and to the recipient alone, and all of it at the end', () => {
    const anyLife = anyTerms.chain((terms) =>
      fc.tuple(fc.constant(terms), fc.array(anyTime(terms), { maxLength: 6, size: 'max' }), fc.nat(3)),
    );
    let [payments, empty] = [0, 0];
    fc.assert(
      fc.property(anyLife, ([terms, times, extra]) => {
        const end = endOf(terms);
        const tip = { height: 4_000_000, mtp: Number(LAST_TIME) + 1 };
        const inBch = terms.asset === 'BCH';
        let coin = coinNamed(
          'a funded lock',
          lockCoin(terms, terms.total, boundsOf(terms).reserve * BigInt(1 + extra)).output,
        );
        let paid = 0n;
        // Any order of dates: earlier ones, and those before the cliff, pay nothing and put nothing back.
        for (const time of [...times, end]) {
          const held = unitsOf(terms, coin.output);
          const due = held - leftAt(terms, time);
          if (inBch && due < 1n) {
            const back = draftPay(terms, coin, Number(time), purse(recipient, 20_000n - due));
            expect(isValid(seal(changeValue(changeValue(back, 1, 600n), 2, -600n)))).toBe(false);
            empty += 1;
          }
          if (time < terms.cliff || due < 1n || (inBch && due < 576n)) continue;
          const isEnd = leftAt(terms, time) === 0n;
          const own = isEnd ? undefined : purse(recipient, 20_000n);
          const sealed = accept(draftPay(terms, coin, Number(time), own), tip);
          const payment = at(sealed.transaction.outputs, isEnd ? 0 : 1);
          expect(payment.lockingBytecode).toEqual(recipient.lockingBytecode);
          paid += unitsOf(terms, payment) + (inBch && isEnd ? sealed.fee : 0n);
          payments += 1;
          const vested = vestedAmount({ ...terms, end }, time);
          const floor = leftAt(terms, time) - lockedAt(terms, time);
          expect(paid).toBe(vested - floor);
          if (isEnd) break;
          coin = coinOf(sealed, 0);
        }
        expect(paid).toBe(terms.total);
      }),
      { numRuns: RUNS(80) },
    );
    expect(payments).toBeGreaterThan(RUNS(80));
    expect(empty).toBeGreaterThan(RUNS(80) / 8);
  });
});
