import type { CampaignTerms } from '@weir/client';
import { createWallet } from '@weir/wallet';
import { BCH, chainTime, openWallet, type Fixture } from '../fixture.js';

const RECIPIENTS = 64;

const openCampaign = async (fixture: Fixture, terms: Partial<CampaignTerms>) => {
  const creator = await openWallet(fixture, 3n * BCH);
  const startDate = (await chainTime(fixture)) - 60;
  const campaign = await fixture.weir.airdrops.create(
    { title: 'Soak', totalAmount: BCH, startDate, ...terms },
    creator,
  );
  return { creator, campaign, path: `/api/airdrops/${campaign.id}` };
};

/** A campaign for a list, claimed by some at the same time, then closed. */
export const listedAirdropScenario = async (fixture: Fixture): Promise<void> => {
  const { creator, campaign, path } = await openCampaign(fixture, { requireKyc: true, lanes: 4 });
  const recipients = Array.from({ length: RECIPIENTS }, (_, row) => createWallet({ privateKey: `${path} ${row}` }));
  await campaign.generateList(recipients.map(({ address }) => `${address},0.001`).join('\n'), creator);
  await campaign.fund(creator);
  const claimers = recipients.slice(0, RECIPIENTS / 4);
  await Promise.all(claimers.map(({ address }) => campaign.claim(address)));
  for (const { address } of recipients.slice(0, 4)) await campaign.proof(address);
  const { claimed_count: claims } = (await campaign.get()).campaign;
  if (claims !== claimers.length) throw new Error(`${path} has ${claims} claims of ${claimers.length}`);
  await campaign.close(creator);
  fixture.told.push({ path, caller: undefined, statuses: ['CANCELLED', 'COMPLETED'] });
};

/** A public campaign, claimed until nothing is left. */
export const publicAirdropScenario = async (fixture: Fixture): Promise<void> => {
  const { creator, campaign, path } = await openCampaign(fixture, {
    totalAmount: BCH / 200n,
    amountPerClaim: BCH / 1_000n,
  });
  await campaign.fund(creator);
  for (let claims = 0; claims < 5; claims += 1) await campaign.claim(await openWallet(fixture));
  fixture.told.push({ path, caller: undefined, statuses: ['COMPLETED'] });
};
