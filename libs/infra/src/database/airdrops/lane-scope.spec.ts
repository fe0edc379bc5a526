import { fundedLanes, laneClaim, newCampaign } from '../../../test/campaigns.js';
import { useDatabase } from '../../../test/database.js';
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
});
