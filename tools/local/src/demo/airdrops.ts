import { createWallet, type Wallet } from '@weir/wallet';
import { ApiError } from './api-client.js';
import { balanceOf, chainTime, openWallet, type Fixture } from './fixture.js';
import { bch } from './narrator.js';

const RECIPIENTS = 240;
const CLAIMERS = 12;
const SHARE = 100_000n;

interface CampaignRow {
  readonly id: string;
  readonly campaign_id: string;
  readonly status: string;
  readonly claimed_count: number;
  readonly lanes: number;
}

interface Signable {
  readonly campaign: CampaignRow;
  readonly wcTransaction: object;
}

/** Signs and confirms the funding of a campaign. */
const fund = async ({ api, say }: Fixture, creator: Wallet, path: string): Promise<void> => {
  const { wcTransaction } = await api.get<Signable>(`${path}/funding-info`);
  const { signedTransactionHash: txHash } = await creator.signTransaction(wcTransaction);
  const { campaign } = await api.post<Signable>(`${path}/confirm-funding`, { txHash });
  say.step('The creator signs the funding, all lanes at once, and the API verifies it');
  say.fact('transaction', txHash);
  say.fact('status', `${campaign.status}, ${campaign.lanes} ${campaign.lanes === 1 ? 'lane' : 'lanes'}`);
};

/** A list of a few hundred, from which some claim at once who own nothing, and the rest returns to the creator. */
export const listedAirdrop = async (fixture: Fixture): Promise<void> => {
  const { api, say } = fixture;
  say.chapter(`An airdrop for a list of ${RECIPIENTS}, claimed by ${CLAIMERS} wallets at once that own no BCH`);
  const creator = await openWallet(fixture, 'Creator', 1_000_000_000n);
  const recipients = Array.from({ length: RECIPIENTS }, (_, row) =>
    createWallet({ privateKey: `weir demo listed ${row} ${Date.now()}` }),
  );
  const { campaign } = await api.post<Signable>(
    '/api/airdrops/create',
    { title: 'Early supporters', totalAmount: 1, requireKyc: true, startDate: (await chainTime(fixture)) - 60 },
    creator.address,
  );
  const path = `/api/airdrops/${campaign.id}`;
  const csv = recipients.map(({ address }) => `${address},0.001`).join('\n');
  const { merkleRoot } = await api.post<{ merkleRoot: string }>(`${path}/generate-merkle`, { csv }, creator.address);
  say.step(`The creator creates ${campaign.campaign_id} and sends the list`);
  say.fact('merkle root', merkleRoot);
  await fund(fixture, creator, path);

  const claimers = recipients.slice(0, CLAIMERS);
  await Promise.all(claimers.map(({ address }) => api.post(`${path}/claim`, { claimerAddress: address, relay: true })));
  const balances = await Promise.all(claimers.map(({ address }) => balanceOf(fixture, address)));
  say.step('They claim at once; the campaign pays the fees and nobody signs');
  say.fact('each received', bch(balances[0] ?? 0n));
  if (balances.some((balance) => balance !== SHARE)) throw new Error('Each should have been paid exactly once');

  const { message } = await api.post<{ message: string }>(`${path}/cancel`, {}, creator.address);
  const closed = await api.post<Signable & { txHashes: string[] }>(`${path}/close`, {
    signature: creator.signMessage(message),
  });
  say.step('The creator signs one message, and all lanes are closed as they stand');
  say.fact('message', message);
  say.fact('status', `${closed.campaign.status} after ${closed.campaign.claimed_count} claims`);
};

/** A campaign for everybody, whose contract refuses the second claim of an address. */
export const openAirdrop = async (fixture: Fixture): Promise<void> => {
  const { api, say } = fixture;
  say.chapter('An airdrop for everybody, once each: a second claim is refused');
  const creator = await openWallet(fixture, 'Creator', 1_000_000_000n);
  const claimer = await openWallet(fixture, 'Claimer', 0n);
  const terms = {
    title: 'For everybody',
    totalAmount: 0.1,
    amountPerClaim: 0.001,
    startDate: (await chainTime(fixture)) - 60,
  };
  const { campaign } = await api.post<Signable>('/api/airdrops/create', terms, creator.address);
  const path = `/api/airdrops/${campaign.id}`;
  await fund(fixture, creator, path);
  const { wcTransaction } = await api.post<Signable>(`${path}/claim`, { claimerAddress: claimer.address });
  const { signedTransactionHash: txHash } = await claimer.signTransaction(wcTransaction);
  await api.post(`${path}/confirm-claim`, { txHash });
  say.step('The claimer signs; the contract counts the claim');
  say.fact('received', bch(await balanceOf(fixture, claimer.address)));
  const refusal = await api.post(`${path}/claim`, { claimerAddress: claimer.address }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refusal instanceof ApiError)) throw new Error('A second claim should be refused');
  say.step('A second claim is refused');
  say.fact('answer', refusal.message);
};
