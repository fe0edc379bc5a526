import { hexToBin, type Output } from '@bitauth/libauth';
import {
  encodePlanAnnouncement,
  findPlanFunding,
  layOutPlan,
  partyHash,
  type PlanFundingFault,
  type PlanPart,
  type PlanProduct,
  type StreamDraft,
  universalScripts,
} from '../src/index.js';
import {
  all,
  append,
  ASSET,
  CATEGORY,
  drop,
  fundingOf,
  partsOf,
  planOf,
  replace,
  somebody,
  tampered,
  type Tampering,
  withNft,
  withState,
  withToken,
} from './support/plan-scenario.js';

const DAY = 86_400n;
const START = 1_700_000_000n;
const SENDER = somebody(900);
const VESTING = { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 36 } as const;
const RECURRING = { kind: 'RECURRING', interval: DAY, noticeBlocks: 36, pausable: true, cancelable: true } as const;

const streamsOf = (product: PlanProduct): StreamDraft[] =>
  Array.from({ length: 4 }, (_, i): StreamDraft =>
    product.startsWith('VESTING')
      ? {
          kind: 'VESTING',
          recipient: somebody(i),
          total: 1_000_000n + BigInt(i),
          start: START,
          end: START + 100n * DAY,
          group: { ...VESTING, cliff: i % 2 === 0 ? 0n : DAY },
        }
      : { kind: 'RECURRING', recipient: somebody(i), amount: 10_000n, periods: 12, firstDue: START, group: RECURRING },
  );

const partOf = (product: PlanProduct): PlanPart => {
  const [part] = partsOf(planOf(product, SENDER, streamsOf(product)));
  if (part === undefined) throw new Error('Nothing to open');
  return part;
};

const problemsOf = (product: PlanProduct, change: Tampering): PlanFundingFault['problem'][] => {
  const found = findPlanFunding('mainnet', 'ee'.repeat(32), tampered(fundingOf(partOf(product)), change));
  return found.ok ? [] : found.problems.map(({ problem }) => problem);
};

const PRODUCTS: readonly PlanProduct[] = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'];

const category = hexToBin(CATEGORY);
const stray = (token: Omit<NonNullable<Output['token']>, 'category'>): Output => ({
  lockingBytecode: SENDER,
  valueSatoshis: 1_000n,
  token: { category, ...token },
});
const announcement = (product: PlanProduct) => encodePlanAnnouncement(partOf(product).terms);
const announcementAt = (product: PlanProduct): number =>
  fundingOf(partOf(product)).outputs.findIndex(({ lockingBytecode }) => lockingBytecode[0] === 0x6a);
const clockOf = (product: PlanProduct): Uint8Array => {
  const [contract] = partOf(product).contracts;
  if (contract === undefined) throw new Error('No contract');
  return contract.clock.lockingBytecode;
};

describe('what a funding says', () => {
  it.each(PRODUCTS)('%s: every stream, recipient and term again, from its bytes alone', (product) => {
    const part = partOf(product);
    const found = findPlanFunding('mainnet', 'ee'.repeat(32), fundingOf(part));
    if (!found.ok) throw new Error(JSON.stringify(found.problems));
    const { plan } = found;
    expect(plan.terms).toEqual(part.terms);
    expect(plan.category).toBe(CATEGORY);
    expect(plan.asset).toBe(product.endsWith('TOKEN') ? ASSET : undefined);
    expect(
      plan.streams.map(({ coin, recipient, contract }) => ({
        recipient,
        group: contract.group,
        state: coin.state,
        principal: coin.principal,
        reserve: coin.reserve,
      })),
    ).toEqual(part.streams);
  });
});

/** The first stream with other fields, and with so many units. */
const stated = (product: PlanProduct, fields: object): Tampering =>
  withState(1, product, (state) => ({ state: { ...state, ...fields } }));
const unitsOf = (amount: bigint): Tampering => withToken(1, (token) => ({ ...token, amount }));
const NFT = { commitment: new Uint8Array() };

