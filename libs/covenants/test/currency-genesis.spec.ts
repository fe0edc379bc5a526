import type { Output, TransactionCommon } from '@bitauth/libauth';
import fc from 'fast-check';
import {
  buildCurrencyFunding,
  createCurrencyContract,
  type CurrencyFundingProblem,
  type CurrencySharedTerms,
  type CurrencyState,
  decodeCurrencyAnnouncement,
  decodeCurrencyState,
  encodeCurrencyAnnouncement,
  encodeCurrencyState,
  findCurrencyFunding,
  lockingBytecodeOf,
  planCompanionBytecode,
} from '../src/index.js';
import { currencyTerms, MONTH } from './support/currency-scenario.js';

const TXID = 'ee'.repeat(32);
const START = 1_800_000_000n;
const hash = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);
const sender = lockingBytecodeOf(hash(1));
const TERMS = currencyTerms(sender);
const recipients = [lockingBytecodeOf(hash(2)), lockingBytecodeOf(hash(3))];
const contract = createCurrencyContract(TERMS, 'devnet');
const COIN = { txid: '11'.repeat(32), vout: 0, satoshis: 90_000_000_000n };

/** A sound funding of two payments: change, two states, announcement, beacon, two notes. */
const real = (() => {
  const drafts = recipients.map((recipient) => ({
    recipient,
    amount: 150_000n,
    periods: 32_767,
    firstDue: START,
    satoshis: 1_000_000_000n,
  }));
  const wallet = { hash: hash(1), coins: [COIN] };
  const { transaction } = buildCurrencyFunding(contract, drafts, wallet, { height: 900_000, medianTimePast: 1 });
  return transaction.wcTransaction.transaction;
})();

type Change = (outputs: Output[]) => Output[];
const found = (change: Change, transaction: Partial<TransactionCommon> = {}) =>
  findCurrencyFunding('devnet', TXID, { ...real, ...transaction, outputs: change([...real.outputs]) });

const at =
  (vout: number, change: (output: Output) => Output): Change =>
  (outputs) =>
    outputs.map((output, i) => (i === vout ? change(output) : output));

const state = (change: Partial<CurrencyState>, units?: bigint): Change =>
  at(1, (output) => {
    const nft = output.token?.nft;
    const before = nft && decodeCurrencyState(nft.commitment, TERMS);
    if (output.token === undefined || nft === undefined || before === undefined) throw new Error('No state');
    const after = { ...before, ...change };
    const commitment = Uint8Array.from(Buffer.from(encodeCurrencyState(after), 'hex'));
    return { ...output, token: { ...output.token, amount: units ?? output.token.amount, nft: { ...nft, commitment } } };
  });

type Nft = NonNullable<NonNullable<Output['token']>['nft']>;
const nft = (change: (nft: Nft) => Nft): Change =>
  at(1, (output) => {
    const { token } = output;
    if (token?.nft === undefined) throw new Error('No state');
    return { ...output, token: { ...token, nft: change(token.nft) } };
  });

const category = real.outputs[1]?.token?.category ?? new Uint8Array();
const more =
  (output: Partial<Output>): Change =>
  (outputs) => [...outputs, { lockingBytecode: sender, valueSatoshis: 1_000n, ...output }];

/** An announcement of other terms at its place: its terms are those of another address. */
const announced = (change: Partial<CurrencySharedTerms>): Change =>
  at(3, (output) => ({ ...output, lockingBytecode: encodeCurrencyAnnouncement({ ...TERMS, ...change }) }));

/** Bytes of the announcement, changed at a place of its body; see `encodeCurrencyAnnouncement`. */
const bytes = (place: number, values: readonly number[]): Change =>
  at(3, (output) => {
    const changed = Uint8Array.from(output.lockingBytecode);
    changed.set(values, 3 + 6 + place);
    return { ...output, lockingBytecode: changed };
  });
