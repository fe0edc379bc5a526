import { createVirtualMachineBch2026, hash160, type Output } from '@bitauth/libauth';
import fc from 'fast-check';
import { at, littleEndian, RUNS } from '../support/bytes.js';
import { outsider, recipient } from '../support/parties.js';
import { seal, SEQUENCE_PLAIN, type Draft } from '../support/transaction.js';
import {
  type Address,
  CATEGORY,
  createAddress,
  dueByDate,
  hashesOf,
  type Kind,
  shownOf,
  stateCoin,
  stateOutput,
  STATE,
  type State,
  type Tranche,
} from './covenant.js';

const machine = createVirtualMachineBch2026(false);
/** Whether the script of the first input accepts, all other rules of transactions aside. */
const isAccepted = (draft: Draft): boolean => {
  const { transaction, sourceOutputs } = seal(draft);
  return machine.stateSuccess(machine.evaluate({ inputIndex: 0, sourceOutputs, transaction })) === true;
};

/** A number as scripts read bytes: the highest bit is the sign. */
const numberOf = (bytes: Uint8Array): bigint => {
  const last = bytes.at(-1) ?? 0;
  const size = bytes.reduceRight(
    (sum, byte, place) => (sum << 8n) | BigInt(place === bytes.length - 1 ? byte & 127 : byte),
    0n,
  );
  return last > 127 ? -size : size;
};
/** Whether a number fits so many bytes with its sign. */
const fits = (value: bigint, bytes: number): boolean => (value < 0n ? -value : value) < 1n << BigInt(8 * bytes - 1);
const same = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one?.toString() === other?.toString();

interface Payment {
  readonly address: Address;
  readonly draft: Draft;
  /** What the payment was called with. */
  readonly argument: bigint | Uint8Array;
  readonly list: readonly Tranche[];
}

/** What a payment must do beyond its amounts: go on at the same address, pay the recipient, leave the reserve. */
const goesOn = (
  { address, draft }: Payment,
  paid: bigint,
  left: bigint,
  reserve: bigint,
  to: Uint8Array,
  extra: bigint,
  next: (kept: bigint) => Uint8Array | undefined,
): boolean => {
  const [spent, state, payout] = [at(draft.inputs, 0).coin.output, at(draft.outputs, 0), draft.outputs[1]];
  if (payout === undefined || payout.token !== undefined || payout.valueSatoshis !== paid) return false;
  if (!same(hash160(payout.lockingBytecode), to)) return false;
  if (!same(state.lockingBytecode, address.lockingBytecode)) return false;
  if (!same(state.token?.category, CATEGORY) || state.token?.nft?.capability !== 'mutable') return false;
  if (state.token.amount !== spent.token?.amount) return false;
  const kept = state.valueSatoshis - left;
  const least = reserve - address.terms.fee - extra;
  if (kept < least || kept < address.terms.floor || !fits(kept, 3)) return false;
  return same(state.token.nft.commitment, next(kept));
};

const bytesOf = (
  ...parts: readonly (readonly [value: bigint, length: number] | Uint8Array)[]
): Uint8Array | undefined => {
  const pieces = parts.map((part) =>
    part instanceof Uint8Array ? part : fits(...part) && part[0] >= 0n ? littleEndian(...part) : undefined,
  );
  return pieces.includes(undefined) ? undefined : Uint8Array.from(pieces.flatMap((piece) => Array.from(piece ?? [])));
};

