import { createNode, DevnetControl, startDevnet, type Devnet } from '@weir/devnet';
import { ChainUnavailableError, createChainReader, createElectrumPool } from '../../src/electrum/index.js';

const LENGTHS = [500, 1_650, 1_651, 4_400, 10_000, 10_001];

let before: Devnet;
let since: Devnet;
beforeAll(async () => {
  before = await startDevnet({ node: createNode({ rules: '2025-05' }) });
  since = await startDevnet({ node: createNode({ rules: '2026-05' }) });
});
afterAll(() => Promise.all([before.stop(), since.stop()]));

/** What servers say of unlocking bytecodes of some lengths. */
const ask = async (lengths: readonly number[], ...servers: readonly Devnet[]): Promise<(boolean | undefined)[]> => {
  const pool = await createElectrumPool({ urls: servers.map(({ url }) => url), timeoutMs: 500 });
  try {
    const reader = createChainReader(pool);
    const answers: (boolean | undefined)[] = [];
    for (const bytes of lengths) answers.push(await reader.relaysUnlocking(bytes));
    return answers;
  } finally {
    await pool.close();
  }
};

describe('whether an unlocking bytecode is relayed', () => {
  it('is told by a node of before May 2026 up to 1,650 bytes, of since then up to 10,000', async () => {
    expect(await ask(LENGTHS, before)).toEqual([true, true, false, false, false, false]);
    expect(await ask(LENGTHS, since)).toEqual([true, true, true, true, true, false]);
  });

  it('is told by whichever server knows better', async () => {
    expect(await ask([4_400, 10_001], before, since)).toEqual([true, false]);
    expect(await ask([4_400, 10_001], since, before)).toEqual([true, false]);
  });

  it('leaves nothing behind', async () => {
    await ask(LENGTHS, since);
    expect(since.node.mempool()).toEqual([]);
  });

  it('is not known where a server answers something else, or none does', async () => {
    const control = await DevnetControl.connect(before.url);
    const methods = ['blockchain.transaction.broadcast'];
    try {
      await control.failCalls({ methods, message: 'excessive resource usage' });
      expect(await ask([4_400], before)).toEqual([undefined]);
      await control.resetFaults();
      await control.hangCalls({ methods });
      await expect(ask([4_400], before)).rejects.toThrow(ChainUnavailableError);
    } finally {
      await control.resetFaults();
      await control.close();
    }
  });
});
