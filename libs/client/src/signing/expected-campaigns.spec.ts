import { cashAddresses, IN_BCH, readWhitelistCsv, WhitelistTree } from '@weir/merkle';
import type { Answered } from '../shared/amounts.js';
import type { Replacement } from '../shared/requested-terms.js';
import { assertCampaign } from './expected-campaigns.js';

const [ADA, BEA, CARL] = [
  'bchtest:qqqszqgpqyqszqgpqyqszqgpqyqszqgpqy8kvl0kqa',
  'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
  'bchtest:qqpqyqszqgpqyqszqgpqyqszqgpqyqszqg2mnt7v0l',
] as const;
const csvOf = (first: string): string => `address,amount\n${first},0.1\n${BEA},0.2\n`;

const rootOf = (csv: string): string => {
  const list = readWhitelistCsv([new TextEncoder().encode(csv)], {
    readAddress: cashAddresses('bchtest'),
    unit: IN_BCH,
  });
  return Buffer.from(WhitelistTree.build(list, { lanes: 1 }).laneRoot(0)).toString('hex');
};

const stored = {
  creator: ADA,
  token_type: 'BCH',
  token_category: null,
  require_kyc: true,
  max_claims_per_address: 1,
  start_date: null,
  end_date: null,
  vesting: null,
  cancelable: true,
  sponsor_fees: true,
  lanes: 1,
  max_claims: 2,
  pool_amount_base: 30_000_000n,
} as unknown as Answered<'Campaign'>;

const terms = { creator: ADA, title: 'Drop', totalAmount: 0.3, requireKyc: true, cancelable: true, sponsorFees: true };
const rootsFor = async (pairs: readonly Replacement[] = [], replacedIn = csvOf(ADA)) => {
  const replaced = { in: replacedIn, pairs };
  const list = await assertCampaign({ terms, list: csvOf(ADA), replaced }, stored, 'chipnet');
  return list?.roots;
};

describe('the list that a funding must pay', () => {
  it('has the roots of the list that was sent', async () => expect(await rootsFor()).toEqual([rootOf(csvOf(ADA))]));

  it('has the addresses that took the rows of replaced ones, in the order of the replacements', async () => {
    expect(await rootsFor([{ from: ADA, to: CARL }])).toEqual([rootOf(csvOf(CARL))]);
    const back = [
      { from: ADA, to: CARL },
      { from: CARL, to: ADA },
    ];
    expect(await rootsFor(back)).toEqual([rootOf(csvOf(ADA))]);
  });

  it('has no replaced address of an earlier list', async () =>
    expect(await rootsFor([{ from: ADA, to: CARL }], 'an earlier list')).toEqual([rootOf(csvOf(ADA))]));

  it('ignores a replacement of an address that is not on the list', async () =>
    expect(await rootsFor([{ from: CARL, to: ADA }])).toEqual([rootOf(csvOf(ADA))]));
});