const NONCE_END = 1 + 20 + 16;
const FEES = { fee: NONCE_END, bound: NONCE_END + 3, floor: NONCE_END + 6, reserve: NONCE_END + 9 };
const LEAST = NONCE_END + 12;
const INTERVAL = LEAST + 5;
const GRACE = INTERVAL + 4;
const NOTICE = GRACE + 4;
const FLAG = NOTICE + 2;
const LOWEST = FLAG + 1;
const HIGHEST = LOWEST + 4;
const KEY = HIGHEST + 4;
const DECIMALS = KEY + 33;

const FORGED: readonly (readonly [name: string, CurrencyFundingProblem, Change])[] = [
  ['no announcement', 'NO_ANNOUNCEMENT', (outputs) => outputs.filter((_, i) => i !== 3)],
  ['two announcements', 'SEVERAL_ANNOUNCEMENTS', (outputs) => [...outputs, ...outputs.slice(3, 4)]],
  ['no payment', 'NO_PAYMENTS', (outputs) => outputs.filter((_, i) => i !== 1 && i !== 2)],
  ['terms of another address', 'NO_PAYMENTS', announced({ lowest: 12_000n })],
  ['index 0', 'INDEX_OUT_OF_RANGE', state({ index: 0 }, 0n)],
  ['an index that scripts read as negative', 'INDEX_OUT_OF_RANGE', state({ index: 32_768 }, 32_768n)],
  ['an index twice', 'INDEX_TWICE', state({ index: 2 }, 2n)],
  ['more units than the index', 'UNITS_NOT_INDEX', state({}, 2n)],
  ['no units', 'UNITS_NOT_INDEX', state({}, 0n)],
  ['a pause', 'NOT_ACTIVE', state({ status: 'PAUSING' })],
  ['a cancel', 'NOT_ACTIVE', state({ status: 'CANCELLED' })],
  ['fewer open periods than unpaid ones', 'NOT_ACTIVE', state({ open: 5 })],
  ['more open periods than unpaid ones', 'NOT_ACTIVE', state({ left: 5, open: 6 })],
  ['no periods', 'PERIODS_OUT_OF_RANGE', state({ left: 0, open: 0 })],
  ['periods that scripts read as negative', 'PERIODS_OUT_OF_RANGE', state({ left: 32_769, open: 32_769 })],
  ['a date that is a height', 'FIRST_DATE_OUT_OF_RANGE', state({ next: 800_000n })],
  ['a date that no locktime reaches', 'FIRST_DATE_OUT_OF_RANGE', state({ next: 4_294_967_295n })],
  ['a debt', 'IN_DEBT', state({ debt: 1n })],
  ['a debt that scripts read as negative', 'IN_DEBT', state({ debt: 1n << 55n })],
  ['no amount', 'AMOUNT_OUT_OF_RANGE', state({ amount: 0n })],
  ['an amount that scripts read as negative', 'AMOUNT_OUT_OF_RANGE', state({ amount: 1n << 47n })],
  ['dust at the highest price', 'LEAST_PAYMENT_TOO_SMALL', state({ amount: 1n })],
  ['a debt that could not be written', 'MOST_PAYMENT_TOO_LARGE', state({ amount: 1n << 38n })],
  ['the reserve alone', 'TOO_LITTLE_MONEY', at(1, (output) => ({ ...output, valueSatoshis: TERMS.reserve + 575n }))],
  ['no note', 'RECIPIENT_NOT_SHOWN', (outputs) => outputs.filter((_, i) => i !== 5)],
  ['a note to somebody else', 'RECIPIENT_NOT_SHOWN', at(5, (output) => ({ ...output, lockingBytecode: sender }))],
  ['an immutable state', 'NO_STATE', nft((each) => ({ ...each, capability: 'none' }))],
  ['a minting state', 'NO_STATE', nft((each) => ({ ...each, capability: 'minting' }))],
  ['a byte more', 'NO_STATE', nft((each) => ({ ...each, commitment: Uint8Array.of(...each.commitment, 0) }))],
  ['units elsewhere', 'CATEGORY_ELSEWHERE', more({ token: { category, amount: 1n } })],
  [
    'a minting NFT elsewhere',
    'CATEGORY_ELSEWHERE',
    more({ token: { category, amount: 0n, nft: { capability: 'minting', commitment: new Uint8Array() } } }),
  ],
  [
    'a ready clock',
    'CATEGORY_ELSEWHERE',
    more({ lockingBytecode: contract.clock.lockingBytecode, token: { category, amount: 1n } }),
  ],
  [
    'another category at the address',
    'SEVERAL_CATEGORIES',
    more({ lockingBytecode: contract.lockingBytecode, token: { category: new Uint8Array(32), amount: 1n } }),
  ],
  ['a fee of nothing', 'TERMS_UNSOUND', bytes(FEES.fee, [0, 0, 0])],
  ['a fee that burns the money', 'TERMS_UNSOUND', bytes(FEES.fee, [0, 0, 0x7f])],
  ['a bound below a transaction’s size', 'TERMS_UNSOUND', bytes(FEES.bound, [0xf9, 0x05, 0])],
  ['a floor that no end pays for', 'TERMS_UNSOUND', bytes(FEES.floor, [0xf4, 0x06, 0])],
  ['a reserve below the floor', 'TERMS_UNSOUND', bytes(FEES.reserve, [0x7e, 0x09, 0])],
  ['a reserve that scripts read as negative', 'TERMS_UNSOUND', bytes(FEES.reserve, [0, 0, 0x80])],
  ['top-ups of a satoshi', 'TERMS_UNSOUND', bytes(LEAST, [1, 0, 0, 0, 0])],
  ['an interval of a second', 'TERMS_UNSOUND', bytes(INTERVAL, [1, 0, 0, 0])],
  ['a grace of a minute', 'TERMS_UNSOUND', bytes(GRACE, [60, 0, 0, 0])],
  ['no grace', 'TERMS_UNSOUND', bytes(GRACE, [0, 0, 0, 0])],
  ['no notice', 'TERMS_UNSOUND', bytes(NOTICE, [0, 0])],
  ['an unknown permission', 'TERMS_UNSOUND', bytes(FLAG, [2])],
  ['a lowest price of 0', 'TERMS_UNSOUND', bytes(LOWEST, [0, 0, 0, 0])],
  ['bounds that are exchanged', 'TERMS_UNSOUND', bytes(HIGHEST, [1, 0, 0, 0])],
  ['a price that scripts read as negative', 'TERMS_UNSOUND', bytes(HIGHEST, [0, 0, 0, 0x80])],
  ['no key of an oracle', 'TERMS_UNSOUND', bytes(KEY, [0])],
  ['nine decimals', 'TERMS_UNSOUND', bytes(DECIMALS, [9])],
  ['no currency', 'TERMS_UNSOUND', bytes(DECIMALS + 1, [0x75])],
  ['a sender of an unknown kind', 'TERMS_UNSOUND', bytes(0, [3])],
];

