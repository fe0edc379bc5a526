import { hexToBin } from '@bitauth/libauth';
import { leastRelayed } from '@weir/covenants';
import { type Devnet, startDevnet } from '@weir/devnet';
import { createChainReader, createElectrumPool, type ElectrumPool } from '@weir/infra';
import { assertRelayed } from '../src/shared/assert-relayed.js';

const P2SH32 = Uint8Array.from([0xaa, 0x20, ...new Uint8Array(32).fill(7), 0x87]);
const P2PKH = Uint8Array.from([0x76, 0xa9, 0x14, ...new Uint8Array(20).fill(7), 0x88, 0xac]);
const DATA = hexToBin('6a0457454952');

/** Amounts that covenants fix, by what holds them. */
const OUTPUTS = [
  ['a beacon or a smallest remainder', { to: P2SH32, amount: 576n }],
  [
    'a clock or a companion',
    { to: P2SH32, amount: 1_000n, token: { category: 'ab'.repeat(32), amount: 9_223_372_036_854_775_807n } },
  ],
  ['a smallest payment to a key', { to: P2PKH, amount: 546n }],
] as const;

const serve = async (devnet: Devnet) => {
  const pool: ElectrumPool = await createElectrumPool({ urls: [devnet.url], timeoutMs: 5_000 });
  return { pool, chain: createChainReader(pool) };
};

describe('assertRelayed', () => {
  it.each(OUTPUTS)('accepts %s at the relay minimum', async (_, output) => {
    const devnet = await startDevnet();
    const { pool, chain } = await serve(devnet);
    try {
      await expect(assertRelayed({ chain }, { outputs: [output, { to: DATA, amount: 0n }] })).resolves.toBeUndefined();
    } finally {
      await pool.close();
      await devnet.stop();
    }
  });

  it.each([1_500n, 2_000n])(
    'refuses what a node with a raised dust limit would refuse: %s for 1,000 bytes',
    async (rate) => {
      const devnet = await startDevnet({ relayFee: rate });
      devnet.node.setKind('bchd');
      const { pool, chain } = await serve(devnet);
      try {
        for (const [, output] of OUTPUTS) {
          const needed = leastRelayed(output, rate);
          const refused = assertRelayed({ chain }, { outputs: [{ ...output, amount: needed - 1n }] });
          await expect(refused).rejects.toMatchObject({
            code: 'FEE_RATE_TOO_HIGH',
            details: { dustRate: Number(rate), outputIndex: 0, neededSatoshis: needed.toString() },
          });
          await expect(assertRelayed({ chain }, { outputs: [{ ...output, amount: needed }] })).resolves.toBeUndefined();
        }
        const least = leastRelayed({ to: P2PKH, amount: 0n }, rate);
        expect(() => devnet.node.fund('76a914' + '07'.repeat(20) + '88ac', least - 1n)).toThrow('dust');
        expect(devnet.node.fund('76a914' + '07'.repeat(20) + '88ac', least)).toBeDefined();
      } finally {
        await pool.close();
        await devnet.stop();
      }
    },
  );
});
