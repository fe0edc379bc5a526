import { eventually } from '@weir/testing';
import { useFixture } from '../support/fixture.js';

const fixture = useFixture();

/** Metrics by name and labels, as Prometheus reads them. */
const scrape = async (): Promise<ReadonlyMap<string, number>> => {
  const origin = await listening;
  const text = await (await fetch(`${origin}/metrics`)).text();
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line): [string, number] => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );
};
let listening: Promise<string>;
beforeAll(() => {
  listening = fixture.listen({ WATCHER: 'protect' });
});

describe('metrics for operators', () => {
  it('report watchers, servers, the tip, connections and queues', async () => {
    const [block] = await fixture.mine(1);
    // Metrics are given again for a second.
    const metrics = await eventually(async () => {
      const now = await scrape();
      expect(now.get('weir_tip_height')).toBe(block?.height);
      expect(now.get('weir_db_waits_total')).toBeGreaterThan(0);
      // Known after the watcher's first round.
      expect(now.get('weir_notices_at_risk')).toBe(0);
      return now;
    });
    for (const watcher of ['stream', 'campaign', 'vault'])
      expect(metrics.get(`weir_watcher_is_leader{watcher="${watcher}"}`)).toEqual(expect.any(Number));
    expect(metrics.get(`weir_electrum_usable{server="${fixture.devnet.url}"}`)).toBe(1);
    expect(metrics.get('weir_electrum_height_spread_blocks')).toBe(0);
    expect(metrics.get('weir_tip_age_seconds')).toBeGreaterThan(0);
    expect(metrics.get('weir_db_waits_total')).toBeGreaterThan(0);
    const connections = ['idle', 'used'].map((state) => metrics.get(`weir_db_connections{state="${state}"}`) ?? 0);
    expect(Math.max(...connections)).toBeGreaterThanOrEqual(1);
    for (const name of ['weir_notice_ends_due', 'weir_events_unpublished', 'weir_webhook_deliveries_due'])
      expect([name, metrics.get(name)]).toEqual([name, 0]);
    expect(metrics.get('weir_watcher_sent_total{kind="refund"}')).toBe(0);
  });

  it('count lists answered from memory', async () => {
    const origin = await listening;
    const before = await scrape();
    for (let one = 0; one < 4; one += 1) expect((await fetch(`${origin}/api/streams`)).status).toBe(200);
    await eventually(async () => {
      const after = await scrape();
      const grown = (result: string): number => {
        const name = `weir_answers_total{result="${result}"}`;
        return (after.get(name) ?? 0) - (before.get(name) ?? 0);
      };
      expect(grown('hit') + grown('miss')).toBe(4);
      expect(grown('miss')).toBeGreaterThanOrEqual(1);
    });
  });

  it('name nothing of which there may be any number', async () => {
    const labels = [...(await scrape()).keys()]
      .filter((name) => name.startsWith('weir_'))
      .map((name) => name.replace(/="[^"]*"/g, ''));
    expect([...new Set(labels.flatMap((name) => /\{(.*)\}/.exec(name)?.[1]?.split(',') ?? []))].sort()).toEqual(
      expect.arrayContaining(['kind', 'result', 'server', 'state', 'watcher']),
    );
    expect(labels.filter((name) => /\{.*(?:id|address|txid|hash|url|campaign|route)/.test(name))).toEqual([]);
  });
});
