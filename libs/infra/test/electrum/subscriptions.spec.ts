import { binToHex } from '@bitauth/libauth';
import { scriptHashOf, type ScriptChange } from '../../src/electrum/index.js';
import { useNet } from './support/net.js';
import { failing } from './support/tampering-proxy.js';
import { until } from './support/until.js';

const net = useNet(2);

/** What a busy machine may take for thousands of scripts. */
const PATIENT_MS = 600_000;

/** How many entries of maps work visits: what grows with the square of a number shows here, on any machine. */
const entriesVisited = async (work: () => Promise<void>): Promise<number> => {
  const prototype = Object.getPrototypeOf(new Map<string, unknown>().values()) as Iterator<unknown>;
  const plain = Object.getOwnPropertyDescriptor(prototype, 'next');
  let count = 0;
  Object.defineProperty(prototype, 'next', {
    ...plain,
    value(this: Iterator<unknown>): unknown {
      count += 1;
      return Reflect.apply(plain?.value as () => unknown, this, []);
    },
  });
  try {
    await work();
  } finally {
    Object.defineProperty(prototype, 'next', plain ?? {});
  }
  return count;
};

describe('many scripts', () => {
  it('cost twice as much where they are twice as many', async () => {
    const visitedFor = async (count: number): Promise<number> => {
      // A server that seems too slow is left, and all scripts are subscribed again.
      const { reader, pool } = await net.connect([net.urlOf(0)], { timeoutMs: PATIENT_MS });
      const scripts = Array.from({ length: count }, () => net.party().lockingBytecode);
      const visited = await entriesVisited(async () => {
        let heard = 0;
        for (const script of scripts) reader.subscribeScript(script, () => (heard += 1));
        await until(() => heard === count);
      });
      await pool.close();
      return visited;
    };
    // Several batches of 345 each. Something is visited in any case, however little.
    const half = await visitedFor(1_725);
    expect(await visitedFor(3_450)).toBeLessThan(2.5 * Math.max(half, 1_725));
  });
});

