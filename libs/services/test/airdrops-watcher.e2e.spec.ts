import { setTimeout as sleep } from 'node:timers/promises';
import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import { createPublishedEventsRepository } from '@weir/infra';
import { until, untilSo } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { createCampaignWatcher, type CampaignView, type CampaignWatcher } from '../src/index.js';
import { auditCampaign } from './support/audit-campaign.js';
import { startCampaignBed, type CampaignBed, type OpenCampaign } from './support/campaign-bed.js';

/** Longer than the watcher needs to lose patience. */
const WHILE_MS = 600;

let bed: CampaignBed;
let watcher: CampaignWatcher;
const warnings: object[] = [];
const log = {
  info: () => undefined,
  warn(details: object) {
    warnings.push(details);
  },
};

beforeAll(async () => {
  bed = await startCampaignBed();
  watcher = createCampaignWatcher({
    context: bed.airdropContext,
    databaseUrl: bed.database.url,
    log,
    intervalMs: 100,
    patience: { checks: 3, spacingMs: 40 },
  });
});
afterAll(async () => {
  await watcher.stop();
  await bed.stop();
});
afterEach(() => {
  warnings.splice(0);
});

const read = async (id: string): Promise<CampaignView> => (await bed.airdrops.get(id, {}, undefined)).campaign;
const untilRead = (id: string, what: string, is: (campaign: CampaignView) => boolean) =>
  until(what, async () => {
    const campaign = await read(id);
    return is(campaign) ? campaign : undefined;
  });
const untilClaims = (id: string, count: number) =>
  untilRead(id, `${count} claims`, ({ claimedCount }) => claimedCount === count);
const expectTrue = async (campaign: OpenCampaign): Promise<void> => {
  // What was recorded a moment ago may still be on its way to the chain's servers.
  await untilSo('the records are as the chain has them', async () => (await auditCampaign(bed, campaign)).length === 0);
};
const relay = ({ id }: OpenCampaign, wallet: Wallet) =>
  bed.airdrops.claim(id, { claimerAddress: wallet.address, relay: true }, wallet.address);
/** What a reader is notified of steps that were taken back. */
const publishedOf = async ({ id }: OpenCampaign) =>
  (await bed.airdrops.get(id, {}, undefined)).takenBack.map(({ of, txHash, reason, replacedBy }) => [
    of,
    txHash,
    reason,
    replacedBy,
  ]);
const wallet = ({ wallets }: OpenCampaign, index: number): Wallet => {
  const found = wallets[index];
  if (found === undefined) throw new Error(`There is no wallet ${index}`);
  return found;
};
const hashOf = async ({ id }: OpenCampaign, { address }: Wallet): Promise<string> => {
  const { claims } = await bed.airdrops.get(id, {}, undefined);
  return claims.find(({ claimer }) => claimer === address)?.txHash ?? '';
};

