import { binToHex, hexToBin } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { lockingBytecodeOf, type RecurringDraft, type UnsignedTransaction, type VestingDraft } from '@weir/covenants';
import { sign } from '@weir/simulation';
import { until, untilSo } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { toContractState } from '../src/products/index.js';
import { createBase, DAY } from './support/chain-base.js';
import { useIndexer } from './support/indexer-fixture.js';
import { LivePlan, signPlan } from './support/live-plan.js';

const base = createBase();
const START = BigInt(base.time - 20 * DAY);
const AMOUNT = 100_000_000n;
const recipient = lockingBytecodeOf(createWallet({ privateKey: 'recipient of a hung NFT' }).publicKeyHash);
const COMMITMENT = 'cd'.repeat(40);

const VESTING: VestingDraft = {
  kind: 'VESTING',
  recipient,
  total: AMOUNT,
  start: START,
  end: START + 40n * BigInt(DAY),
  group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 6 },
};
const SALARY: RecurringDraft = {
  kind: 'RECURRING',
  recipient,
  amount: AMOUNT / 40n,
  periods: 40,
  firstDue: START + BigInt(DAY),
  group: { kind: 'RECURRING', interval: BigInt(DAY), noticeBlocks: 6, pausable: true, cancelable: true },
};

const [fixture, replica] = useIndexer();

/** A payment as it was built, an immutable NFT more on the companion, and the coin that allows it behind. */
const withHungNft = (built: UnsignedTransaction, coin: Utxo, owner: Uint8Array): UnsignedTransaction => {
  const { transaction, sourceOutputs } = built.wcTransaction;
  if (typeof transaction === 'string' || coin.token === undefined) throw new Error('Not as builders give it');
  const input = {
    outpointTransactionHash: hexToBin(coin.txid),
    outpointIndex: coin.vout,
    sequenceNumber: 0xfffffffe,
    unlockingBytecode: new Uint8Array(),
  };
  const { amount } = coin.token;
  const token = { category: hexToBin(coin.token.category), amount };
  const source = {
    ...input,
    lockingBytecode: owner,
    valueSatoshis: coin.satoshis,
    token: { ...token, nft: { capability: 'minting', commitment: new Uint8Array() } } as const,
  };
  const nft = { capability: 'none', commitment: hexToBin(COMMITMENT) } as const;
  const outputs = transaction.outputs.map((output, i) =>
    i === 1 && output.token !== undefined ? { ...output, token: { ...output.token, nft } } : output,
  );
  return {
    ...built,
    wcTransaction: {
      ...built.wcTransaction,
      transaction: { ...transaction, inputs: [...transaction.inputs, input], outputs },
      sourceOutputs: [...sourceOutputs, source],
    },
  };
};

const rowOf = async ({ funded: { txid } }: LivePlan) => {
  const { rows } = await replica.reader.list({ families: ['stream', 'payment'], limit: 20 });
  return rows.find(({ terms }) => terms.txid === txid);
};

it.each([
  ['a vesting stream', 'VESTING_TOKEN', VESTING, 0],
  ['a salary', 'RECURRING_TOKEN', SALARY, 1],
] as const)(
  '%s of a plan is kept with an NFT that was hung on it, cancelled and refunded',
  async (_, product, draft, number) => {
    const payer = base.party(number);
    const own = lockingBytecodeOf(payer.wallet.publicKeyHash);
    const request = { amount: AMOUNT, nft: { capability: 'minting', commitment: '' } } as const;
    const { category, transaction } = fixture.node.mint(binToHex(own), request);
    const minted: Utxo = {
      txid: transaction.txid,
      vout: 0,
      satoshis: transaction.outputs[0]?.satoshis ?? 0n,
      token: { category, ...request },
    };
    const coins = [...payer.coins, minted];
    const funded = await signPlan(product, { ...payer, coins }, [draft], { nonce: 7, asset: category });
    fixture.node.submit(funded.hex);
    fixture.node.mine();
    const plan = new LivePlan(fixture.node, fixture.chain, payer.wallet, funded);

    const wallet = await plan.wallet();
    const badge = wallet.coins.find(({ token }) => token?.nft !== undefined);
    const paid = plan.at(1).payoutAt(START + 10n * BigInt(DAY));
    if (badge === undefined || paid === undefined) throw new Error('Nothing to hang, or nothing to hang it on');
    const hung = await sign(payer.wallet, withHungNft(paid.buildPaidPush(wallet), badge, own));
    plan.submit([1], hung);
    fixture.node.mine();
    const row = await until('the payment in the index', async () => {
      const found = await rowOf(plan);
      return found?.head.txid === hung.txid ? found : undefined;
    });
    expect(row.head.releasedAmount).toBe(AMOUNT / 4n);
    expect(row.head.state?.lanes[0]?.companion).toMatchObject({ amount: '75000000', nft: COMMITMENT });

    // What was stored is enough for a wallet's signature, which covers the coins spent.
    if (row.head.state === null) throw new Error('It has not ended');
    const stored = plan.stream(1).at(toContractState(row.head.state));
    const cancel = stored.cancelAt(BigInt(fixture.node.tip.medianTimePast) - 1n);
    if (cancel === undefined) throw new Error('It can be cancelled');
    const cancelled = await sign(payer.wallet, cancel.build((await plan.wallet()).coins).transaction);
    expect(plan.submit([1], cancelled).next?.companion).not.toHaveProperty('nft');
    fixture.node.mine();
    await untilSo('the cancel', async () => (await rowOf(plan))?.head.status === 'CANCELLED');
    fixture.node.mine(6);
    await untilSo('the refund', () => fixture.node.mempool().length > 0);
    fixture.node.mine();
    await untilSo('the end', async () => (await rowOf(plan))?.head.state === null);
  },
);
