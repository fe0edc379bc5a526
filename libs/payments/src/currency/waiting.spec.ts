import fc from 'fast-check';
import { soundTerms } from '../../test/arbitrary-terms.js';
import { type CurrencyBalance, findPairs, payDebt, payPeriod, type PriceMessage, satoshisAt } from '../index.js';

const START = 1_800_000_000n;
const GRACE = 86_400n;
const INTERVAL = 30n * GRACE;
const RESERVE = { reserve: 15_030n, floor: 2_430n, fee: 1_050n };
const WIDE = { reserve: 15_030n, fee: 1_780n };
/** Pays all debts in the end. */
const FINAL_TOP_UP = 2n ** 62n;

interface TopUp {
  readonly time: bigint;
  readonly amount: bigint;
}

/** A period's messages, and what the parties do about it. */
interface Period {
  /** The price before the date, and the first ones at or after the date and each grace. */
  readonly prices: readonly bigint[];
  /** Seconds from the date to the first message, and from there to the payment: the parties' choice. */
  readonly late: bigint;
  readonly wait: bigint;
}

const price = fc.oneof(fc.bigInt(1n, 200_000n), fc.bigInt(20_000n, 60_000n));
const periods = fc.array(
  fc.record({
    prices: fc.array(price, { minLength: 4, maxLength: 4 }),
    late: fc.bigInt(0n, 120n),
    wait: fc.bigInt(0n, GRACE - 121n),
  }),
  { minLength: 1, maxLength: 6 },
);
const topUps = fc.array(
  fc.record({
    time: fc.bigInt(0n, 6n * INTERVAL).map((after) => START + after),
    amount: fc.bigInt(1_780n, 2_000_000_000n),
  }),
  { maxLength: 5 },
);

/** What an oracle signs around a period's date: a message just before the date and each grace, and one at or after it. */
const messagesOf = ({ prices, late }: Period, due: bigint): PriceMessage[] =>
  prices.flatMap((each, n) => {
    const anchor = due + BigInt(n) * GRACE;
    const priceNumber = 1_000n + 100n * BigInt(n);
    const before = { time: anchor - 60n + late / 2n, number: priceNumber + 7n, priceNumber, price: each };
    return [
      { ...before, time: before.time < anchor ? before.time : anchor - 1n },
      { time: anchor + late, number: priceNumber + 8n, priceNumber: priceNumber + 1n, price: each + 1n },
    ];
  });

/**
 * Plays a payment's life: each period is paid when its party likes, with the messages that the oracle has signed by then, and money
 * arrives when somebody tops it up. In the end all debts are paid.
 *
 * @returns what each price fixed, and what the recipient has in the end, satoshis
 */
const play = (
  terms: Parameters<typeof payPeriod>[0],
  path: readonly Period[],
  added: readonly TopUp[],
  waitOf: (period: Period) => bigint,
) => {
  let balance: CurrencyBalance = { value: 100_000_000n, debt: 0n };
  let received = 0n;
  const waiting = [...added].sort((a, b) => Number(a.time - b.time));
  const addUntil = (time: bigint): void => {
    while ((waiting[0]?.time ?? time + 1n) <= time) {
      balance = { ...balance, value: balance.value + (waiting.shift()?.amount ?? 0n) };
      const step = payDebt(WIDE, balance);
      if (step === undefined) continue;
      received += step.paid;
      balance = step.after;
    }
  };
  const fixed = path.map((period, i) => {
    const due = START + BigInt(i) * INTERVAL;
    const time = due + period.late + waitOf(period);
    addUntil(time);
    const signed = messagesOf(period, due).filter((message) => message.time <= time);
    const [pair, ...others] = findPairs(signed, { due, grace: GRACE });
    // Until the grace is over, all parties have the same single pair.
    if (pair === undefined || others.length > 0) throw new Error(`${others.length + 1} pairs fix the price of ${due}`);
    const step = payPeriod(terms, RESERVE, balance, pair.message.price);
    received += step.paid;
    balance = step.after;
    return step.fixed;
  });
  addUntil(START + 100n * INTERVAL);
  balance = { ...balance, value: balance.value + FINAL_TOP_UP };
  const rest = payDebt(WIDE, balance);
  return { fixed, received: received + (rest?.paid ?? 0n), left: rest === undefined ? balance.debt : rest.after.debt };
};

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n);

describe('waiting', () => {
  it('changes nothing for any party within a grace, with and without money, over 10,000 random price paths', () => {
    fc.assert(
      fc.property(soundTerms, periods, topUps, (terms, path, added) => {
        const prompt = play(terms, path, added, () => 0n);
        const patient = play(terms, path, added, ({ wait }) => wait);
        const late = play(terms, path, [], ({ wait }) => wait);
        expect(prompt.fixed).toEqual(path.map(({ prices: [first = 0n] }) => satoshisAt(terms, first + 1n)));
        // When money comes does not matter either: a price is fixed without any.
        expect([patient.fixed, late.fixed]).toEqual([prompt.fixed, prompt.fixed]);
        for (const { received, left } of [prompt, patient, late]) {
          expect(received + left).toBe(sum(prompt.fixed));
          // Less than the smallest output is all that can stay unpaid.
          expect(left < 576n).toBe(true);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it('never takes the price of the date from the other party, no matter how many graces somebody waits', () => {
    fc.assert(
      fc.property(soundTerms, periods, fc.bigInt(0n, 3n), (terms, path, graces) => {
        const [period] = path;
        if (period === undefined) return;
        const time = START + graces * GRACE + period.late;
        const signed = messagesOf(period, START).filter((message) => message.time <= time);
        const choices = findPairs(signed, { due: START, grace: GRACE }).map(({ message }) =>
          satoshisAt(terms, message.price),
        );
        const atDate = satoshisAt(terms, (period.prices[0] ?? 0n) + 1n);
        expect(choices).toHaveLength(Number(graces) + 1);
        // The other party can always pay at the date's price, and at a better one for itself where there is one.
        expect(choices[0]).toBe(atDate);
      }),
      { numRuns: 2_000 },
    );
  });
});