describe('the watcher of campaigns', () => {
  it('records claims that nobody confirmed, and ends the lanes that have paid all', async () => {
    const campaign = await bed.openList(3, 1);
    for (const claimer of campaign.wallets.slice(0, 2)) {
      bed.node.submit((await bed.signClaim(campaign, claimer)).hex);
    }
    await untilClaims(campaign.id, 2);
    await expectTrue(campaign);
    bed.node.submit((await bed.signClaim(campaign, wallet(campaign, 2))).hex);
    await untilRead(campaign.id, 'COMPLETED', ({ status }) => status === 'COMPLETED');
    await untilSo('the end of the lane', async () =>
      (await bed.repository.lanesOf(campaign.id)).every(({ closed }) => closed),
    );
    await expectTrue(campaign);
  });

  it.each([
    ['at once', false],
    ['later', true],
  ])(
    'takes back a claim that was sent and lost, so that it can be made again, of a list that pays %s',
    async (_, vests) => {
      const campaign = await bed.openList(5, 2, vests);
      await relay(campaign, wallet(campaign, 0));
      await relay(campaign, wallet(campaign, 1));
      const lost = await hashOf(campaign, wallet(campaign, 0));
      await relay(campaign, wallet(campaign, 2));
      const after = await hashOf(campaign, wallet(campaign, 2));
      bed.node.drop(lost);
      await untilClaims(campaign.id, 1);
      await expectTrue(campaign);
      expect(await publishedOf(campaign)).toEqual([
        ['claimed', lost, 'vanished', null],
        ['claimed', after, 'vanished', null],
      ]);
      await relay(campaign, wallet(campaign, 2));
      await relay(campaign, wallet(campaign, 0));
      expect((await read(campaign.id)).claimedCount).toBe(3);
      await expectTrue(campaign);
    },
  );

  it('takes back what a lock has paid with the claim that opened it, and has both again when they come back', async () => {
    const campaign = await bed.openList(2, 1, true);
    const [claimer] = campaign.wallets;
    if (claimer === undefined) throw new Error('The campaign has wallets');
    bed.node.fund(binToHex(lockingBytecodeOf(claimer.publicKeyHash)), 1_000_000n);
    bed.passDays(3);
    await relay(campaign, claimer);
    const claim = await hashOf(campaign, claimer);
    const hex = bed.node.transaction(claim)?.hex ?? '';
    const [lock] = await bed.locksOf(campaign);
    const id = lock?.id ?? '';
    const { wcTransaction, claimableAmount } = await bed.streams.claim(id, {
      recipientAddress: claimer.address,
      caller: claimer.address,
    });
    const paid = await claimer.signTransaction({ ...wcTransaction, broadcast: false });
    bed.node.submit(paid.signedTransaction);
    await bed.streams.confirmClaim(id, paid.signedTransactionHash, Number(claimableAmount) / 1e8);
    expect(await bed.locksOf(campaign)).toMatchObject([{ id, withdrawnAmount: claimableAmount }]);

    bed.node.drop(claim);
    await untilClaims(campaign.id, 0);
    expect(await bed.locksOf(campaign)).toEqual([]);
    bed.node.submit(hex);
    await untilClaims(campaign.id, 1);
    expect(await bed.locksOf(campaign)).toMatchObject([{ id, withdrawnAmount: 0n, status: 'ACTIVE' }]);
    bed.node.submit(paid.signedTransaction);
    await bed.streams.confirmClaim(id, paid.signedTransactionHash, Number(claimableAmount) / 1e8);
    const { claims, events, transitions } = (await bed.context.streams.history(id)) ?? {};
    expect(claims?.map(({ txHash }) => txHash)).toEqual([paid.signedTransactionHash]);
    expect(transitions?.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['fund', 1],
      ['claim', 2],
    ]);
    expect(events?.map(({ kind, transition }) => `${kind} ${transition}`)).toEqual([
      ...[
        'recorded fund',
        'recorded claim',
        'rolled_back claim',
        'rolled_back fund',
        'restored fund',
        'restored claim',
      ],
    ]);
  });

  it.each(['a list', 'a list that vests', 'everybody'])(
    'has the claim that was mined in place of a confirmed one, of a campaign for %s',
    async (kind) => {
      const campaign = await (kind === 'everybody' ? bed.openForAll(3, 2) : bed.openList(4, 1, kind !== 'a list'));
      const [first, rival, later] = [wallet(campaign, 0), wallet(campaign, 1), wallet(campaign, 2)];
      bed.node.mine();
      const mine = await bed.signClaim(campaign, first);
      const theirs = await bed.signClaim(campaign, rival);
      bed.node.submit(mine.hex);
      await bed.airdrops.confirmClaim(campaign.id, { txHash: mine.hash });
      const next = await bed.signClaim(campaign, later);
      bed.node.submit(next.hex);
      await bed.airdrops.confirmClaim(campaign.id, { txHash: next.hash });
      bed.node.mine(2);
      bed.node.reorganise(2, { keep: 'drop', transactions: [theirs.hex] });
      await untilRead(campaign.id, 'the other claim', ({ claimedCount }) => claimedCount === 1);
      await expectTrue(campaign);
      expect(await publishedOf(campaign)).toEqual([
        ['claimed', mine.hash, 'replaced', theirs.hash],
        ['claimed', next.hash, 'replaced', theirs.hash],
      ]);
      await expect(bed.airdrops.confirmClaim(campaign.id, { txHash: mine.hash })).rejects.toMatchObject({
        code: 'TX_REPLACED',
        details: { txHash: mine.hash, replacedBy: theirs.hash },
      });
      const again = await bed.signClaim(campaign, first);
      expect(await bed.airdrops.confirmClaim(campaign.id, { txHash: again.hash, txHex: again.hex })).toMatchObject({
        claim: { claimer: first.address },
      });
      await expectTrue(campaign);
    },
  );

  it('follows a lane that has ended until ten blocks are on it, and no longer', async () => {
    const campaign = await bed.openList(1, 1);
    bed.node.mine();
    await relay(campaign, wallet(campaign, 0));
    await untilRead(campaign.id, 'COMPLETED', ({ status }) => status === 'COMPLETED');
    bed.node.mine(3);
    bed.node.reorganise(3, { keep: 'drop' });
    // The claim and the end are gone; the claim is not made again by anybody but its owner.
    await untilRead(campaign.id, 'ACTIVE', ({ status, claimedCount }) => status === 'ACTIVE' && claimedCount === 0);
    await expectTrue(campaign);
    await relay(campaign, wallet(campaign, 0));
    await untilSo('the end of the lane', async () =>
      (await bed.repository.lanesOf(campaign.id)).every(({ closed }) => closed),
    );
    const isWatched = async () =>
      (await bed.repository.watchedLanes({ limit: 1_000 })).some(({ campaignId }) => campaignId === campaign.id);
    bed.node.mine(10);
    await sleep(WHILE_MS);
    expect(await isWatched()).toBe(true);
    bed.node.mine();
    await until('finality', async () => ((await isWatched()) ? undefined : true));
    await expectTrue(campaign);
    // Each step that is is reported as final once; the claim that was taken back is not.
    const events = createPublishedEventsRepository(bed.db);
    await events.publish();
    const published = await events.scan({ after: 0, limit: 50, recordId: campaign.id });
    const steps = published.filter(({ kind }) => kind === 'final');
    const paid = published.findLast(({ kind }) => kind === 'claimed');
    expect(steps.slice(0, 2).map(({ step, txHash }) => [step, txHash])).toEqual([
      ['fund', published.find(({ kind }) => kind === 'funded')?.txHash],
      ['claim', paid?.txHash],
    ]);
    expect(steps.slice(2).map(({ step }) => step)).toEqual(
      published.findLast(({ kind }) => kind === 'refunded') === undefined ? [] : ['complete'],
    );
    expect(published.filter(({ kind }) => kind === 'claimed').map(({ finality }) => finality)).toEqual([
      'mempool',
      'mempool',
    ]);
  });

  it('has a claim that was mined in place of the end that the creator made', async () => {
    const campaign = await bed.openList(2, 1);
    bed.node.mine();
    const claim = await bed.signClaim(campaign, wallet(campaign, 1));
    const [close] = (await bed.airdrops.cancel(campaign.id, undefined, campaign.creator.address)).lanes;
    if (close === undefined) throw new Error('There is an open lane');
    await campaign.creator.signTransaction(close.wcTransaction);
    expect(await untilRead(campaign.id, 'CANCELLED', ({ status }) => status === 'CANCELLED')).toMatchObject({
      claimedCount: 0,
      cancelledAt: expect.any(Number) as number,
    });
    bed.node.mine(1, { transactions: [claim.hex] });
    // First the end is taken back, then the claim is found.
    expect(await untilClaims(campaign.id, 1)).toMatchObject({ status: 'ACTIVE', cancelledAt: null });
    await expectTrue(campaign);
  });

  it('makes a campaign PENDING whose funding is gone, and ACTIVE with its claims when they come again', async () => {
    const campaign = await bed.openList(3, 2, true);
    await relay(campaign, wallet(campaign, 0));
    const claim = bed.node.transaction(await hashOf(campaign, wallet(campaign, 0)))?.hex ?? '';
    bed.node.mine();
    bed.node.reorganise(1, { keep: 'drop' });
    expect(await untilRead(campaign.id, 'PENDING', ({ status }) => status === 'PENDING')).toMatchObject({
      fundingTxHash: null,
      fundedByCreator: null,
      activatedAt: null,
      claimedCount: 0,
    });
    await expectTrue(campaign);
    bed.node.submit(campaign.fundingHex);
    await untilRead(campaign.id, 'ACTIVE', ({ status }) => status === 'ACTIVE');
    bed.node.submit(claim);
    await untilClaims(campaign.id, 1);
    await relay(campaign, wallet(campaign, 1));
    await expectTrue(campaign);
    expect((await publishedOf(campaign)).map(([step]) => step)).toEqual(['claimed', 'funded']);
  });
});

describe('no sign of anything is', () => {
  const DENIAL = 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.';
  type Control = CampaignBed['controls'][number];
  it.each<[string, (control: Control) => Promise<unknown>]>([
    ['an empty history', (control) => control.hideHistory()],
    ['a lower tip', (control) => control.reportTip(bed.node.tip.height - 8)],
    ['errors', (control) => control.failCalls()],
    [
      'a denial of all transactions',
      (control) => control.failCalls({ methods: ['blockchain.transaction.get'], message: DENIAL }),
    ],
    ['a slow index', (control) => control.setIndexDelay(300)],
  ])('%s on all servers', async (_, mischief) => {
    const [open, ended] = [await bed.openList(3, 1), await bed.openList(1, 1)];
    await relay(open, wallet(open, 0));
    await relay(ended, wallet(ended, 0));
    bed.node.mine();
    await Promise.all(bed.controls.map(mischief));
    await sleep(WHILE_MS);
    await Promise.all(bed.controls.map((control) => control.resetFaults()));
    expect([await publishedOf(open), await publishedOf(ended)]).toEqual([[], []]);
    for (const campaign of [open, ended])
      await untilSo('the truth', async () => (await auditCampaign(bed, campaign)).length === 0);
  });
});
