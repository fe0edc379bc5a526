import { NodeRejection } from '@weir/devnet';
import { Chance } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { createCampaignWatcher, ServiceError, type CampaignWatcher } from '../src/index.js';
import { auditCampaign } from './support/audit-campaign.js';
import { startCampaignBed, type CampaignBed, type OpenCampaign } from './support/campaign-bed.js';

/** `AIRDROP_STEPS=1000` searches longer, `WEIR_SEED=random` elsewhere. */
const STEPS = Number(process.env['AIRDROP_STEPS'] ?? 40);
const { WEIR_SEED = '20090103' } = process.env;
const SEED = WEIR_SEED === 'random' ? Date.now() % 2 ** 31 : Number(WEIR_SEED);
/** Steps after which there are new campaigns, before all is claimed. */
const RENEWED = 40;
/** Deeper than any reorganisation here. */
const DEEP = 4;
/** Reached only by records that never become what the chain says. */
const PATIENCE_MS = 10 * 60_000;

/** Refusals that a claimer meets who is overtaken, served already, or too late. */
const USUAL = new Set([
  'STATE_MOVED',
  'CLAIM_LIMIT_REACHED',
  'WRONG_STATE',
  'TX_NOT_FOUND',
  'TX_MISMATCH',
  'BROADCAST_REJECTED',
  'FEES_NOT_SPONSORED',
]);

let bed: CampaignBed;
let watcher: CampaignWatcher;
const warnings: object[] = [];
const note = (details: object): void => {
  warnings.push(details);
};
const watch = (): CampaignWatcher =>
  createCampaignWatcher({
    context: bed.airdropContext,
    databaseUrl: bed.database.url,
    log: { info: () => undefined, warn: note },
    intervalMs: 60,
    patience: { checks: 2, spacingMs: 20 },
  });

beforeAll(async () => {
  bed = await startCampaignBed();
  watcher = watch();
});
afterAll(async () => {
  await watcher.stop();
  await bed.stop();
});

const random = new Chance(SEED);
/** Claims that were signed and kept back: sent later they contradict those sent meanwhile. */
const kept: string[] = [];
/** One of the last ones: older ones spend what is buried by now. */
const takeKept = (): string[] => kept.splice(-random.between(1, 2), 1);
const done: string[] = [];

const usually = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const isUsual = error instanceof NodeRejection || (error instanceof ServiceError && USUAL.has(error.code));
    if (!isUsual) throw error;
  }
};

const actions: readonly (readonly [number, (campaign: OpenCampaign, claimer: Wallet) => Promise<string> | string])[] = [
  [
    5,
    async (campaign, { address }) => {
      await usually(() => bed.airdrops.claim(campaign.id, { claimerAddress: address, relay: true }, address));
      return 'relay';
    },
  ],
  [
    5,
    async (campaign, claimer) => {
      await usually(async () => {
        const { hex, hash } = await bed.signClaim(campaign, claimer);
        await bed.airdrops.confirmClaim(campaign.id, { txHash: hash, txHex: hex });
      });
      return 'sign and confirm';
    },
  ],
  [
    4,
    async (campaign, claimer) => {
      await usually(async () => bed.node.submit((await bed.signClaim(campaign, claimer)).hex));
      return 'sign and send elsewhere';
    },
  ],
  [
    6,
    async (campaign, claimer) => {
      // On a state that is mined, so that a block can hold it; then another one claims on the same.
      bed.node.mine();
      await usually(async () => kept.push((await bed.signClaim(campaign, claimer)).hex));
      const other = random.pick(campaign.wallets) ?? claimer;
      await usually(async () => bed.node.submit((await bed.signClaim(campaign, other)).hex));
      return 'sign and keep, and let another one be sent';
    },
  ],
  [
    4,
    () => {
      bed.node.mine(random.between(1, 2));
      return 'mine';
    },
  ],
  [
    4,
    async () => {
      await usually(async () => Promise.resolve(bed.node.mine(1, { transactions: takeKept() })));
      return 'mine a claim that was kept';
    },
  ],
  [
    3,
    async () => {
      const keep = random.chance(0.5) ? 'drop' : 'mempool';
      await usually(async () => {
        bed.node.reorganise(random.between(1, DEEP - 1), { keep, transactions: takeKept() });
        return Promise.resolve();
      });
      return `reorganise, ${keep}`;
    },
  ],
  [
    2,
    () => {
      const lost = random.pick(bed.node.mempool());
      if (lost !== undefined) bed.node.drop(lost.txid);
      return 'drop';
    },
  ],
  [
    1,
    async () => {
      await watcher.stop();
      watcher = watch();
      return 'restart';
    },
  ],
];

/** Waits until the records are what the node has. @returns what differs still, with all that was done */
const settle = async (campaigns: readonly OpenCampaign[]): Promise<string[]> => {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const problems = (await Promise.all(campaigns.map((campaign) => auditCampaign(bed, campaign)))).flat();
    if (problems.length === 0) return [];
    if (Date.now() > end) return [...problems, `seed ${SEED}`, ...done];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe(`${STEPS} steps of claimers, miners and reorganisations`, () => {
  it(
    'leave each record as the chain is, after each of them',
    async () => {
      const all: OpenCampaign[] = [];
      let campaigns: readonly OpenCampaign[] = [];
      for (let step = 0; step < STEPS; step += 1) {
        if (step % RENEWED === 0) {
          campaigns = [await bed.openList(24, 2), await bed.openForAll(8, 4), await bed.openList(16, 1, true)];
          all.push(...campaigns);
          bed.node.mine(DEEP);
        }
        const campaign = random.pick(campaigns);
        const claimer = campaign && random.pick(campaign.wallets);
        if (campaign === undefined || claimer === undefined) throw new Error('There are campaigns');
        done.push(await random.weighted(actions)(campaign, claimer));
        expect(await settle(all)).toEqual([]);
      }
      expect(warnings).toEqual([]);
      const events = (await Promise.all(all.map(({ id }) => bed.repository.eventsOf(id)))).flat();
      // The search reaches what it is meant to search.
      expect(new Set(events.map(({ because }) => because?.reason))).toEqual(new Set(['replaced', 'vanished']));
    },
    20_000 + STEPS * 3_000,
  );
});
