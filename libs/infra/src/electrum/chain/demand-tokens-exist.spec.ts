import { demandTokensExist } from './transactions.js';

const transaction = (hasToken: boolean) => ({
  ...{ inputs: [], locktime: 0, version: 2 },
  outputs: [
    { lockingBytecode: Uint8Array.of(0x51), valueSatoshis: 1_000n },
    {
      ...{ lockingBytecode: Uint8Array.of(0x51), valueSatoshis: 1_000n },
      ...(hasToken && { token: { amount: 1n, category: new Uint8Array(32) } }),
    },
  ],
});

it('a block from before there were tokens holds none', () => {
  const mined = (height: number | undefined, hasToken: boolean) => () =>
    demandTokensExist([{ txid: 'ab', height, transaction: transaction(hasToken) }], 100);
  expect(mined(99, true)).toThrow('Block 99 cannot hold ab');
  for (const honest of [mined(99, false), mined(100, true), mined(undefined, true)]) expect(honest).not.toThrow();
});
