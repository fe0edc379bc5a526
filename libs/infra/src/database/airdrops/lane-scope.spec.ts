import { fundedLanes, laneClaim, newCampaign } from '../../../test/campaigns.js';
import { useDatabase } from '../../../test/database.js';
import { newStream, party } from '../../../test/streams.js';
import { newId } from '../sql/statements.js';
import type { NewLaneStep } from './airdrop-records.js';
import { createAirdropsRepository } from './airdrops.repository.js';

/** More than one statement takes values for. */
const STEPS = 4_000;

const database = useDatabase();

describe('a lane', () => {
  it('records and rolls back thousands of steps at once', async () => {
    const airdrops = createAirdropsRepository(database.db);
    const { id } = await airdrops.insert(newCampaign());
    const funding = fundedLanes();
    const lanes = funding.lanes.map((lane) => ({ ...lane, claimsDue: STEPS + 1 }));
    await airdrops.withCampaign(id, (scope) => scope.activate({ ...funding, lanes }));
    const claims = Array.from({ length: STEPS }, () => laneClaim(2n));
    const recorded = await airdrops.withLane(id, 0, async (scope) => {
      await scope.advance(claims);
      return scope.lane;
    });
    expect(recorded).toEqual(await airdrops.laneOf(id, 0));
    expect(recorded).toMatchObject({ head: STEPS, claims: STEPS, claimedAmount: 2n * BigInt(STEPS) });
    expect((await airdrops.stepsFrom(id, 0, STEPS, 2)).map(({ txHash }) => txHash)).toEqual([claims.at(-1)?.txHash]);
    const lost = await airdrops.withLane(id, 0, (scope) =>
      scope.rollBackFrom(1, { reason: 'vanished', replacedBy: null }),
    );
    expect(lost).toEqual(claims.map(({ txHash }) => txHash));
    expect(await airdrops.laneOf(id, 0)).toMatchObject({ head: 0, claims: 0, closed: false });
  });

  it('records a lock while another lane of its campaign records one', async () => {
    const airdrops = createAirdropsRepository(database.db);
    const { id: campaignId, creatorHash } = await airdrops.insert(newCampaign());
    await airdrops.withCampaign(campaignId, (scope) => scope.activate(fundedLanes()));
    /** @param shard last digit of the lock's id: counters of all records are spread by it */
    const claimOfLock = (shard: number): NewLaneStep => {
      const claim = laneClaim();
      const { address: recipient, hash: recipientHash } = party();
      const place = { fundingId: null, planId: null, announcement: null, group: null, index: 1, reserve: 0n };
      const lock = {
        id: `${newId().slice(0, -1)}${shard}`,
        row: newStream({
          senderHash: creatorHash,
          recipient,
          recipientHash,
          contract: 'LOCK',
          nonce: null,
          initialCommitment: '',
          cancelNoticeBlocks: 0,
          campaignId,
          cancelable: false,
          place,
        }),
        state: {
          category: '',
          commitment: '',
          txid: claim.txHash,
          vout: 1,
          satoshis: 10_000n,
          companion: null,
          movesTo: null,
          lockingBytecode: null,
        },
        funding: { locktime: 0, block: null, source: 'confirm' as const },
      };
      return { ...claim, lock };
    };
    await airdrops.withLane(campaignId, 0, async (first) => {
      await first.advance([claimOfLock(0)]);
      await airdrops.withLane(campaignId, 1, (second) => second.advance([claimOfLock(1)]));
    });
    expect((await airdrops.lanesOf(campaignId)).map(({ claims }) => claims)).toEqual([1, 1]);
  });
});
