import type { CampaignTerms } from '@weir/client';
import {
  createAirdropsRepository,
  type AirdropsRepository,
  type LaneRecord,
  type LaneStep,
  type StreamRecord,
} from '@weir/infra';
import { type ListedRow, openCampaign, openList } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import {
  createAirdropContext,
  createAirdropsService,
  type AirdropContext,
  type AirdropsService,
} from '../../src/index.js';
import { campaignRecords } from './service-records.js';
import { nodeChain, startTestbed, type Testbed } from './testbed.js';

/** What the first row of a list pays, satoshis; each further one a satoshi more. */
export const SHARE = 10_000n;

/** A funded campaign for a list of wallets, or for everybody. */
export interface OpenCampaign {
  readonly id: string;
  readonly creator: Wallet;
  /** Who can claim. */
  readonly wallets: readonly Wallet[];
  readonly fundingHex: string;
}

export interface SignedClaim {
  readonly hex: string;
  readonly hash: string;
}

/** The use cases of airdrops over a testbed. */
export interface CampaignBed extends Testbed {
  readonly repository: AirdropsRepository;
  readonly airdropContext: AirdropContext;
  readonly airdrops: AirdropsService;
  /** @param vests whether its claims open locks, which began to vest half a day ago */
  openList(recipients: number, lanes: number, vests?: boolean): Promise<OpenCampaign>;
  openForAll(claimers: number, limit: number): Promise<OpenCampaign>;
  signClaim(campaign: OpenCampaign, wallet: Wallet): Promise<SignedClaim>;
  /** The recorded locks that claims of a campaign opened. */
  locksOf(campaign: Pick<OpenCampaign, 'id'>): Promise<readonly StreamRecord[]>;
  /** All steps of a lane, the funding first. */
  stepsOf(lane: LaneRecord): Promise<readonly LaneStep[]>;
}

/** A testbed with two servers. */
export const startCampaignBed = async (): Promise<CampaignBed> => {
  const bed = await startTestbed(2);
  const { context, node } = bed;
  const repository = createAirdropsRepository(bed.db);
  const airdropContext = createAirdropContext({ ...context, airdrops: repository });
  const airdrops = createAirdropsService(airdropContext);

  const stage = { weir: { airdrops: campaignRecords(airdrops) }, chain: nodeChain(node) };
  const open = async (
    terms: Partial<CampaignTerms>,
    wallets: readonly Wallet[],
    rows?: readonly ListedRow[],
  ): Promise<OpenCampaign> => {
    const creator = bed.wallet(100_000_000n);
    const startDate = node.tip.medianTimePast - 1_000;
    const common = { totalAmount: '0.05', startDate, sponsorFees: true, ...terms };
    const { id } =
      rows === undefined ? await openCampaign(stage, creator, common) : await openList(stage, creator, rows, common);
    const funding = (await repository.findById(id))?.funding?.txHash ?? '';
    return { id, creator, wallets, fundingHex: node.transaction(funding)?.hex ?? '' };
  };

  return {
    ...bed,
    repository,
    airdropContext,
    airdrops,
    openList(recipients, lanes, vests = false) {
      const startTime = node.tip.medianTimePast - 43_200;
      const vesting = { streamType: 'STEP' as const, startTime, endTime: startTime + 864_000, intervalSeconds: 86_400 };
      const wallets = Array.from({ length: recipients }, () => bed.wallet());
      const rows = wallets.map(({ address }, row) => ({ address, amount: SHARE + BigInt(row) }));
      return open({ lanes, ...(vests && { vesting }) }, wallets, rows);
    },
    openForAll(claimers, limit) {
      const wallets = Array.from({ length: claimers }, () => bed.wallet());
      const terms = {
        amountPerClaim: '0.0001',
        maxClaimsPerAddress: limit,
        totalAmount: `0.000${claimers * limit}`,
        lanes: 1,
      };
      return open(terms, wallets);
    },
    async signClaim({ id }, wallet) {
      const claim = await airdrops.claim(id, { claimerAddress: wallet.address, relay: false }, wallet.address);
      if (claim.kind !== 'unsigned') throw new Error('A claim to sign was asked for');
      const { signedTransaction: hex, signedTransactionHash: hash } = await wallet.signTransaction({
        ...claim.wcTransaction,
        broadcast: false,
      });
      return { hex, hash };
    },
    async locksOf({ id }) {
      const rows = await bed.db.selectFrom('streams').select('id').where('campaignId', '=', id).execute();
      return context.streams.findByIds(rows.map((row) => row.id));
    },
    stepsOf: ({ campaignId, lane }) => repository.stepsFrom(campaignId, lane, 0, 1_000),
  };
};
