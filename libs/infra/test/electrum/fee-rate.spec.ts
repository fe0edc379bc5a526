import { DevnetControl, startDevnet, type Devnet } from '@weir/devnet';
import { createChainReader, createElectrumPool } from '../../src/electrum/index.js';
import { startTamperingProxy } from './support/tampering-proxy.js';

let modest: Devnet;
let expensive: Devnet;
beforeAll(async () => {
  modest = await startDevnet();
  expensive = await startDevnet({ relayFee: 2_345n });
});
afterAll(() => Promise.all([modest.stop(), expensive.stop()]));

/** What a reader new to these servers says, twice: the second time from what it keeps. */
const ask = async (servers: readonly Devnet[], maxFeeRate?: bigint): Promise<bigint> => {
  const pool = await createElectrumPool({ urls: servers.map(({ url }) => url), timeoutMs: 5_000 });
  // Opened as soon as the first server answers; the others' connections follow.
  while (pool.status().some(({ connected }) => !connected)) await new Promise((resolve) => setTimeout(resolve, 5));
  try {
    const reader = createChainReader(pool, { maxFeeRate });
    const rates = await Promise.all([reader.feeRate(), reader.feeRate()]);
    const asked = pool.roundTrips;
    expect(rates[1]).toBe(await reader.feeRate());
    expect(pool.roundTrips).toBe(asked);
    return rates[0];
  } finally {
    await pool.close();
  }
};

describe('what nodes ask for relaying', () => {
  it('is the highest rate that a server reports, to the satoshi', async () => {
    expect(await ask([modest])).toBe(1_000n);
    expect(await ask([modest, expensive])).toBe(2_345n);
    expect(await ask([expensive, modest])).toBe(2_345n);
  });

  it('is never more than the bound, no matter what a server reports', async () => {
    const liar = await startDevnet();
    liar.node.setRelayFee(90_000_000n);
    try {
      expect(await ask([modest, liar])).toBe(5_000n);
      expect(await ask([modest, liar], 3_000n)).toBe(3_000n);
    } finally {
      await liar.stop();
    }
  });

  it('is never less than the minimum', async () => {
    const free = await startDevnet({ relayFee: 0n });
    try {
      expect(await ask([free])).toBe(1_000n);
    } finally {
      await free.stop();
    }
  });

  it('includes the dust limit: the lowest of the servers’ own figures, else of their relay fees', async () => {
    const dustOf = async (urls: readonly string[]): Promise<bigint> => {
      const pool = await createElectrumPool({ urls, timeoutMs: 5_000 });
      while (pool.status().some(({ connected }) => !connected)) await new Promise((resolve) => setTimeout(resolve, 5));
      try {
        return await createChainReader(pool).dustRate();
      } finally {
        await pool.close();
      }
    };
    expect(await dustOf([expensive.url])).toBe(2_345n);
    expect(await dustOf([expensive.url, modest.url])).toBe(1_000n);
    const own = await startTamperingProxy(expensive.tcpPort, (message, request) =>
      request?.method === 'mempool.get_info'
        ? { ...message, result: { minrelaytxfee: 0.00002345, dustrelayfee: 0.00001 } }
        : message,
    );
    try {
      expect(await dustOf([own.url])).toBe(1_000n);
    } finally {
      await own.close();
    }
  });

  it('is read by any method a server has, and the minimum where it has none', async () => {
    const control = await DevnetControl.connect(expensive.url);
    try {
      for (const method of ['blockchain.relayfee', 'mempool.get_info']) {
        await control.failCalls({ methods: [method], message: 'unknown method' });
        expect(await ask([expensive])).toBe(2_345n);
        await control.resetFaults();
      }
      await control.failCalls({ methods: ['blockchain.relayfee', 'mempool.get_info'], message: 'unknown method' });
      expect(await ask([expensive])).toBe(1_000n);
      await control.resetFaults();
      await control.hangCalls({ methods: ['blockchain.relayfee'] });
      expect(await ask([modest, expensive])).toBe(1_000n);
    } finally {
      await control.resetFaults();
      await control.close();
    }
  });
});