describe('a script', () => {
  it('is reported as it is, and at each change', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    const party = net.party();
    const changes: ScriptChange[] = [];
    const stop = reader.subscribeScript(party.lockingBytecode, (change) => changes.push(change));
    await until(() => changes.length === 1);
    expect(changes).toEqual([{ status: null, hidden: false }]);
    party.fund();
    await until(() => changes.length === 2);
    net.node.mine();
    await until(() => changes.length === 3);
    expect(new Set(changes.map(({ status }) => status)).size).toBe(3);
    stop();
    party.fund();
    net.node.mine();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(changes).toHaveLength(3);
  });

  it('is reported to all listeners, and to late ones at once', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    const party = net.party();
    const heard = [0, 0];
    const stop = reader.subscribeScript(party.lockingBytecode, () => (heard[0] = (heard[0] ?? 0) + 1));
    await until(() => heard[0] === 1);
    reader.subscribeScript(party.lockingBytecode, () => (heard[1] = (heard[1] ?? 0) + 1));
    expect(heard).toEqual([1, 1]);
    stop();
    party.fund();
    await until(() => heard[1] === 2);
    expect(heard).toEqual([1, 2]);
  });

  it('is released together with others, and kept by who listens again at once', async () => {
    const { reader, pool } = await net.connect([net.urlOf(0)]);
    const scripts = Array.from({ length: 600 }, () => net.party().lockingBytecode);
    const heard = new Set<number>();
    const stops = scripts.map((script, i) => reader.subscribeScript(script, () => heard.add(i)));
    await until(() => heard.size === scripts.length);
    const before = pool.roundTrips;
    for (const stop of stops) stop();
    const [kept] = scripts;
    let changes = 0;
    if (kept !== undefined) reader.subscribeScript(kept, () => (changes += 1));
    await until(() => changes === 1);
    await until(() => pool.roundTrips >= before + 3);
    // Two batches of farewells, and a welcome.
    expect(pool.roundTrips - before).toBe(3);
    net.node.fund(binToHex(kept ?? new Uint8Array()), 1_000n);
    await until(() => changes === 2);
  });

  it('misses no change while the server reconnects', async () => {
    const { reader, pool } = await net.connect([net.urlOf(0)]);
    const party = net.party();
    let changes = 0;
    reader.subscribeScript(party.lockingBytecode, () => (changes += 1));
    await until(() => changes === 1);
    for (let round = 2; round < 6; round += 1) {
      await net.servers[0]?.control.hangUp();
      party.fund();
      await until(() => changes === round);
    }
    expect(pool.status()).toMatchObject([{ connected: true }]);
  });

  it('misses no change when its server never returns', async () => {
    const proxy = await net.proxy();
    const { reader, pool } = await net.connect([proxy.url, net.urlOf(1)]);
    await until(() => pool.status().every(({ connected }) => connected));
    const party = net.party();
    let changes = 0;
    reader.subscribeScript(party.lockingBytecode, () => (changes += 1));
    await until(() => changes === 1);
    party.fund();
    await proxy.close();
    await until(() => changes >= 2);
    const before = changes;
    party.fund();
    await until(() => changes > before);
  });

  it('is followed on another server while the first lags', async () => {
    const { reader, pool } = await net.connect();
    await until(() => pool.status().every(({ connected }) => connected));
    const party = net.party();
    let changes = 0;
    reader.subscribeScript(party.lockingBytecode, () => (changes += 1));
    await until(() => changes === 1);
    await reader.tip();
    await net.servers[0]?.control.reportTip(net.node.tip.height - 1);
    await net.servers[0]?.control.setIndexDelay(2_000);
    await until(async () => {
      await reader.tip();
      return pool.status()[0]?.lagging === true;
    });
    party.fund();
    await until(() => changes >= 2);
    await net.servers[0]?.control.resetFaults();
  });

  it('is followed on another server when the first does not let it', async () => {
    const full = await net.proxy(failing('blockchain.scripthash.subscribe', 'subscription limit reached'));
    const { reader, pool } = await net.connect([full.url, net.urlOf(1)]);
    await until(() => pool.status().every(({ connected }) => connected));
    let changes = 0;
    const party = net.party();
    reader.subscribeScript(party.lockingBytecode, () => (changes += 1));
    await until(() => changes === 1);
    party.fund();
    await until(() => changes === 2);
  });

  it('is as its latest notice says, which may overtake the answer to the subscription', async () => {
    const proxy = await net.proxy();
    const { reader } = await net.connect([proxy.url]);
    const party = net.party();
    party.fund();
    const changes: ScriptChange[] = [];
    reader.subscribeScript(party.lockingBytecode, (change) => changes.push(change));
    await until(() => changes.length === 1);
    // At the next subscription the history is hidden first and shown at once, both in one packet.
    let subscriptions = 0;
    proxy.tamper = (message, request) => {
      if (request?.method !== 'blockchain.scripthash.subscribe') return message;
      subscriptions += 1;
      const notice = { jsonrpc: '2.0', method: request.method, params: [request.params[0], changes[0]?.status] };
      return `${JSON.stringify({ ...message, result: null })}\n${JSON.stringify(notice)}`;
    };
    await proxy.close();
    await proxy.reopen();
    await until(() => subscriptions === 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(changes.at(-1)).toEqual(changes[0]);
  });

  it('that had a history and shows none is reported as hidden', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    const party = net.party();
    party.fund();
    net.node.mine();
    await until(async () => (await reader.history(party.lockingBytecode)).some(({ height }) => height > 0));
    const changes: ScriptChange[] = [];
    reader.subscribeScript(party.lockingBytecode, (change) => changes.push(change));
    await until(() => changes.length === 1);
    await net.servers[0]?.control.hideHistory([scriptHashOf(party.lockingBytecode)]);
    await until(() => changes.length === 2);
    expect(changes[1]).toEqual({ status: null, hidden: true });
  });
});

describe('the tip', () => {
  it('calls back at each block, and at none below the highest', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    let calls = 0;
    const stop = reader.subscribeTip(() => (calls += 1));
    await until(() => calls === 1);
    await reader.tip();
    net.node.mine();
    await until(() => calls === 2);
    await reader.tip();
    await net.servers[0]?.control.reportTip(net.node.tip.height - 2);
    await until(async () => (await reader.tip()).lagging);
    expect(calls).toBe(2);
    await net.servers[0]?.control.resetFaults();
    net.node.mine();
    await until(() => calls >= 3);
    stop();
    const before = calls;
    net.node.mine();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(calls).toBe(before);
  });

  it('is heard of though no server was up when the listening began', async () => {
    const proxy = await net.proxy();
    await proxy.close();
    const { reader } = await net.connect([proxy.url]);
    let calls = 0;
    reader.subscribeTip(() => (calls += 1));
    await proxy.reopen();
    await until(() => calls === 1);
  });
});

it('thousands of scripts are followed in full batches, over a reconnection too', async () => {
  const { reader, pool } = await net.connect([net.urlOf(0)], { timeoutMs: 5_000 });
  const party = net.party();
  const heard = new Map<number, number>();
  const scripts = Array.from({ length: 3_000 }, (_, i) =>
    i === 2_500 ? party.lockingBytecode : Uint8Array.of(0x51, i & 0xff, i >> 8),
  );
  const before = pool.roundTrips;
  scripts.forEach((script, i) => reader.subscribeScript(script, () => heard.set(i, (heard.get(i) ?? 0) + 1)));
  await until(() => heard.size === scripts.length);
  expect(pool.roundTrips - before).toBeLessThanOrEqual(Math.ceil(scripts.length / 345) + 2);
  await net.servers[0]?.control.hangUp();
  party.fund();
  await until(() => heard.get(2_500) === 2);
  expect([...heard.values()].filter((count) => count > 1)).toHaveLength(1);
});
