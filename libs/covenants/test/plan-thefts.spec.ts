import { binToHex, decodeTransactionCommon, encodeTransactionCommon, hash256, hexToBin } from '@bitauth/libauth';
import {
  buildPlanRefund,
  buildPlanStop,
  findPlanFunding,
  planStop,
  readPlanTransition,
  type PlanClockCoin,
  type PlanCoin,
  type PlanPart,
  type VestingDraft,
} from '../src/index.js';
import { fundingOutputs } from '../src/plan/funding/funding-outputs.js';
import { assemble, type PlannedOutput } from '../src/transaction/assemble.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { partsOf, planOf, somebody } from './support/plan-scenario.js';

const DAY = 86_400n;
let scenes = 0;

/** A funding that a thief makes of a sound one, on a chain; what the verifier says of it, and its first streams as coins. */
const fundUnsound = async (change: (outputs: PlannedOutput[], category: string, part: PlanPart) => PlannedOutput[]) => {
  const chain = createTestChain();
  scenes += 1;
  const thief = createParty(chain, `thief ${scenes}`, 5_000_000_000n, 1_000_000n, 1_000_000n, 1_000_000n);
  chain.mine(1);
  const start = chain.locktime();
  const stream: VestingDraft = {
    kind: 'VESTING',
    recipient: somebody(1),
    total: 10_000_000n,
    start,
    end: start + 100n * DAY,
    group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 12 },
  };
  const [part] = partsOf(planOf('VESTING_BCH', thief.lockingBytecode, [stream, { ...stream, recipient: somebody(2) }]));
  const [genesis] = thief.coins();
  const [contract] = part?.contracts ?? [];
  if (part === undefined || genesis === undefined || contract === undefined) throw new Error('Nothing to fund with');
  const outputs = change(fundingOutputs(part, genesis.txid, undefined, chain.tip()), genesis.txid, part);
  const txid = await thief.send(
    assemble({
      network: 'devnet',
      contractInputs: [],
      requiredCoins: [genesis],
      outputs,
      locktime: 0n,
      wallet: thief.funds(),
      change: 'first',
      userPrompt: 'Fund',
    }),
  );
  const coins = part.streams.map(({ state, principal, reserve }, i): PlanCoin => ({
    outpoint: { txid, vout: i + 1 },
    category: genesis.txid,
    units: BigInt(state.index),
    state,
    principal,
    reserve,
    companion: undefined,
  }));
  const verdict = findPlanFunding('devnet', txid, chain.transaction(txid));

  /** Cancels a stream on the chain. */
  const cancel = async (coin: PlanCoin): Promise<{ readonly coin: PlanCoin; readonly clock: PlanClockCoin }> => {
    const stop = planStop(contract, coin, 'cancel', chain.locktime());
    if (stop === undefined) throw new Error('No cancel is possible');
    const built = buildPlanStop([{ contract, coin, recipient: somebody(1), stop }], thief.funds());
    const cancelled = await thief.send(built);
    const read = readPlanTransition(contract, coin, cancelled, chain.transaction(cancelled));
    if (!read.ok || read.transition.next === undefined || read.transition.clock === undefined)
      throw new Error('No cancel');
    return { coin: read.transition.next, clock: read.transition.clock };
  };
  /** Sends a refund by a clock, whosever it is. */
  const refundBy = (coin: PlanCoin, clock: PlanClockCoin): string => {
    const built = buildPlanRefund(contract, coin, clock);
    if (built === undefined) throw new Error('The bound does not cover it');
    return chain.node.submit(built.hex);
  };
  return { chain, txid, coins, verdict, cancel, refundBy, outputs };
};

const coinAt = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index];
  if (item === undefined) throw new Error(`Nothing at ${index}`);
  return item;
};

