import { claimFeesText, feeChoices, lacksFee } from './claim-fees.js';

describe('the fees of claims', () => {
  it('are shown with their price for the rows of the list, for each payer', () => {
    expect(feeChoices({ claims: 5_000, each: 1_680n }).map(([, text]) => text)).toEqual([
      'I do: up to 0.084 BCH for 5,000 claims',
      'Each claimer: up to 0.0000168 BCH a claim',
    ]);
    expect(feeChoices(undefined).map(([, text]) => text)).toEqual(['I do', 'Each claimer']);
    expect(feeChoices({ claims: 1, each: 1_680n })[0]?.[1]).toContain('for one claim');
  });

  it('are shown with their consequence', () => {
    expect(feeChoices(undefined).map(([, , consequence]) => consequence)).toEqual([
      expect.stringContaining('Recipients need no BCH'),
      expect.stringContaining('Nobody can claim without BCH'),
    ]);
    expect(claimFeesText(false, 5_000)).toContain('does not pay the fees of its 5,000 claims');
    expect(claimFeesText(true, 1)).toContain('pays the fees of one claim');
  });

  it.each([
    [true, 0n, false],
    [false, undefined, false],
    [false, 0n, true],
    [false, 9_999n, true],
    [false, 10_000n, false],
  ])('where the campaign pays: %s, and the address holds %s, are missing: %s', (isSponsored, held, lacks) =>
    expect(lacksFee(isSponsored, held)).toBe(lacks),
  );
});
