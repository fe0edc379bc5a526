import { lockingBytecodeOf } from '@weir/covenants';
import { type OpenedSchedule, summarize, verify, type TokenName } from '../src/index.js';
import { hashOf, TOKEN } from './support/coins.js';
import { addressAt } from './support/flow.js';
import { flows } from './support/flows.js';

const all = flows();

/** Says what a funding of tokens does, by a name that is given for them. */
const withName = (...names: readonly (readonly [category: string, name: TokenName])[]) => {
  const flow = all.find(({ name }) => name === 'lock of tokens: funding of a time lock');
  if (flow === undefined) throw new Error('There is no such funding');
  return summarize(verify(flow.request, flow.signer, flow.asked), new Map(names));
};

const summaries = Object.fromEntries(
  all.map(({ name, request, signer, asked }) => [
    name,
    summarize(verify(request, signer, asked), new Map([[TOKEN, { symbol: 'RVR', decimals: 2 }]])),
  ]),
);

describe('summarize', () => {
  it('says what each kind of transaction does', () => {
    expect(
      Object.fromEntries(
        Object.entries(summaries)
          .filter(([name]) => !/ [23]: /.test(name))
          .map(([name, { sentences }]) => [name, sentences]),
      ),
    ).toMatchSnapshot();
  });

  it('shows whole addresses, exact amounts, and what leaves the wallet', () => {
    expect(summaries['VESTING_TOKEN: funding']?.rows).toMatchSnapshot();
    expect(summaries['RECURRING_BCH: funding']?.rows).toMatchSnapshot();
    expect(summaries['lock of tokens: funding of a list']?.rows).toMatchSnapshot();
    expect(summaries['campaign: funding']?.rows).toMatchSnapshot();
  });

  it('says which NFT a vault pays: others of its category may be worth more', () => {
    const flow = all.find(({ name }) => name === 'vault: payment of a whole coin');
    if (flow === undefined) throw new Error('There is a payment of an NFT');
    const reading = verify(flow.request, flow.signer, flow.asked);
    const valueOf = (nft: { readonly capability: string; readonly commitment: string }) => {
      const effects = reading.effects.map((effect) =>
        effect.kind === 'PAYS' ? { ...effect, nft: { category: 'cd'.repeat(32), ...nft } } : effect,
      );
      return summarize({ ...reading, effects }).rows.find(({ label }) => label === 'With an NFT of')?.value;
    };
    expect(valueOf({ capability: 'none', commitment: 'abcd' })).toBe(`${'cd'.repeat(32)}, NFT abcd`);
    expect(valueOf({ capability: 'minting', commitment: 'abce' })).toBe(`${'cd'.repeat(32)}, NFT abce (minting)`);
    expect(valueOf({ capability: 'mutable', commitment: '' })).toBe(
      `${'cd'.repeat(32)}, NFT (no commitment) (mutable)`,
    );
  });

  it('says what one address can claim of an airdrop for anybody, and how many lanes it has', () => {
    const rows = all
      .filter(({ name }) => name === 'vault: campaign, funding')
      .flatMap(({ request, signer, asked }) => summarize(verify(request, signer, asked)).rows);
    for (const row of [
      { label: 'Each claim', value: '0.0002 BCH' },
      { label: 'Claims per address', value: '1' },
      { label: 'Lanes', value: '2', isTechnical: true },
    ])
      expect(rows).toContainEqual(row);
  });

  it('says each date and amount of a stream by the calendar, of which many are folded between the first and the last', () => {
    const flow = all.find(({ name }) => name === 'VESTING_BCH: funding');
    if (flow === undefined) throw new Error('There is a funding of a stream');
    const reading = verify(flow.request, flow.signer, flow.asked);
    const datesOf = (schedule: OpenedSchedule, total: bigint) => {
      const effects = reading.effects.map((effect) =>
        effect.kind === 'OPENS_STREAMS'
          ? { ...effect, streams: effect.streams.map((stream) => ({ ...stream, schedule, total })) }
          : effect,
      );
      return summarize({ ...reading, effects }).rows.filter(({ label }) => /^\d{4}-\d{2}-\d{2}/u.test(label));
    };
    const grant = {
      kind: 'GRANT',
      firstDue: BigInt(Date.UTC(2028, 0, 31, 8) / 1_000),
      lastDue: BigInt(Date.UTC(2031, 0, 31, 8) / 1_000),
      months: 1n,
      day: 31n,
      time: 32_400n,
      utcOffset: 3_600n,
      installments: 48,
      cliff: 12,
      allocation: 'CUMULATIVE_ROUND_DOWN',
      released: 0n,
    } as const;
    const rows = datesOf(grant, 4_800_000n);
    expect(rows).toHaveLength(37);
    expect(rows.slice(0, 2)).toEqual([
      { label: '2028-01-31 08:00 UTC', value: '0.012 BCH' },
      { label: '2028-02-29 08:00 UTC', value: '0.001 BCH' },
    ]);
    expect(
      rows.map(({ isOneOfMany = false }, place) => (isOneOfMany ? place : -1)).filter((place) => place >= 0),
    ).toEqual(Array.from({ length: 33 }, (_, place) => place + 3));
    // What was paid elsewhere is not paid again.
    expect(datesOf({ ...grant, released: 1_300_000n }, 3_500_000n).map(({ value }) => value)).toEqual(
      Array(35).fill('0.001 BCH'),
    );
    const tranches = Array.from({ length: 5 }, (_, place) => ({ at: grant.firstDue + BigInt(place), amount: 1_000n }));
    expect(datesOf({ kind: 'TRANCHES', tranches }, 5_000n).every(({ isOneOfMany }) => isOneOfMany === undefined)).toBe(
      true,
    );
  });

  it('says how many paydays the money of a payment in a currency pays at any price, and what counts where its oracle is silent', () => {
    const rows = summaries['currency payment: funding']?.rows ?? [];
    for (const row of [
      { label: 'Each payday', value: '1500.33 USD' },
      { label: 'Never less than', value: '0.83351666 BCH' },
      { label: 'Never more than', value: '13.33626666 BCH' },
      { label: 'Paydays that the money pays, at least', value: '0' },
      { label: 'Paydays that the money pays, at most', value: '10' },
      { label: 'If the oracle has a gap at a payday', value: 'the first price 1 day later counts' },
    ])
      expect(rows).toContainEqual(row);
  });

  it('has rows that add up to what leaves the wallet, to the satoshi', () => {
    const sumOf = (name: string, isTotal: boolean, asset: string | undefined): bigint =>
      (summaries[name]?.rows ?? [])
        .filter((row) => (row.isTotal ?? false) === isTotal)
        .reduce((sum, { adds }) => sum + (adds !== undefined && adds.asset === asset ? adds.amount : 0n), 0n);
    for (const { name } of all)
      for (const asset of [undefined, TOKEN])
        expect([name, asset, sumOf(name, false, asset)]).toEqual([name, asset, sumOf(name, true, asset)]);
    for (const [name, least] of [
      ['VESTING_BCH: funding', 300_000_006n],
      ['RECURRING_BCH: funding', 36_000_000n],
      ['lock: funding', 100_000_000n],
      ['campaign: funding', 40_006n],
      ['vault: deposit', 90_000n],
    ] as const)
      expect(sumOf(name, true, undefined)).toBeGreaterThan(least);
  });

  it('names the recipient of a stream that it does not pay, where the address has the hash', () => {
    const pause = all.find(({ name }) => name === 'RECURRING_BCH 1: PAUSE');
    if (pause === undefined) throw new Error('There is no pause');
    const parties = [0x22, 0x21].map((name) => lockingBytecodeOf(hashOf(name)));
    const { sentences } = summarize(verify(pause.request, { ...pause.signer, parties }, pause.asked));
    expect(sentences[0]).toContain(`Pauses payments to ${addressAt(lockingBytecodeOf(hashOf(0x21)))}:`);
    const others = summarize(verify(pause.request, { ...pause.signer, parties: parties.slice(0, 1) }, pause.asked));
    expect(others.sentences[0]).toContain('Pauses payments to their recipient:');
  });

  it('says beside the name of a token which one it is, and its base units', () => {
    const { sentences, rows } = withName([TOKEN, { symbol: 'RVR', decimals: 2 }]);
    expect(sentences[0]).toMatch(/^Locks 30000 RVR for /);
    expect(rows).toContainEqual({ label: 'Category of RVR', value: TOKEN });
    expect(rows).toContainEqual({ label: 'Base units of 1 RVR', value: '100', isTechnical: true });
  });

  it.each([
    { symbol: 'BCH', decimals: 8 },
    { symbol: 'satoshis', decimals: 0 },
    { symbol: 'RVR\u202E', decimals: 2 },
    { symbol: 'R V R', decimals: 2 },
    { symbol: '', decimals: 2 },
    { symbol: 'BCH.', decimals: 2 },
    { symbol: '$B-C-H', decimals: 2 },
    { symbol: 'mBCH', decimals: 2 },
    { symbol: '000', decimals: 2 },
    { symbol: 'RVR', decimals: 2.5 },
    { symbol: 'RVR', decimals: 300 },
  ])('takes no name that could mislead: $symbol with $decimals decimals', (name) => {
    const { sentences, rows } = withName([TOKEN, name]);
    expect(sentences[0]).toContain(`Locks 3000000 ${TOKEN} for `);
    expect(rows.filter(({ label }) => /^(?:Category|Base units) of /.test(label))).toEqual([]);
  });

  it('takes no name that two tokens have', () => {
    const name = { symbol: 'RVR', decimals: 2 };
    const { sentences } = withName([TOKEN, name], ['ba'.repeat(32), { ...name, symbol: 'rvr' }]);
    expect(sentences[0]).toContain(`Locks 3000000 ${TOKEN} for `);
  });

  it.each([
    [86_400n * 30n, 'every 30 days'],
    [2_629_687n, 'every month (30 days 10 hours 28 minutes 7 seconds)'],
    [7_884_000n, 'every quarter (91 days 6 hours)'],
    [3_600n, 'every 1 hour'],
    [90n, 'every 1 minute 30 seconds'],
  ])('says how often a lock of steps of %s seconds pays', (step, text) => {
    const [start, recipient] = [1_800_000_000n, 'bchtest:recipient'];
    const lock = { lock: 'bchtest:lock', recipient, total: 100n, reserve: 0n };
    const schedule = { kind: 'VESTING', start, cliff: start, step, end: start + 4n * step } as const;
    const { rows } = summarize({
      effects: [
        {
          kind: 'OPENS_LOCKS',
          sender: 'bchtest:sender',
          asset: undefined,
          moveDelay: 0,
          locks: [{ ...lock, schedule }],
        },
      ],
      own: [],
      ownInputs: 1,
      signs: undefined,
      vault: undefined,
      ledger: [],
      lines: [],
      vaultLines: [],
      fee: 1n,
      size: 200,
    });
    expect(rows).toContainEqual({ label: 'How often', value: text });
  });
});