describe('what the absence of a check would let a sender take', () => {
  it('of a sound funding nothing: a refund waits for its own clock', async () => {
    const { verdict, coins, cancel, refundBy, chain } = await fundUnsound((outputs) => outputs);
    expect(verdict.ok).toBe(true);
    const other = await cancel(coinAt(coins, 1));
    chain.mine(12);
    const { coin, clock } = await cancel(coinAt(coins, 0));
    chain.mine(1);
    expect(() => refundBy(coin, clock)).toThrow();
    expect(() => refundBy(coin, other.clock)).toThrow();
    chain.mine(11);
    expect(() => refundBy(coin, clock)).not.toThrow();
  });

  it('free units at the clock script: a refund in the next block after a cancel, before anybody could push', async () => {
    const { verdict, coins, cancel, refundBy, chain, txid, outputs } = await fundUnsound((sound, category, part) => [
      ...sound,
      {
        to: coinAt(part.contracts, 0).clock.lockingBytecode,
        amount: 800n,
        token: { category, amount: 1n },
      },
    ]);
    expect(verdict).toMatchObject({ ok: false, problems: [{ problem: 'CATEGORY_ELSEWHERE' }] });
    chain.mine(12);
    const { coin } = await cancel(coinAt(coins, 0));
    const free = { outpoint: { txid, vout: outputs.length }, satoshis: 800n, units: 1n };
    expect(() => refundBy(coin, free)).not.toThrow();
  });

  it('an index twice: the older clock of a sibling refunds', async () => {
    const { verdict, coins, cancel, refundBy, chain } = await fundUnsound((sound) =>
      sound.map((output, i) => {
        const first = coinAt(sound, 0);
        return i === 1 && first.token?.nft !== undefined
          ? { ...output, token: { ...first.token, nft: { ...first.token.nft } } }
          : output;
      }),
    );
    expect(verdict).toMatchObject({ ok: false });
    expect(!verdict.ok && verdict.problems.map(({ problem }) => problem)).toContain('INDEX_TWICE');
    const [one, two] = [coinAt(coins, 0), coinAt(coins, 1)];
    const sibling = await cancel({ ...two, units: 1n, state: one.state });
    chain.mine(12);
    const { coin } = await cancel(one);
    expect(() => refundBy(coin, sibling.clock)).not.toThrow();
  });

  it('index 0: born without units, under a notice that nobody began, its clock an NFT that anybody could make', async () => {
    const { verdict, coins, chain, txid, outputs, refundBy } = await fundUnsound((sound, category, part) => [
      ...sound.map((output, i) =>
        i === 0 && output.token?.nft !== undefined
          ? {
              ...output,
              token: {
                ...output.token,
                amount: 0n,
                nft: { ...output.token.nft, commitment: `0000${output.token.nft.commitment.slice(4)}` },
              },
            }
          : output,
      ),
      {
        to: coinAt(part.contracts, 0).clock.lockingBytecode,
        amount: 900n,
        token: { category, amount: 0n, nft: { capability: 'none' as const, commitment: '' } },
      },
    ]);
    expect(!verdict.ok && verdict.problems.map(({ problem }) => problem)).toContain('INDEX_OUT_OF_RANGE');
    chain.mine(12);
    const stream = coinAt(coins, 0);
    const born: PlanCoin = { ...stream, units: 0n, state: { ...stream.state, index: 0 } };
    const madeUp = { outpoint: { txid, vout: outputs.length }, satoshis: 900n, units: 0n };
    expect(() => refundBy(born, madeUp)).not.toThrow();
  });
});

describe('what a sender could hide', () => {
  it('no refund by a coin of their own beside: its end is read, however much it returns', async () => {
    const { verdict, coins, cancel, chain } = await fundUnsound((outputs) => outputs);
    if (!verdict.ok) throw new Error('Not found');
    const contract = coinAt(verdict.plan.contracts, 0);
    const { coin, clock } = await cancel(coinAt(coins, 0));
    chain.mine(12);
    const built = decodeTransactionCommon(hexToBin(buildPlanRefund(contract, coin, clock)?.hex ?? ''));
    if (typeof built === 'string') throw new Error(built);
    const [first, ...others] = built.outputs;
    if (first === undefined) throw new Error('No output');
    const outputs = [{ ...first, valueSatoshis: first.valueSatoshis + 100_000_000n }, ...others];
    const transaction = { ...built, outputs };
    const txid = binToHex(hash256(encodeTransactionCommon(transaction)).reverse());
    expect(readPlanTransition(contract, coin, txid, transaction)).toMatchObject({
      ok: true,
      transition: { kind: 'refund', next: undefined, returnedToSender: coin.principal },
    });
  });
});