/** What anybody may do to a funding that they sign, and what it would be. The first two streams are distinguished by their place. */
const EVERYWHERE: readonly (readonly [string, PlanFundingFault['problem'], (product: PlanProduct) => Tampering])[] = [
  ['a free unit: a clock for stream 1', 'CATEGORY_ELSEWHERE', () => append(stray({ amount: 1n }))],
  [
    'units at the clock script from the start: it ages before any cancel',
    'CATEGORY_ELSEWHERE',
    (product) => append({ ...stray({ amount: 3n }), lockingBytecode: clockOf(product) }),
  ],
  ['an immutable NFT', 'CATEGORY_ELSEWHERE', () => append(stray({ amount: 0n, nft: { ...NFT, capability: 'none' } }))],
  [
    'a minting NFT: any number of streams and clocks later',
    'CATEGORY_ELSEWHERE',
    () => append(stray({ amount: 0n, nft: { ...NFT, capability: 'minting' } })),
  ],
  ['a stream that can mint', 'NO_STATE', () => withNft(1, { capability: 'minting' })],
  ['a stream that is for ever as it is', 'NO_STATE', () => withNft(1, { capability: 'none' })],
  ['a commitment a byte longer', 'NO_STATE', () => withNft(1, { commitment: new Uint8Array(41) })],
  ['a unit more', 'UNITS_NOT_INDEX', () => withToken(1, (token) => ({ ...token, amount: token.amount + 1n }))],
  ['cancelled at birth, without units', 'UNITS_NOT_INDEX', () => unitsOf(0n)],
  [
    'an index twice: a sibling’s older clock refunds',
    'INDEX_TWICE',
    (product) => all(stated(product, { index: 2 }), unitsOf(2n)),
  ],
  [
    'index 0: an immutable NFT without units is its clock',
    'INDEX_OUT_OF_RANGE',
    (product) => all(stated(product, { index: 0 }), unitsOf(0n)),
  ],
  [
    'an index that is negative to the script',
    'INDEX_OUT_OF_RANGE',
    (product) => all(stated(product, { index: 32_769 }), unitsOf(32_769n)),
  ],
  [
    'a recipient whose address nothing shows',
    'RECIPIENT_NOT_SHOWN',
    (product) => stated(product, { recipient: new Uint8Array(20).fill(9) }),
  ],
  [
    'at an address that is not announced',
    'CATEGORY_ELSEWHERE',
    () => replace(1, (output) => ({ ...output, lockingBytecode: somebody(2) })),
  ],
  [
    'two announcements',
    'SEVERAL_ANNOUNCEMENTS',
    (product) => append({ lockingBytecode: announcement(product), valueSatoshis: 0n }),
  ],
  ['no announcement', 'NO_ANNOUNCEMENT', (product) => drop(announcementAt(product))],
  [
    'terms no plan may have',
    'TERMS_UNSOUND',
    (product) =>
      replace(announcementAt(product), (output) => {
        const { lockingBytecode } = output;
        const notice = product.startsWith('VESTING') ? lockingBytecode.length - 2 : lockingBytecode.length - 3;
        return { ...output, lockingBytecode: lockingBytecode.with(notice, 1) };
      }),
  ],
  [
    'a category that was there before',
    'CATEGORY_NOT_FRESH',
    () => (outputs) =>
      outputs.map((output) =>
        output.token?.nft === undefined
          ? output
          : { ...output, token: { ...output.token, category: hexToBin('99'.repeat(32)) } },
      ),
  ],
  [
    'streams of two categories',
    'SEVERAL_CATEGORIES',
    () => withToken(1, (token) => ({ ...token, category: hexToBin('99'.repeat(32)) })),
  ],
];

describe.each(PRODUCTS)('an unsound funding of %s spoils the whole plan', (product) => {
  it.each(EVERYWHERE)('%s', (_, problem, change) => {
    expect(problemsOf(product, change(product))).toContain(problem);
  });

  it('streams that are no longer as they were made', () => {
    const begun = stated(product, product.startsWith('VESTING') ? { released: 5n } : { status: 'CANCELLED' });
    expect(problemsOf(product, begun)).toEqual([product.startsWith('VESTING') ? 'PAID_ALREADY' : 'NOT_ACTIVE']);
  });

  it.each([
    ['a height for a time', (state: object) => ({ ...state, start: 800_000n, next: 800_000n })],
    ['an end before the start, periods of none', (state: object) => ({ ...state, end: 600_000_000n, unpaid: 0 })],
    [
      'an end, or a last date, at the last second of all locktimes, which no block takes',
      (state: object) => ({ ...state, end: 4_294_967_295n, next: 4_294_967_295n, unpaid: 1 }),
    ],
    [
      'a cliff after the end, dates beyond any locktime',
      (state: object) => ({ ...state, end: START + 1n, next: 1n << 33n }),
    ],
  ])('a schedule that traps the money: %s', (what, change) => {
    // The second stream is the one with a cliff; of tokens it is behind the first one's companion.
    const second = product.endsWith('TOKEN') ? 3 : 2;
    const vout = what.startsWith('a cliff') ? second : 1;
    const found = problemsOf(
      product,
      withState(vout, product, (state) => ({ state: { ...state, ...(change(state) as object) } })),
    );
    expect(found).toEqual(['SCHEDULE_UNSOUND']);
  });

  it('but not by an end or a last date one second earlier', () => {
    const last = { end: 4_294_967_294n, next: 4_294_967_294n, unpaid: 1 };
    expect(
      problemsOf(
        product,
        withState(1, product, (state) => ({ state: { ...state, ...last } })),
      ),
    ).toEqual([]);
  });
});

