import { createHash } from 'node:crypto';
import { encodeCashAddress } from '@bitauth/libauth';
import { cashAddresses, decimalAmounts, readWhitelistCsv, WhitelistTree } from '../index.js';
import { buildWhitelistTree, buildWhitelistTreeOf, type TreeProgress } from './index.js';

const options = { prefix: 'bchtest', decimals: 8, minAmount: 546n };
const addressOf = (i: number) =>
  encodeCashAddress({
    payload: new Uint8Array(createHash('sha256').update(i.toString()).digest()).slice(0, 20),
    prefix: 'bchtest',
    type: 'p2pkh',
  }).address;
const recipients = Array.from({ length: 30_000 }, (_, i) => ({
  address: addressOf(i),
  amount: `0.${(i + 1_000).toString().padStart(8, '0')}`,
}));
const csv = Buffer.from(
  ['address,amount', ...recipients.map(({ address, amount }) => `${address},${amount}`)].join('\r\n'),
);

function* piecesOf(bytes: Uint8Array, length = 65_536) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
const here = WhitelistTree.build(
  readWhitelistCsv([csv], { readAddress: cashAddresses('bchtest'), readAmount: decimalAmounts(8) }),
  { lanes: 4 },
);

describe('a tree built in a thread', () => {
  it('is the one built here, and the event loop turns meanwhile', async () => {
    const progress: TreeProgress[] = [];
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const building = buildWhitelistTree(piecesOf(csv), {
      ...options,
      lanes: 4,
      onProgress: (each) => progress.push(each),
    });
    const { tree, total } = await building.finally(() => clearInterval(timer));
    expect(tree.root).toEqual(here.root);
    expect(tree.laneRoot(3)).toEqual(here.laneRoot(3));
    expect(tree.proof(29_999)).toEqual(here.proof(29_999));
    expect(total).toBe(recipients.reduce((sum, _, i) => sum + BigInt(i) + 1_000n, 0n));
    expect(progress.at(-1)).toEqual({ done: 62_767, total: 62_767 });
    expect(turns).toBeGreaterThan(5);
  });

  it('of recipients is the same', async () => {
    const { tree } = await buildWhitelistTreeOf(recipients, { ...options, lanes: 4 });
    expect(tree.root).toEqual(here.root);
  });

  it('is refused with the line', async () => {
    const bad = Buffer.concat([csv, Buffer.from(`\n${addressOf(7)},1\n`)]);
    const refused = {
      name: 'WhitelistError',
      code: 'DUPLICATE_ADDRESS',
      line: 30_002,
      firstLine: 9,
      message: expect.stringContaining('Line 30002: ') as string,
    };
    await expect(buildWhitelistTree(piecesOf(bad), options)).rejects.toMatchObject(refused);
    await expect(buildWhitelistTree([], options)).rejects.toMatchObject({ code: 'EMPTY', line: 0 });
    await expect(
      buildWhitelistTreeOf([...recipients.slice(0, 2), { address: addressOf(5), amount: 'x' }], options),
    ).rejects.toMatchObject({ code: 'BAD_AMOUNT', line: 3 });
  });

  it('fails with its source, and when it is given up', async () => {
    async function* broken() {
      yield* piecesOf(csv.subarray(0, 100_000));
      await Promise.resolve();
      throw new Error('the connection broke');
    }
    await expect(buildWhitelistTree(broken(), options)).rejects.toThrow('the connection broke');

    const controller = new AbortController();
    async function* slow() {
      yield csv.subarray(0, 1_000);
      controller.abort();
      await Promise.resolve();
      yield csv.subarray(1_000, 2_000);
    }
    await expect(buildWhitelistTree(slow(), { ...options, signal: controller.signal })).rejects.toThrow('given up');
    await expect(buildWhitelistTree([csv], { ...options, signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it('needs lanes that are a power of two', async () => {
    await expect(buildWhitelistTree([csv], { ...options, lanes: 3 })).rejects.toThrow('3 lanes');
  });
});
