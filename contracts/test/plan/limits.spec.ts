import fc from 'fast-check';
import { changeOutput } from '../attacks/mutations.js';
import { RUNS } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import { createAddress, holdsTokens, isRecurring, type Kind, KINDS, type Terms } from './covenant.js';
import { draftPay } from './drafts.js';
import { isPayable, paymentOf } from './payment.js';
import { draftActs } from './stop-drafts.js';
import { placeStream, type Stream } from './stream.js';

const LAST = 4_294_967_295n;
const TIP = { height: 900_000, mtp: Number(LAST) + 1 };
const SUPPLY = 2_100_000_000_000_000n;
const MAX_TOKENS = 9_223_372_036_854_775_807n;

/** Times at the edges of 31 and 32 bits, too. */
const starts = fc.oneof(
  fc.constantFrom(500_000_000n, 1_700_000_000n, 2_147_483_647n, 2_147_483_648n, LAST - 2n),
  fc.bigInt(500_000_000n, LAST - 2n),
);
const shares = fc.constantFrom(0n, 1n, 333n, 500n, 999n, 1_000n);
const principals = (kind: Kind) =>
  holdsTokens(kind)
    ? fc.constantFrom(1n, 2n, 4_095n, 4_097n, 1n << 31n, (1n << 62n) + 1n, MAX_TOKENS - 1n, MAX_TOKENS)
    : fc.constantFrom(576n, 577n, 1_151n, 1_152n, 1_153n, 10_000n, 1_000_000_007n, SUPPLY - 1_000_000_000n);
const reserves = (kind: Kind, { floor, fee }: Pick<Terms, 'floor' | 'fee'>) =>
  holdsTokens(kind)
    ? fc.constantFrom(floor, floor + fee, 100_000n, 2_000_000_000_000n)
    : fc.constantFrom(floor, floor + 1n, floor + fee, 32_768n, 65_536n, 8_388_607n);
const indexes = fc.constantFrom(1n, 127n, 128n, 255n, 256n, 32_767n);

const any = (kind: Kind) =>
  fc
    .record({
      start: starts,
      length: shares,
      step: shares,
      cliff: shares,
      at: shares,
      index: indexes,
      noticed: fc.boolean(),
    })
    .chain((shape) =>
      fc.record({
        shape: fc.constant(shape),
        principal: principals(kind),
        reserve: reserves(kind, createAddress(kind).terms),
        unpaid: fc.constantFrom(1n, 2n, 3n, 12n, 32_767n),
      }),
    );

type Any = ReturnType<typeof any> extends fc.Arbitrary<infer T> ? T : never;

const place = (kind: Kind, { shape, principal, reserve, unpaid }: Any): { stream: Stream; time: bigint } => {
  const { start, index, noticed } = shape;
  const duration = 1n + ((LAST - start - 1n) * shape.length) / 1_000n;
  const share = (thousandths: bigint) => (duration * thousandths) / 1_000n;
  const step = 1n + share(shape.step);
  const address = createAddress(kind, { step, cliff: share(shape.cliff), interval: step });
  const least = holdsTokens(kind) ? 1n : 576n;
  const periods = principal / least < unpaid ? principal / least : unpaid;
  const state = isRecurring(kind)
    ? { next: start + share(shape.cliff), unpaid: periods, amount: principal / periods }
    : { start, end: start + duration };
  const stream = placeStream(address, {
    index,
    noticed,
    principal,
    to: recipient.lockingBytecode,
    state: { ...state, reserve },
  });
  return { stream, time: start + share(shape.at) };
};

const accepted = (draft: Draft): boolean => {
  const verdict = judge(draft, TIP);
  return verdict.accepted || verdict.by !== 'script';
};

/** A unit more to the payee than is due, out of what stays. */
const oneMore = (stream: Stream, draft: Draft): Draft => {
  const payee = draft.outputs.findIndex(({ lockingBytecode }) => lockingBytecode === stream.to);
  return changeOutput(draft, payee, (output) =>
    output.token === undefined
      ? { ...output, valueSatoshis: output.valueSatoshis + 1n }
      : { ...output, token: { ...output.token, amount: output.token.amount + 1n } },
  );
};

describe.each(KINDS)('%s, at the edges of times, amounts, indexes and reserves', (kind) => {
  it('pays exactly what the plain numbers say, or nothing', () => {
    const seen = { paid: 0, refused: 0 };
    fc.assert(
      fc.property(any(kind), (some) => {
        const { stream, time } = place(kind, some);
        const payment = paymentOf(stream, time);
        const money = purse(outsider, 50_000n);
        const draft = draftPay(stream, time, payment.worth ? { payment } : { payment, purse: money });
        const allowed = isPayable(stream, payment, false);
        expect(accepted(draft)).toBe(allowed);
        seen[allowed ? 'paid' : 'refused'] += 1;
        if (allowed) expect(accepted(oneMore(stream, draft))).toBe(false);
      }),
      { numRuns: RUNS(24), seed: 7 },
    );
    expect(Math.min(seen.paid, seen.refused)).toBeGreaterThan(1);
  });

  it('is ended by the sender unless everything is due', () => {
    fc.assert(
      fc.property(any(kind), ({ shape, ...rest }) => {
        const { stream, time } = place(kind, { ...rest, shape: { ...shape, noticed: false } });
        const { due, share } = paymentOf(stream, time);
        const all = isRecurring(kind) ? share.part >= share.whole : due >= share.whole;
        if (all) return;
        const authority = purse(sender, 90_000_000n);
        expect(accepted(draftActs([{ stream, act: 'cancel' }], time, { authority }))).toBe(true);
      }),
      { numRuns: RUNS(8), seed: 8 },
    );
  });
});