describe('recurring streams that can be paused, but not cancelled', () => {
  it.each(['RECURRING_BCH', 'RECURRING_TOKEN'] as const)('%s: refused, since a pause may never end', (product) => {
    // The flags are the last byte of a group: pausable and cancelable, or pausable alone.
    const pausable = replace(announcementAt(product), (output) => {
      const { lockingBytecode } = output;
      const flags = lockingBytecode.length - 1;
      expect(lockingBytecode[flags]).toBe(3);
      return { ...output, lockingBytecode: lockingBytecode.with(flags, 1) };
    });
    expect(problemsOf(product, pausable)).toEqual(['TERMS_UNSOUND']);
    const group = { ...RECURRING, cancelable: false };
    const streams = streamsOf(product).map((stream) => ({ ...stream, group }) as StreamDraft);
    const layout = layOutPlan(planOf(product, SENDER, streams), 'mainnet');
    expect(!layout.ok && layout.problems[0]).toEqual({ row: 0, problem: 'PAUSE_WITHOUT_CANCEL' });
  });
});

describe('reserves and amounts', () => {
  it.each(['VESTING_BCH', 'RECURRING_BCH'] as const)(
    '%s: none without a floor, none negative to the script, nor after an announcement',
    (product) => {
      for (const reserve of [700n, 0x7f_fff0n, 0x80_0001n]) {
        const change = all(
          replace(1, (output) => ({ ...output, valueSatoshis: output.valueSatoshis + reserve })),
          withState(1, product, (state) => ({ state, reserve })),
        );
        expect(problemsOf(product, change)).toEqual(['RESERVE_OUT_OF_RANGE']);
      }
      const [first] = partOf(product).streams;
      const poor = replace(1, (output) => ({ ...output, valueSatoshis: (first?.reserve ?? 0n) + 575n }));
      expect(problemsOf(product, poor)).toEqual(['AMOUNT_OUT_OF_RANGE']);
    },
  );

  it.each(['VESTING_TOKEN', 'RECURRING_TOKEN'] as const)('%s: a sound companion behind each state', (product) => {
    const poor = replace(1, (output) => ({ ...output, valueSatoshis: 1_000n }));
    expect(problemsOf(product, poor)).toEqual(['RESERVE_OUT_OF_RANGE']);
    const changes: Tampering[] = [
      replace(2, (output) => ({ ...output, lockingBytecode: SENDER })),
      replace(2, (output) => ({ ...output, valueSatoshis: 999n })),
      withNft(2, { capability: 'none' }),
      withToken(2, (token) => ({ ...token, category })),
      withToken(2, (token) => ({ ...token, nft: { capability: 'none', commitment: new Uint8Array() } })),
      replace(2, ({ lockingBytecode, valueSatoshis }) => ({ lockingBytecode, valueSatoshis })),
    ];
    for (const change of changes) expect(problemsOf(product, change)).toContain('NO_COMPANION');
    const other = withToken(4, (token) => ({ ...token, category: hexToBin('77'.repeat(32)) }));
    expect(problemsOf(product, other)).toEqual(['SEVERAL_ASSETS']);
  });
});

describe('parties that are scripts of plans themselves', () => {
  it.each(Object.entries(universalScripts('mainnet')))(
    'as recipients, here the %s: refused when found, and before',
    (_, script) => {
      const recipient = script.lockingBytecode;
      const [first, ...others] = streamsOf('VESTING_BCH');
      if (first === undefined) throw new Error('No stream');
      const draft = planOf('VESTING_BCH', SENDER, [...others, { ...first, recipient }]);
      expect(layOutPlan(draft, 'mainnet')).toEqual({
        ok: false,
        problems: [{ row: 3, problem: 'PARTY_IS_OF_THE_PLAN' }],
      });
      const paid = stated('VESTING_BCH', { recipient: partyHash(recipient) });
      const change = all(paid, append({ lockingBytecode: recipient, valueSatoshis: 1_200n }));
      expect(problemsOf('VESTING_BCH', change)).toEqual(['PARTY_IS_OF_THE_PLAN']);
    },
  );

  it('as the sender: what returns nobody could spend', () => {
    const draft = planOf('VESTING_BCH', clockOf('VESTING_BCH'), streamsOf('VESTING_BCH'));
    expect(layOutPlan(draft, 'mainnet')).toMatchObject({ ok: false, problems: [{ problem: 'PARTY_IS_OF_THE_PLAN' }] });
  });
});
