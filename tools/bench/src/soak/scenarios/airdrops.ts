import { createWallet } from '@weir/wallet';
import { act, BCH, chainTime, openWallet, type Fixture } from '../fixture.js';

const RECIPIENTS = 64;

interface Signable {
  readonly wcTransaction: object;
}

const openCampaign = async (fixture: Fixture, terms: object) => {
  const creator = await openWallet(fixture, 3n * BCH);
  const creation = { title: 'Soak', totalAmount: 1, startDate: (await chainTime(fixture)) - 60, ...terms };
  const { id } = (
    await fixture.client.post<{ campaign: { id: string } }>('/api/airdrops/create', creation, creator.address)
  ).campaign;
  return { creator, path: `/api/airdrops/${id}` };
};

const fund = ({ client }: Fixture, { creator, path }: Awaited<ReturnType<typeof openCampaign>>): Promise<string> =>
  act(
    creator,
    () => client.get<Signable>(`${path}/funding-info`),
    (txHash) => client.post(`${path}/confirm-funding`, { txHash }),
  );

/** A campaign for a list, claimed by some at once, and closed. */
export const listedAirdropScenario = async (fixture: Fixture): Promise<void> => {
  const { client, told } = fixture;
  const campaign = await openCampaign(fixture, { requireKyc: true, lanes: 4 });
  const { creator, path } = campaign;
  const recipients = Array.from({ length: RECIPIENTS }, (_, row) => createWallet({ privateKey: `${path} ${row}` }));
  const csv = recipients.map(({ address }) => `${address},0.001`).join('\n');
  await client.post(`${path}/generate-merkle`, { csv }, creator.address);
  await fund(fixture, campaign);
  const claimers = recipients.slice(0, RECIPIENTS / 4);
  await Promise.all(
    claimers.map(({ address }) => client.post(`${path}/claim`, { claimerAddress: address, relay: true })),
  );
  for (const { address } of recipients.slice(0, 4)) await client.get(`${path}/proof/${address}`);
  const { campaign: claimed } = await client.get<{ campaign: { claimed_count: number } }>(path);
  if (claimed.claimed_count !== claimers.length)
    throw new Error(`${path} has ${claimed.claimed_count} claims of ${claimers.length}`);
  const { message } = await client.post<{ message: string }>(`${path}/cancel`, {}, creator.address);
  await client.post(`${path}/close`, { signature: creator.signMessage(message) });
  told.push({ path, caller: undefined, statuses: ['CANCELLED', 'COMPLETED'] });
};

/** A campaign for everybody, claimed until nothing is left. */
export const publicAirdropScenario = async (fixture: Fixture): Promise<void> => {
  const { client, told } = fixture;
  const campaign = await openCampaign(fixture, { totalAmount: 0.005, amountPerClaim: 0.001 });
  const { path } = campaign;
  await fund(fixture, campaign);
  for (let claims = 0; claims < 5; claims += 1) {
    const claimer = await openWallet(fixture);
    await act(
      claimer,
      () => client.post<Signable>(`${path}/claim`, { claimerAddress: claimer.address }),
      (txHash) => client.post(`${path}/confirm-claim`, { txHash }),
    );
  }
  told.push({ path, caller: undefined, statuses: ['COMPLETED'] });
};
