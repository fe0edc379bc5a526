import { createHash } from 'node:crypto';
import { encodeCashAddress } from '@bitauth/libauth';
import { cashAddresses, IN_BCH, packCsv, readWhitelistCsv, WhitelistTree } from '../index.js';
import { buildWhitelistTree, type TreeProgress } from './index.js';

const rules = { readAddress: cashAddresses('bchtest'), unit: IN_BCH, minAmount: 546n };
const addressOf = (i: number) =>
  encodeCashAddress({
    payload: new Uint8Array(createHash('sha256').update(i.toString()).digest()).slice(0, 20),
    prefix: 'bchtest',
    type: 'p2pkh',
  }).address;
const recipients = Array.from({ length: 1_100 }, (_, i) => ({
  address: addressOf(i),
  amount: `0.${(i + 1_000).toString().padStart(8, '0')}`,
}));
const csv = Buffer.from(
  ['address,amount', ...recipients.map(({ address, amount }) => `${address},${amount}`)].join('\r\n'),
);

function* piecesOf(bytes: Uint8Array, length = 16_384) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
const here = WhitelistTree.build(readWhitelistCsv([csv], rules), { lanes: 4 });

describe('a tree built in a thread', () => {
  it('is the one built here, and the event loop turns meanwhile', async () => {
    const progress: TreeProgress[] = [];
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const building = buildWhitelistTree(packCsv(piecesOf(csv), rules), {
      lanes: 4,
      onProgress: (each) => progress.push(each),
    });
    const { tree, total } = await building.finally(() => clearInterval(timer));
    expect(tree.root).toEqual(here.root);
    expect(tree.laneRoot(3)).toEqual(here.laneRoot(3));
    expect(tree.proof(1_099)).toEqual(here.proof(1_099));
    expect(total).toBe(recipients.reduce((sum, _, i) => sum + BigInt(i) + 1_000n, 0n));
    expect(progress.at(-1)).toEqual({ done: 3_147, total: 3_147 });
    expect(turns).toBeGreaterThan(5);
  });

  it('is refused with the line', async () => {
    const bad = Buffer.concat([csv, Buffer.from(`\n${addressOf(7)},1\n`)]);
    const refused = {
      name: 'ListError',
      problems: [{ code: 'DUPLICATE_ADDRESS', line: 1_102, firstLine: 9 }],
      message: expect.stringContaining('Line 1102: ') as string,
    };
    await expect(buildWhitelistTree(packCsv(piecesOf(bad), rules), {})).rejects.toMatchObject(refused);
    await expect(buildWhitelistTree([], {})).rejects.toMatchObject({ problems: [{ code: 'EMPTY', line: 0 }] });
  });

  it('fails when its source fails or it is aborted', async () => {
    async function* broken() {
      yield* piecesOf(csv.subarray(0, 30_000));
      await Promise.resolve();
      throw new Error('the connection broke');
    }
    await expect(buildWhitelistTree(packCsv(broken(), rules), {})).rejects.toThrow('the connection broke');

    const controller = new AbortController();
    async function* slow() {
      for await (const rows of packCsv(piecesOf(csv), rules)) {
        yield rows;
        controller.abort();
      }
    }
    await expect(buildWhitelistTree(slow(), { signal: controller.signal })).rejects.toThrow('cancelled');
    await expect(buildWhitelistTree([], { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it('needs lanes that are a power of two', async () => {
    await expect(buildWhitelistTree([], { lanes: 3 })).rejects.toThrow('3 lanes');
  });
});
