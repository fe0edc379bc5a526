import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import { buildFunding, layOutPart, sign } from '@weir/simulation';
import { createWallet } from '@weir/wallet';
import { useFixture } from './support/fixture.js';
import { DAY } from './support/stream.js';

const fixture = useFixture();
const holder = createWallet({ privateKey: 'supply holder' });
const TOTALS = [1_000_000n, 3_000n, 50_000n];
let category: string;
let txid: string;

beforeAll(async () => {
  const { node } = fixture;
  const own = lockingBytecodeOf(holder.publicKeyHash);
  const minted = node.mint(binToHex(own), { amount: 2_000_000n });
  ({ category } = minted);
  const [output] = minted.transaction.outputs;
  const coins = [
    { txid: node.fund(binToHex(own), 400_000_000n).txid, vout: 0, satoshis: 400_000_000n },
    {
      txid: minted.transaction.txid,
      vout: 0,
      satoshis: output?.satoshis ?? 0n,
      token: { category, amount: 2_000_000n },
    },
  ];
  const start = BigInt(node.tip.medianTimePast - 20 * DAY);
  const part = layOutPart({
    product: 'VESTING_TOKEN',
    sender: own,
    nonce: new Uint8Array(16).fill(7),
    streams: TOTALS.map((total, i) => ({
      kind: 'VESTING',
      recipient: lockingBytecodeOf(createWallet({ privateKey: `supply recipient ${i}` }).publicKeyHash),
      total,
      start,
      end: start + BigInt(40 * DAY),
      group: {
        kind: 'VESTING',
        cliff: i === 2 ? BigInt(30 * DAY) : 0n,
        step: BigInt(10 * DAY),
        noticeBlocks: i === 0 ? 0 : 6,
      },
    })),
  });
  const funding = buildFunding(
    part,
    { hash: holder.publicKeyHash, coins },
    { height: node.tip.height, medianTimePast: 0 },
    category,
  );
  const signed = await sign(holder, funding);
  ({ txid } = signed);
  node.submit(signed.hex);
  node.mine();
  await fixture.indexed();
});

describe('GET /indexer/supply/:category', () => {
  it('returns how much of a token is locked, who can take it back, and when it unlocks', async () => {
    const { status, body } = await fixture.get(`/indexer/supply/${category.toUpperCase()}`);
    const { unlocks, ...rest } = body as { readonly unlocks: readonly { date: string; amountBase: string }[] };
    expect([status, rest]).toMatchObject([
      200,
      {
        category,
        heldBase: '1053000',
        // Two of four steps are over; nothing of what has a cliff is unlocked.
        lockedBase: '551500',
        unclaimedBase: '501500',
        revocableBase: '51500',
        locked: 551_500,
        contracts: 3,
        byProduct: [{ product: 'PLAN_VESTING_TOKEN', contracts: 3, heldBase: '1053000' }],
        laterBase: '0',
        undatedBase: '0',
        height: fixture.node.tip.height,
        blockHash: fixture.node.tip.hash,
      },
    ]);
    expect(unlocks).toHaveLength(30);
    expect(unlocks.filter(({ amountBase }) => amountBase !== '0').map(({ amountBase }) => amountBase)).toEqual([
      '288250',
      '263250',
    ]);
  });

  it('answers zeros for a token that no contract holds, and refuses text that is not a category', async () => {
    const { body } = await fixture.get(`/indexer/supply/${'ab'.repeat(32)}`);
    expect(body).toMatchObject({ heldBase: '0', lockedBase: '0', contracts: 0, byProduct: [], lockedUntil: null });
    expect((await fixture.get('/indexer/supply/BCH')).body).toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('GET /indexer/locks/:category', () => {
  it('names the outputs, those that hold most first, page by page', async () => {
    const first = await fixture.get(`/indexer/locks/${category}?limit=2`);
    const next = await fixture.get(`/indexer/locks/${category}?limit=2&cursor=${String(first.body['nextCursor'])}`);
    expect([first.body, next.body]).toMatchObject([
      {
        locks: [
          { heldBase: '1000000', isRevocable: false, revocableBase: '0', fundedTxHash: txid },
          { heldBase: '50000', isRevocable: true, lockedBase: '50000' },
        ],
      },
      { locks: [{ heldBase: '3000' }], nextCursor: null },
    ]);
  });

  it('names outputs that the chain has unspent, with the tokens and the script that it says', async () => {
    const { body } = await fixture.get(`/indexer/locks/${category}`);
    const locks = body['locks'] as {
      heldBase: string;
      outputs: {
        lockingBytecode: string;
        txHash: string;
        vout: number;
        satoshis: string;
        tokens: string;
        commitment: string | null;
      }[];
    }[];
    expect(locks).toHaveLength(3);
    for (const { heldBase, outputs } of locks) {
      const [state, tokens] = outputs;
      const [onChain, beside] = outputs.map(({ txHash, vout }) => fixture.node.output(txHash, vout));
      expect(onChain).toMatchObject({
        lockingBytecode: state?.lockingBytecode,
        token: { nft: { commitment: state?.commitment } },
      });
      expect(beside).toMatchObject({
        lockingBytecode: tokens?.lockingBytecode,
        token: { category, amount: BigInt(heldBase) },
      });
      expect([tokens?.tokens, outputs.length]).toEqual([heldBase, 2]);
      for (const { txHash, vout } of outputs) expect(fixture.node.spenderOf(txHash, vout)).toBeUndefined();
    }
  });

  it('refuses a cursor that it never gave', async () => {
    expect((await fixture.get(`/indexer/locks/${category}?cursor=nonsense`)).body).toMatchObject({
      code: 'INVALID_CURSOR',
    });
  });
});