const withParty = (change: { readonly sender?: Uint8Array; readonly recipient?: Uint8Array }): Change => {
  const terms = { ...TERMS, sender: change.sender ?? sender };
  const other = createCurrencyContract(terms, 'devnet');
  return (outputs) =>
    outputs.map((output, i) => {
      if (i === 1 || i === 2) return { ...output, lockingBytecode: other.lockingBytecode };
      return i === 3 ? { ...output, lockingBytecode: encodeCurrencyAnnouncement(terms) } : output;
    });
};

describe('findCurrencyFunding', () => {
  it('finds the payments of a funding with all of their terms', () => {
    const result = found((outputs) => outputs);
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    expect(result.plan.contract.terms).toEqual(TERMS);
    expect(result.plan.category).toBe(COIN.txid);
    expect(result.plan.payments.map(({ recipient }) => recipient)).toEqual(recipients);
    expect(result.plan.payments.map(({ coin }) => coin.state.next)).toEqual([START, START]);
  });

  it.each(FORGED)('refuses a funding with %s', (_, problem, change) => {
    const result = found(change);
    expect(result.ok ? [] : result.problems.map((each) => each.problem)).toContain(problem);
  });

  it('refuses a category that is older than the funding', () => {
    const inputs = real.inputs.map((input) => ({ ...input, outpointIndex: 1 }));
    expect(found((outputs) => outputs, { inputs })).toMatchObject({ problems: [{ problem: 'CATEGORY_NOT_FRESH' }] });
  });

  it('refuses a sender that is a universal script', () => {
    expect(found(withParty({ sender: planCompanionBytecode() }))).toMatchObject({
      problems: [{ problem: 'PARTY_IS_OF_THE_PLAN' }],
    });
  });
});