/** Whether a payment is one that its covenant should accept, by plain numbers and JavaScript's calendar. */
const isRight = (payment: Payment): boolean => {
  const { address, draft, argument, list } = payment;
  const { kind, terms } = address;
  const { coin, sequence } = at(draft.inputs, 0);
  const bytes = coin.output.token?.nft?.commitment ?? new Uint8Array();
  const time = BigInt(draft.locktime);
  if (sequence === 0xffffffff) return false;
  const isDue = (due: bigint): boolean => time >= due && time >= 500_000_000n;
  const part = (from: number, length: number): Uint8Array => bytes.slice(from, from + length);
  if (kind === 'calendar-recurring-bch' && typeof argument === 'bigint') {
    const [status, reserve, unpaid, month, amount] = [part(2, 1), part(3, 3), part(6, 2), part(8, 2), part(10, 7)].map(
      numberOf,
    ) as [bigint, bigint, bigint, bigint, bigint];
    const halted = status > 2n;
    if (argument < 1n || argument >= unpaid || (halted && argument !== status % 2n)) return false;
    if (!isDue(dueByDate(month + (argument - 1n) * terms.months, terms.day, terms.zero))) return false;
    const paid = argument * amount;
    const left = coin.output.valueSatoshis - reserve - paid;
    return goesOn(payment, paid, left, reserve, part(17, 20), 0n, (kept) =>
      bytesOf(
        part(0, 2),
        [status + (halted ? 1n : 0n), 1],
        [kept, 3],
        [unpaid - argument, 2],
        [month + argument * terms.months, 2],
        part(10, 27),
      ),
    );
  }
  if (kind === 'calendar-vesting-bch' && typeof argument === 'bigint') {
    const [reserve, released, day, month, count] = [part(2, 3), part(5, 7), part(12, 1), part(13, 2), part(15, 2)].map(
      numberOf,
    ) as [bigint, bigint, bigint, bigint, bigint];
    if (argument < terms.cliff || argument >= count) return false;
    if (!isDue(dueByDate(month + (argument - 1n) * terms.months, day, terms.zero))) return false;
    const principal = coin.output.valueSatoshis - reserve;
    const vested = ((released + principal) * argument) / count;
    const paid = vested - released;
    if (paid < 576n || principal - paid < 576n) return false;
    return goesOn(payment, paid, principal - paid, reserve, part(17, 20), 0n, (kept) =>
      bytesOf(part(0, 2), [kept, 3], [vested, 7], part(12, 25)),
    );
  }
  if (!(argument instanceof Uint8Array)) return false;
  const reserve = numberOf(part(2, 3));
  // The tranches that are shown, found in the list by what is shown of them.
  const from = hashesOf(list).findIndex((hash) => same(hash, part(5, 32)));
  const shown = Array.from({ length: list.length - Math.max(from, 0) }, (_, i) => i + 1).find((length) =>
    same(shownOf(list, from, length), argument),
  );
  if (from < 0 || shown === undefined) return false;
  const last = at(list, from + shown - 1);
  if (last.left <= 0n || !isDue(last.at)) return false;
  return goesOn(
    payment,
    coin.output.valueSatoshis - reserve - last.left,
    last.left,
    reserve,
    part(37, 20),
    BigInt(argument.length),
    (kept) => bytesOf(part(0, 2), [kept, 3], at(hashesOf(list), from + shown), part(37, 20)),
  );
};

const KINDS: readonly Kind[] = ['calendar-recurring-bch', 'calendar-vesting-bch', 'tranches-bch'];
const scenes = fc.record({
  kind: fc.constantFrom(...KINDS),
  months: fc.constantFrom(1n, 3n, 6n, 12n),
  day: fc.bigInt(1n, 31n),
  month: fc.bigInt(0n, 700n),
  status: fc.constantFrom(0n, 0n, 0n, 1n, 2n, 3n, 4n, 5n, 6n),
  unpaid: fc.bigInt(1n, 30n),
  count: fc.bigInt(2n, 40n),
  cliff: fc.constantFrom(1n, 1n, 1n, 5n),
  share: fc.bigInt(0n, 99n),
  amount: fc.bigInt(600n, 1_000_000n),
  reserve: fc.oneof(
    { weight: 5, arbitrary: fc.bigInt(1_700n, 40_000n) },
    { weight: 1, arbitrary: fc.bigInt(900n, 1_700n) },
  ),
  fee: fc.oneof({ weight: 5, arbitrary: fc.bigInt(0n, 620n) }, { weight: 1, arbitrary: fc.bigInt(621n, 700n) }),
  early: fc.constantFrom(0n, 0n, 0n, 0n, 0n, 1n, 86_400n),
});
const changeList = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('argument' as const), by: fc.bigInt(-2n, 2n) }),
    fc.record({ what: fc.constant('state value' as const), by: fc.bigInt(-700n, 700n) }),
    fc.record({ what: fc.constant('payout value' as const), by: fc.bigInt(-2n, 2n) }),
    fc.record({ what: fc.constant('units' as const), by: fc.bigInt(-1n, 1n) }),
    fc.record({ what: fc.constant('commitment' as const), by: fc.bigInt(0n, 14_591n) }),
    fc.record({ what: fc.constantFrom('payee', 'address', 'sequence', 'swap', 'token'), by: fc.constant(0n) }),
  ),
  { maxLength: 2 },
);
const changes = fc.oneof({ weight: 1, arbitrary: fc.constant<Change[]>([]) }, { weight: 1, arbitrary: changeList });
type Change = (typeof changeList extends fc.Arbitrary<infer T> ? T : never)[number];

