import type {
  AirdropClaimRelayed,
  AirdropClaimUnsigned,
  AirdropConfirmResponse,
  AirdropFundingReady,
  CampaignResource,
  CreateAirdropResponse,
  GetAirdropResponse,
  WhitelistResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import type { Answer, Client } from './client.js';
import type { Fixture } from './fixture.js';
import { BCH, COIN, type TestAsset } from './test-asset.js';

/** Amount of each claim, base units. */
export const SHARE = 10_000n;

/** A campaign and its creator. */
export interface AirdropScenario {
  readonly id: string;
  readonly path: string;
  readonly creator: Wallet;
  readonly asset: TestAsset;
  readonly campaign: CampaignResource;
}

/** Creates a campaign by a new wallet, public by default. */
export const createAirdrop = async (
  fixture: Fixture,
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<AirdropScenario> => {
  const creator = fixture.wallet(COIN / 10n);
  const endowed = asset.endow(fixture, creator);
  const terms = {
    title: 'Test drop',
    totalAmount: asset.text(SHARE * 1_000n),
    amountPerClaim: asset.text(SHARE),
    startDate: fixture.time() - 1_000,
  };
  const creation = { ...endowed, ...terms, ...changes };
  const { body } = await fixture.client
    .as(creator.address)
    .post<CreateAirdropResponse>('/api/airdrops/create', creation);
  const { campaign } = body;
  return { id: campaign.id, path: `/api/airdrops/${campaign.id}`, creator, asset, campaign };
};

/** Returns a CSV list in which each wallet has a different amount: the share plus its index. */
export const csvOf = ({ asset }: Pick<AirdropScenario, 'asset'>, wallets: readonly Wallet[]): string =>
  ['address,amount', ...wallets.map(({ address }, row) => `${address},${asset.text(SHARE + BigInt(row))}`), ''].join(
    '\r\n',
  );

export const sendList = <Body = WhitelistResponse>(
  fixture: Fixture,
  { path, creator }: AirdropScenario,
  csv: string,
  client: Client = fixture.client.as(creator.address),
): Promise<Answer<Body>> => client.send('POST', `${path}/generate-merkle`, csv, { 'content-type': 'text/csv' });

/** Signs and broadcasts the funding. @returns its hash */
export const payAirdropFunding = async (fixture: Fixture, { path, creator }: AirdropScenario): Promise<string> => {
  const { body } = await fixture.client.get<AirdropFundingReady>(`${path}/funding-info`);
  return (await creator.signTransaction(body.wcTransaction)).signedTransactionHash;
};

export const confirmAirdropFunding = <Body = AirdropConfirmResponse>(
  fixture: Fixture,
  path: string,
  txHash: string,
): Promise<Answer<Body>> => fixture.client.post(`${path}/confirm-funding`, { txHash });

/** Creates and funds a public campaign. */
export const createActiveAirdrop = async (
  fixture: Fixture,
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<AirdropScenario & { readonly fundingTxHash: string }> => {
  const scenario = await createAirdrop(fixture, changes, asset);
  const fundingTxHash = await payAirdropFunding(fixture, scenario);
  await confirmAirdropFunding(fixture, scenario.path, fundingTxHash);
  return { ...scenario, fundingTxHash };
};

/** Creates and funds a campaign for a list of wallets. */
export const createActiveList = async (
  fixture: Fixture,
  wallets: readonly Wallet[],
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<AirdropScenario & { readonly fundingTxHash: string }> => {
  const scenario = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null, ...changes }, asset);
  await sendList(fixture, scenario, csvOf(scenario, wallets));
  const fundingTxHash = await payAirdropFunding(fixture, scenario);
  await confirmAirdropFunding(fixture, scenario.path, fundingTxHash);
  return { ...scenario, fundingTxHash };
};

export const askClaim = <Body = AirdropClaimUnsigned>(
  fixture: Pick<Fixture, 'client'>,
  path: string,
  claimer: Wallet,
  more: object = {},
): Promise<Answer<Body>> => fixture.client.post(`${path}/claim`, { claimerAddress: claimer.address, ...more });

export const relayClaim = <Body = AirdropClaimRelayed>(
  fixture: Pick<Fixture, 'client'>,
  path: string,
  claimer: Wallet,
): Promise<Answer<Body>> => askClaim<Body>(fixture, path, claimer, { relay: true });

/** Builds, signs and broadcasts a claim. @returns its hash */
export const payAirdropClaim = async (fixture: Fixture, path: string, claimer: Wallet): Promise<string> => {
  const { body } = await askClaim(fixture, path, claimer);
  return (await claimer.signTransaction(body.wcTransaction)).signedTransactionHash;
};

export const confirmAirdropClaim = <Body = AirdropConfirmResponse>(
  fixture: Pick<Fixture, 'client'>,
  path: string,
  body: object,
): Promise<Answer<Body>> => fixture.client.post(`${path}/confirm-claim`, body);

export const readAirdrop = async (fixture: Fixture, path: string): Promise<GetAirdropResponse> =>
  (await fixture.client.get<GetAirdropResponse>(path)).body;
