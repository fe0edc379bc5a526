import type {
  CreateLockResponse,
  GetStreamResponse,
  PlanListedResponse,
  TokenSupplyResponse,
} from '@weir/api-contract';
import { eventually } from '@weir/testing';
import { vestedAmount } from '@weir/vesting';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { startIndexerBeside } from '../support/indexer-beside.js';
import { claimOf, lockOf, payLock } from '../support/lock-scenario.js';
import { fundPlan, planOf } from '../support/plan-scenario.js';
import { registryOf, startRegistryServer } from '../support/registry-server.js';
import { COIN } from '../support/test-asset.js';
import { issueTo, named } from '../support/token-scenario.js';

const HOUR = 3_600;
const TOTAL = 1_000_000n;

const fixture = useFixture({ TOKENS: 'local' });

/** Returns whole tokens of base units, by three decimals. */
const whole = (units: bigint): string => (Number(units) / 1_000).toString();

describe('the supply of a token, by an indexer on the same chain', () => {
  it('is what locks and plans hold and have locked, in every form of the answer', async () => {
    const registries = await startRegistryServer();
    const indexer = await startIndexerBeside(fixture);
    try {
      const holder = fixture.wallet(COIN, COIN / 10n, COIN / 10n, COIN / 10n);
      const words = { name: 'Supply', symbol: 'SUP', decimals: 3 };
      const { category } = await issueTo(
        fixture,
        holder,
        (own) => registries.serve('/sup.json', registryOf(own, words)),
        TOTAL,
      );
      await named(fixture.client, category);
      const asset = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category };
      const [start, end] = [fixture.time(), fixture.time() + 100 * HOUR];
      const client = fixture.client.as(holder.address);
      const recipient = fixture.wallet(COIN / 100n);
      const openLock = async (totalAmount: number) => {
        const body = lockOf(fixture, recipient, { ...asset, totalAmount, startTime: start, endTime: end });
        const { lock } = await succeeded(client.post<CreateLockResponse>('/api/locks', body));
        const path = `/api/streams/${lock.id}`;
        const txHash = await payLock(fixture, { path, sender: holder });
        await succeeded(client.post(`${path}/confirm-funding`, { txHash }));
        await fixture.mine();
        return { path, recipient };
      };
      const claimed = await openLock(300_000);
      await openLock(100_001);
      const rows = [70_000, 30_007].map((amount) => ({ recipient: fixture.wallet().address, amount }));
      const created = await succeeded(
        client.post<PlanListedResponse>('/api/plans', planOf(fixture, [], { ...asset, start, end, streams: rows })),
      );
      const { id } = created.plan;
      await fundPlan(fixture, { id, path: `/api/plans/${id}`, sender: holder, recipients: [], created });
      await fixture.advance(10 * HOUR);
      await claimOf(fixture, claimed, { broadcast: true });
      await fixture.advance(10 * HOUR);
      const [block] = await fixture.mine();
      const server = await fixture.replica({ TOKENS: 'local', INDEXER_URL: indexer.url });
      const supply = await eventually(async () => {
        const answer = await succeeded(server.get<TokenSupplyResponse>(`/api/tokens/${category}/supply`));
        expect(answer.height).toBe(block?.height);
        return answer;
      });

      const { stream } = await succeeded(server.get<GetStreamResponse>(claimed.path));
      const paid = BigInt(stream.withdrawn_amount_base);
      expect(paid).toBeGreaterThan(0n);
      const lockedOf = (total: number): bigint => {
        const schedule = { total: BigInt(total), start: BigInt(start), end: BigInt(end), cliff: 0n, step: 0n };
        return schedule.total - vestedAmount(schedule, BigInt(supply.asOf));
      };
      const [byLocks, byPlan] = [lockedOf(300_000) + lockedOf(100_001), lockedOf(70_000) + lockedOf(30_007)];
      const [locked, held] = [byLocks + byPlan, 500_008n - paid];
      expect(supply).toMatchObject({
        contracts: 4,
        totalBase: TOTAL.toString(),
        lockedBase: locked.toString(),
        heldBase: held.toString(),
        revocableBase: byPlan.toString(),
        unclaimedBase: (held - locked).toString(),
        circulatingBase: (TOTAL - locked).toString(),
      });
      const figures = { circulating: TOTAL - locked, total: TOTAL, locked, unclaimed: held - locked };
      for (const [figure, units] of Object.entries(figures))
        expect((await server.raw('GET', `/api/tokens/${category}/supply/${figure}`)).body).toBe(whole(units));
      const share = Number((byLocks * 10_000n) / TOTAL) / 100;
      const { body: badge } = await server.raw('GET', `/api/tokens/${category}/badge.svg`);
      expect(badge).toContain(`<title>${whole(byLocks)} SUP locked · ${share}%</title>`);
    } finally {
      registries.close();
      await indexer.stop();
    }
  });
});
