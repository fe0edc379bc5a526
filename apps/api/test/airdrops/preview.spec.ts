import type { AirdropFundingReady, PreviewAirdropResponse } from '@weir/api-contract';
import { createAirdrop, csvOf, sendList, SHARE } from '../support/airdrop-scenario.js';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { sumOf, takenBy } from '../support/taken-by.js';
import { ASSETS, BCH } from '../support/test-asset.js';

const fixture = useFixture();

const preview = async (terms: object) =>
  (await fixture.client.post<PreviewAirdropResponse>('/api/airdrops/preview', terms)).body;

describe.each(ASSETS)('the preview of a campaign of $name', (asset) => {
  const named = (category: string | null) =>
    category === null ? {} : { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category };

  it.each([1, 70])('adds up to what a list of %s takes from the wallet', async (count) => {
    const wallets = Array.from({ length: count }, () => fixture.wallet());
    const scenario = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: undefined }, asset);
    const listed = await sendList(fixture, scenario, csvOf(scenario, wallets));
    const { body } = await fixture.client.get<AirdropFundingReady>(`${scenario.path}/funding-info`);
    const { campaign, funding } = await preview({
      ...named(scenario.campaign.token_category),
      totalAmount: listed.body.totalAmount,
      requireKyc: true,
      recipients: count,
    });
    expect(campaign).toMatchObject({ claims: count, sponsor_fees: true, lanes: body.fundingInfo.lanes });
    expect(funding.reserveBase).toBe(body.fundingInfo.feeReserveBase);
    expect(BigInt(funding.reserveBase)).toBe(BigInt(funding.claimFeeBase) * BigInt(count));
    const pool = asset === BCH ? [campaign.pool_amount_base] : [];
    const beforeFee = sumOf([...pool, funding.reserveBase, funding.closingBase, funding.dustBase]);
    expect(takenBy(body, scenario.creator)).toBe(beforeFee);
    expect(sumOf([funding.totalBase])).toBe(beforeFee + BigInt(funding.networkFeeEstimateBase));
    // The rest of the tokens returns by an output of its own, which the preview's wallet does not need.
    if (asset === BCH) expect(body.feeBase).toBe(funding.networkFeeEstimateBase);
  });

  it('says who pays for claims, and what they cost in either case', async () => {
    const { campaign } = await createAirdrop(fixture, {}, asset);
    const terms = { totalAmount: asset.text(SHARE * 5_000n), requireKyc: true, recipients: 5_000 };
    const asked = { ...terms, ...named(campaign.token_category) };
    const [byClaimers, sponsored] = [await preview({ ...asked, sponsorFees: false }), await preview(asked)];
    expect([byClaimers.campaign.sponsor_fees, byClaimers.funding.reserveBase]).toEqual([false, '0']);
    expect(sponsored.funding.claimFeeBase).toBe(byClaimers.funding.claimFeeBase);
    expect(BigInt(sponsored.funding.reserveBase)).toBe(5_000n * BigInt(sponsored.funding.claimFeeBase));
  });
});

it('wants to know how long a list is', async () => {
  const answer = await fixture.client.post<Refusal>('/api/airdrops/preview', { totalAmount: 1, requireKyc: true });
  expect(answer).toMatchObject(refusal(400, 'INVALID_REQUEST', { details: { field: 'recipients' } }));
});