const soundTerms = fc
  .record({
    sender: fc.constantFrom(sender, planCompanionBytecode()),
    nonce: fc.uint8Array({ minLength: 16, maxLength: 16 }),
    interval: fc.bigInt(3_600n, 4_294_967_295n),
    grace: fc.bigInt(3_600n, 4_294_967_295n),
    noticeBlocks: fc.integer({ min: 12, max: 65_535 }),
    pausable: fc.boolean(),
    fee: fc.bigInt(740n, 10_500n),
    bound: fc.bigInt(1_530n, 17_800n),
    least: fc.bigInt(17_800n, 549_755_813_887n),
    lowest: fc.bigInt(1n, 1_000_000n),
    highest: fc.bigInt(1_000_000n, 2_147_483_647n),
    decimals: fc.integer({ min: 0, max: 8 }),
    currency: fc.constantFrom('USD', 'EUR', 'CNY'),
  })
  .map((terms) => ({
    ...terms,
    floor: terms.bound + 576n,
    reserve: terms.bound + 576n + 17_800n,
    oracle: TERMS.oracle,
  }));

describe('the announcement of payments in a currency', () => {
  it('is read as it was written, within the bytes that nodes relay', () => {
    fc.assert(
      fc.property(soundTerms, (terms) => {
        const announcement = encodeCurrencyAnnouncement(terms);
        expect(announcement.length).toBeLessThanOrEqual(223);
        expect(decodeCurrencyAnnouncement(announcement)).toEqual(terms);
      }),
    );
  });

  it('is none where a byte is missing or too many', () => {
    const announcement = encodeCurrencyAnnouncement(TERMS);
    for (const changed of [announcement.slice(0, -1), Uint8Array.of(...announcement, 0)]) {
      const [length, lengthAt] = [changed.length - 3, 2];
      changed[lengthAt] = length;
      expect(decodeCurrencyAnnouncement(changed)).toBeUndefined();
    }
  });
});

describe('the commitment of a payment in a currency', () => {
  it('is read as it was written', () => {
    const states = fc.record({
      index: fc.integer({ min: 1, max: 32_767 }),
      status: fc.constantFrom('ACTIVE', 'PAUSING', 'CANCELLED'),
      left: fc.integer({ min: 0, max: 32_767 }),
      open: fc.integer({ min: 0, max: 32_767 }),
      next: fc.bigInt(0n, 2n ** 40n - 1n),
      debt: fc.bigInt(0n, 2n ** 55n - 1n),
      amount: fc.bigInt(1n, 2n ** 47n - 1n),
      recipient: fc.uint8Array({ minLength: 20, maxLength: 20 }),
    } as const);
    fc.assert(
      fc.property(states, (each) => {
        expect(decodeCurrencyState(encodeCurrencyState(each), TERMS)).toEqual(each);
      }),
    );
    expect(
      encodeCurrencyState({ ...(decodeCurrencyState(new Uint8Array(45), TERMS) as CurrencyState), next: MONTH }),
    ).toHaveLength(90);
  });
});
