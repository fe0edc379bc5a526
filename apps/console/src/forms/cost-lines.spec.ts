import { assertHeld, bchTotal, campaignCosts, fundingCosts, planCosts, recordCosts } from './cost-lines.js';

const TOKEN = { token_type: 'FUNGIBLE_TOKEN', token_category: 'ab'.repeat(32), token: null } as const;
const BCH = { token_type: 'BCH', token_category: null, token: null } as const;
const record = { reserveBase: 10n, noteBase: 20n, dustBase: 30n, networkFeeEstimateBase: 40n };
const drop = { reserveBase: 10n, closingBase: 20n, dustBase: 30n, networkFeeEstimateBase: 40n };
const part = { reserves: 10n, notes: 20n, companions: 5n, beacon: 18n, carriers: 7n };
const costs = { amount_base: 1_000n, fee: 80n, fundings: [part, part] };

describe('costs', () => {
  it('add up to what leaves the wallet, with a gift of BCH and without one of tokens', () => {
    expect(bchTotal(recordCosts('Streamed', BCH, 1_000n, record))).toBe(1_100n);
    expect(bchTotal(recordCosts('Streamed', TOKEN, 1_000n, record))).toBe(100n);
    expect(bchTotal(campaignCosts({ campaign: { ...BCH, pool_amount_base: 1_000n }, funding: drop }))).toBe(1_100n);
    expect(bchTotal(campaignCosts({ campaign: { ...TOKEN, pool_amount_base: 1_000n }, funding: drop }))).toBe(100n);
    expect(bchTotal(planCosts({ plan: BCH, costs }))).toBe(1_200n);
  });

  it('of a funding as the wallet signs it leave nothing unexplained', () => {
    const stored = { ...BCH, pool_amount_base: 1_000n, total_amount_base: 2_000n };
    const sheet = fundingCosts(stored, { feeBase: 40n, fundingInfo: { feeReserveBase: 0n } }, 1_234n);
    expect(bchTotal(sheet)).toBe(1_234n);
    expect(sheet.lines.map(({ base }) => base)).toEqual([194n, 40n]);
  });

  it('are refused where the wallet does not hold them', () => {
    const held = (amountBase: bigint, tokenAmountBase: bigint) => ({
      amountBase,
      tokens: [{ tokenCategory: TOKEN.token_category, tokenAmountBase }],
    });
    const [bch, token] = [BCH, TOKEN].map((of) => recordCosts('Streamed', of, 1_000n, record));
    if (bch === undefined || token === undefined) throw new Error('Two sheets');
    expect(() => assertHeld(bch, held(1_100n, 0n))).not.toThrow();
    expect(() => assertHeld(token, held(100n, 1_000n))).not.toThrow();
    const lacks = (details: object) => expect.objectContaining({ code: 'INSUFFICIENT_FUNDS', details }) as Error;
    expect(() => assertHeld(bch, held(1_099n, 0n))).toThrow(lacks({ neededBase: 1_100n, availableBase: 1_099n }));
    expect(() => assertHeld(token, held(100n, 999n))).toThrow(
      lacks({ neededBase: 1_000n, availableBase: 999n, tokenCategory: TOKEN.token_category }),
    );
    expect(() => assertHeld(token, { ...held(100n, 0n), tokens: [] })).toThrow('does not hold');
  });
});