const DAY = 86_400n;
const build = (
  scene: typeof scenes extends fc.Arbitrary<infer T> ? T : never,
  some: typeof changes extends fc.Arbitrary<infer T> ? T : never,
): Payment => {
  const { kind, months, day, month, status, unpaid, count, cliff, share, amount, reserve, fee, early } = scene;
  const address = createAddress(kind, { months, day, cliff });
  const by = (name: string): bigint =>
    some.filter(({ what }) => what === name).reduce((sum, each) => sum + each.by, 0n);
  const isSalary = kind === 'calendar-recurring-bch';
  const list: readonly Tranche[] = Array.from({ length: Number(count) }, (_, i) => ({
    at: 1_700_000_000n + BigInt(i) * DAY,
    left: (count - BigInt(i) - 1n) * amount,
  }));
  const most = isSalary ? unpaid : count;
  const number = (isSalary && status > 2n ? 1n : 1n + (share * most) / 100n) + by('argument');
  const principal = (isSalary ? unpaid : count) * amount;
  const state: State = {
    ...STATE,
    status,
    reserve,
    unpaid,
    month,
    amount,
    day,
    installments: count,
    list: at(hashesOf(list), 0),
  };
  const shown = Number(number < 1n ? 1n : number > count ? count : number);
  const argument = kind === 'tranches-bch' ? shownOf(list, 0, shown) : number;
  const paid = isSalary
    ? number * amount
    : kind === 'tranches-bch'
      ? BigInt(shown) * amount
      : (principal * number) / count;
  const next: State = {
    ...state,
    status: status + (status > 2n ? 1n : 0n),
    reserve: reserve - fee,
    unpaid: unpaid - number < 0n ? 0n : unpaid - number,
    month: month + number * months < 0n ? 0n : month + number * months,
    released: paid < 0n ? 0n : paid,
    list: at(hashesOf(list), shown),
  };
  const due =
    kind === 'tranches-bch'
      ? at(list, shown - 1).at
      : dueByDate(month + (number - 1n) * months, day, address.terms.zero);
  const output = stateOutput(address, next, principal - paid, STATE.index + by('units'));
  const flip = some.find(({ what }) => what === 'commitment')?.by;
  const has = (name: string): boolean => some.some(({ what }) => what === name);
  const commitment = output.token?.nft?.commitment ?? new Uint8Array();
  const changed: Output = {
    ...output,
    lockingBytecode: has('address') ? outsider.lockingBytecode : output.lockingBytecode,
    valueSatoshis: output.valueSatoshis + by('state value'),
    token: has('token')
      ? undefined
      : {
          category: CATEGORY,
          amount: STATE.index + by('units'),
          nft: {
            capability: 'mutable',
            commitment: commitment.map((byte, i) =>
              flip !== undefined && BigInt(i) === (flip / 256n) % BigInt(commitment.length)
                ? Number(flip % 256n)
                : byte,
            ),
          },
        },
  };
  const payout: Output = {
    lockingBytecode: has('payee') ? outsider.lockingBytecode : recipient.lockingBytecode,
    valueSatoshis: paid + by('payout value') < 0n ? 0n : paid + by('payout value'),
  };
  const locktime = due - early;
  return {
    address,
    argument,
    list,
    draft: {
      version: 2,
      locktime: Number(locktime < 0n ? 0n : locktime),
      inputs: [
        address.input(
          stateCoin(address, state, principal),
          'pay',
          argument,
          has('sequence') ? 0xffffffff : SEQUENCE_PLAIN,
        ),
      ],
      outputs: has('swap') ? [payout, changed] : [changed, payout],
    },
  };
};

describe('payments by the calendar, in BCH', () => {
  it('are accepted and refused as plain numbers and JavaScript’s calendar say', () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(scenes, changes, (scene, some) => {
        const payment = build(scene, some);
        const right = isRight(payment);
        expect(isAccepted(payment.draft)).toBe(right);
        seen[right ? 'accepted' : 'refused'] += 1;
      }),
      { numRuns: RUNS(400) },
    );
    expect(seen.accepted).toBeGreaterThan(RUNS(60));
    expect(seen.refused).toBeGreaterThan(RUNS(100));
  });
});
