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
import { BCH, COIN, type TestAsset } from './test-asset.js';
import type { World } from './world.js';

/** What each claim of a test pays, base units. */
export const SHARE = 10_000n;

/** A campaign and its creator. */
export interface AirdropScenario {
  readonly id: string;
  readonly path: string;
  readonly creator: Wallet;
  readonly asset: TestAsset;
  readonly campaign: CampaignResource;
}

/** Creates a campaign of a new wallet, by default for everybody. */
export const createAirdrop = async (
  world: World,
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<AirdropScenario> => {
  const creator = world.wallet(COIN / 10n);
  const endowed = asset.endow(world, creator);
  const terms = {
    title: 'Test drop',
    totalAmount: asset.text(SHARE * 1_000n),
    amountPerClaim: asset.text(SHARE),
    startDate: world.time() - 1_000,
  };
  const creation = { ...endowed, ...terms, ...changes };
  const { body } = await world.client.as(creator.address).post<CreateAirdropResponse>('/api/airdrops/create', creation);
  const { campaign } = body;
  return { id: campaign.id, path: `/api/airdrops/${campaign.id}`, creator, asset, campaign };
};

/** A list in CSV, each wallet with its own amount: the share and its place. */
export const csvOf = ({ asset }: Pick<AirdropScenario, 'asset'>, wallets: readonly Wallet[]): string =>
  ['address,amount', ...wallets.map(({ address }, row) => `${address},${asset.text(SHARE + BigInt(row))}`), ''].join(
    '\r\n',
  );

export const sendList = <Body = WhitelistResponse>(
  world: World,
  { path, creator }: AirdropScenario,
  csv: string,
  client: Client = world.client.as(creator.address),
): Promise<Answer<Body>> => client.send('POST', `${path}/generate-merkle`, csv, { 'content-type': 'text/csv' });

/** Signs and broadcasts the funding. @returns its hash */
export const payAirdropFunding = async (world: World, { path, creator }: AirdropScenario): Promise<string> => {
  const { body } = await world.client.get<AirdropFundingReady>(`${path}/funding-info`);
  return (await creator.signTransaction(body.wcTransaction)).signedTransactionHash;
};

export const confirmAirdropFunding = <Body = AirdropConfirmResponse>(
  world: World,
  path: string,
  txHash: string,
): Promise<Answer<Body>> => world.client.post(`${path}/confirm-funding`, { txHash });

/** A funded campaign for everybody. */
export const createActiveAirdrop = async (
  world: World,
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<AirdropScenario & { readonly fundingTxHash: string }> => {
  const scenario = await createAirdrop(world, changes, asset);
  const fundingTxHash = await payAirdropFunding(world, scenario);
  await confirmAirdropFunding(world, scenario.path, fundingTxHash);
  return { ...scenario, fundingTxHash };
};

/** A funded campaign for a list of wallets. */
export const createActiveList = async (
  world: World,
  wallets: readonly Wallet[],
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<AirdropScenario & { readonly fundingTxHash: string }> => {
  const scenario = await createAirdrop(world, { requireKyc: true, amountPerClaim: null, ...changes }, asset);
  await sendList(world, scenario, csvOf(scenario, wallets));
  const fundingTxHash = await payAirdropFunding(world, scenario);
  await confirmAirdropFunding(world, scenario.path, fundingTxHash);
  return { ...scenario, fundingTxHash };
};

export const askClaim = <Body = AirdropClaimUnsigned>(
  world: Pick<World, 'client'>,
  path: string,
  claimer: Wallet,
  more: object = {},
): Promise<Answer<Body>> => world.client.post(`${path}/claim`, { claimerAddress: claimer.address, ...more });

export const relayClaim = <Body = AirdropClaimRelayed>(
  world: Pick<World, 'client'>,
  path: string,
  claimer: Wallet,
): Promise<Answer<Body>> => askClaim<Body>(world, path, claimer, { relay: true });

/** Builds, signs and broadcasts a claim. @returns its hash */
export const payAirdropClaim = async (world: World, path: string, claimer: Wallet): Promise<string> => {
  const { body } = await askClaim(world, path, claimer);
  return (await claimer.signTransaction(body.wcTransaction)).signedTransactionHash;
};

export const confirmAirdropClaim = <Body = AirdropConfirmResponse>(
  world: Pick<World, 'client'>,
  path: string,
  body: object,
): Promise<Answer<Body>> => world.client.post(`${path}/confirm-claim`, body);

export const readAirdrop = async (world: World, path: string): Promise<GetAirdropResponse> =>
  (await world.client.get<GetAirdropResponse>(path)).body;
