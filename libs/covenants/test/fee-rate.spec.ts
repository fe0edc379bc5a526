import { binToHex } from '@bitauth/libauth';
import {
  BCH_ASSET,
  createStreamContract,
  findDuties,
  InsufficientFundsError,
  type ContractState,
  type DuePayout,
  type KeylessTransaction,
  type NoticeEnd,
  type StreamContract,
  type StreamParameters,
  type StreamPosition,
  type StreamStep,
  type UnsignedTransaction,
  type VestingAsset,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty, type Party } from './support/party.js';
import { paymentBetween } from './support/recurring-scenario.js';
import { termsBetween } from './support/stream-scenario.js';
import { tokensOf } from './support/token-stream-scenario.js';

/** Twice the relay minimum. */
const RATE = 2_000n;
const TOTAL = 1_000_000n;
const INTERVAL = 604_800n;
const ASSETS = [['BCH'], ['FUNGIBLE_TOKEN']] as const;

/** A deployment on a node that asks twice the minimum: moved by what the model builds, read by the model. */
const live = async (type: VestingAsset['type'], kind: StreamParameters['kind']) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 60_000_000n, 50_000n, 40_000n);
  const recipient = createParty(chain, 'recipient', 100_000n, 90_000n, 80_000n);
  const stranger = createParty(chain, 'stranger', 100_000n, 90_000n);
  const asset: VestingAsset =
    type === 'BCH'
      ? BCH_ASSET
      : { type, category: chain.node.mint(binToHex(sender.lockingBytecode), { amount: TOTAL }).category };
  chain.node.setRelayFee(RATE);
  const start = chain.locktime();
  const schedule = { total: TOTAL, start, end: start + TOTAL, cliff: 0n, step: 0n };
  const plan = { amountPerPeriod: 250_000n, lastAmount: 250_000n, periods: 4n, interval: INTERVAL, firstDue: start };
  const announced: StreamParameters =
    kind === 'VESTING'
      ? { kind, asset, parameters: termsBetween(sender, recipient, { schedule }) }
      : { kind, asset, parameters: paymentBetween(sender, recipient, { plan }) };
  const contract: StreamContract = createStreamContract(announced, 'devnet');

  const funding = contract.buildFunding(sender.coins(), chain.tip(), { feeRate: RATE });
  if (funding.kind === 'preparation') throw new Error('The sender has a coin to begin with');
  const fundingTxid = await sender.send(funding.transaction);
  const found = contract.findDeployment(fundingTxid, chain.transaction(fundingTxid));
  if (!found.ok) throw new Error(found.problems.join('; '));
  let state: ContractState | undefined = found.state;

  const present = (): ContractState => {
    if (state === undefined) throw new Error('It has ended');
    return state;
  };
  const at = (feeRate = RATE): StreamPosition => contract.at(present(), { feeRate });
  const due = (feeRate?: bigint): DuePayout => {
    const payout = at(feeRate).payoutAt(chain.locktime());
    if (payout === undefined) throw new Error('Nothing is due');
    return payout;
  };
  const follow = (txid: string): StreamStep => {
    const step = contract.at(present()).readStep(txid, chain.transaction(txid));
    if (step === undefined) throw new Error('The transaction moves something else');
    state = step.next;
    return step;
  };
  /** Signed and taken by the node, at twice the minimum and no more than that. */
  const send = async (by: Party, built: UnsignedTransaction): Promise<StreamStep> => {
    expect(built.fee).toBeGreaterThanOrEqual(2n * BigInt(built.size));
    // Change below dust is nobody's output.
    expect(built.fee).toBeLessThan(2n * BigInt(built.size) + 614n);
    const txid = await by.send(built);
    expect(chain.feeOf(txid)).toBe(built.fee);
    return follow(txid);
  };
  const cancel = () => {
    const split = at().cancelAt(chain.locktime());
    if (split === undefined) throw new Error('It cannot be cancelled');
    return send(sender, split.build(sender.coins()).transaction);
  };
  const end = (feeRate?: bigint): NoticeEnd => {
    const ending = at(feeRate).noticeEnd();
    if (ending === undefined) throw new Error('No notice runs');
    return ending;
  };
  /** What nobody signs is refused by the node at the minimum, and not built at its rate; signed it goes through. */
  const finish = async (): Promise<StreamStep> => {
    const cheap = end(1_000n).build()?.transaction;
    if (cheap === undefined) throw new Error('The bound covers the minimum');
    expect(() => chain.node.submit(cheap.hex)).toThrow('min relay fee not met');
    expect(end().build()).toBeUndefined();
    expect(() => end().buildPaid([])).toThrow(InsufficientFundsError);
    const paid = end().buildPaid(sender.coins());
    if (paid === undefined) throw new Error('The covenant takes the sender’s coins');
    const { transaction, amount } = paid;
    const step = await send(sender, transaction);
    expect(step.paidToSender).toBe(amount);
    return step;
  };
  const held = (party: Party) => (asset.type === 'BCH' ? party.balance() : tokensOf(party, asset.category));
  return {
    chain,
    sender,
    recipient,
    stranger,
    contract,
    start,
    at,
    due,
    send,
    follow,
    cancel,
    end,
    finish,
    held,
    present,
  };
};

/** Sent by a node that holds no key. */
const refuse = (built: KeylessTransaction | undefined): void => expect(built).toBeUndefined();

describe.each(ASSETS)('a stream of %s where nodes ask twice the minimum', (type) => {
  it('is funded, claimed, pushed by a payer, cancelled and refunded', async () => {
    const scenario = await live(type, 'VESTING');
    const { chain, recipient, stranger, start, due, send, held } = scenario;
    const before = held(recipient);
    chain.reach(start + 100_000n);
    expect((await send(recipient, due().buildClaim(recipient.coins()))).paidToRecipient).toBe(100_000n);
    chain.reach(start + 200_000n);
    expect((await send(stranger, due().buildPaidPush({ hash: stranger.hash, coins: stranger.coins() }))).kind).toBe(
      'push',
    );
    chain.reach(start + 300_000n);
    expect((await scenario.cancel()).kind).toBe('cancel');
    chain.reach(start + 400_000n);
    refuse(due().buildPush());
    expect(due(1_000n).buildPush()).toBeDefined();
    expect((await send(stranger, due().buildPaidPush({ hash: stranger.hash, coins: stranger.coins() }))).kind).toBe(
      'push',
    );
    chain.mine(NOTICE);
    const refunded = await scenario.finish();
    expect(refunded).toMatchObject({ kind: 'refund', next: undefined });
    if (type !== 'BCH') {
      expect([held(recipient) - before, refunded.paidToSender]).toEqual([400_000n, 600_000n]);
    }
  });

  it('is claimed to the last unit, active and under notice', async () => {
    for (const isCancelled of [false, true]) {
      const scenario = await live(type, 'VESTING');
      if (isCancelled) await scenario.cancel();
      scenario.chain.reach(scenario.start + TOTAL);
      refuse(scenario.due().buildPush());
      expect(
        await scenario.send(scenario.recipient, scenario.due().buildClaim(scenario.recipient.coins())),
      ).toMatchObject({
        next: undefined,
        paidToRecipient: TOTAL,
      });
    }
  });

  it('takes a payer’s coin for what ends it under notice', async () => {
    const scenario = await live(type, 'VESTING');
    await scenario.cancel();
    scenario.chain.reach(scenario.start + TOTAL);
    const payer = { hash: scenario.stranger.hash, coins: scenario.stranger.coins() };
    expect(await scenario.send(scenario.stranger, scenario.due().buildPaidPush(payer))).toMatchObject({
      next: undefined,
    });
  });

  it('is not refunded by watchers while the rate alone keeps a push back', async () => {
    const scenario = await live(type, 'VESTING');
    const { chain, contract, start } = scenario;
    const cancelled = await scenario.cancel();
    const noticeHeight = chain.node.tip.height + 1;
    chain.reach(start + 400_000n);
    chain.mine(NOTICE);
    const facts = { noticeHeight, medianTime: start + 300_000n, tipHeight: chain.node.tip.height };
    for (const feeRate of [RATE, 1_300n]) {
      const [first] = findDuties(contract, scenario.present(), facts, { feeRate });
      expect(first === undefined || first.kind === 'push').toBe(true);
    }
    expect(findDuties(contract, scenario.present(), facts)).toMatchObject([{ kind: 'push' }, { kind: 'refund' }]);
    expect(cancelled.status).toBe('CANCELLED');
  });

  it('gives back what was sent to it by mistake', async () => {
    const { chain, contract, sender } = await live(type, 'VESTING');
    chain.fund(contract.lockingBytecode, 30_000n, 20_000n);
    const strays = chain.coinsOf(contract.lockingBytecode).filter((coin) => contract.isStray(coin));
    const built = contract.buildSweep(strays, sender.coins(), { feeRate: RATE });
    expect(built.fee).toBe(2n * BigInt(built.size));
    await sender.send(built);
  });
});

const NOTICE = 6;

describe.each(ASSETS)('a payment in %s where nodes ask twice the minimum', (type) => {
  it('is claimed, paused, settled, resumed, pushed, cancelled and refunded', async () => {
    const scenario = await live(type, 'RECURRING');
    const { chain, sender, recipient, stranger, start, at, due, send } = scenario;
    expect((await send(recipient, due().buildClaim(recipient.coins()))).paidToRecipient).toBe(250_000n);
    const pause = at().pauseAt(chain.locktime());
    if (pause === undefined) throw new Error('It can be paused');
    expect((await send(sender, pause.build(sender.coins()))).status).toBe('PAUSING');
    chain.mine(NOTICE);
    expect(await scenario.finish()).toMatchObject({ kind: 'settle', status: 'PAUSED' });
    const resume = at().resumeAt(chain.locktime(), chain.locktime());
    if (resume === undefined) throw new Error('It can be resumed');
    expect((await send(sender, resume.build(sender.coins()))).status).toBe('ACTIVE');
    chain.reach(start + 2n * INTERVAL);
    expect((await send(stranger, due().buildPaidPush({ hash: stranger.hash, coins: stranger.coins() }))).kind).toBe(
      'push',
    );
    expect((await scenario.cancel()).status).toBe('CANCELLED');
    chain.mine(NOTICE);
    expect(await scenario.finish()).toMatchObject({ kind: 'refund', next: undefined });
  });

  it('returns everything at once by the cancel of a settled pause', async () => {
    const scenario = await live(type, 'RECURRING');
    const pause = scenario.at().pauseAt(scenario.chain.locktime());
    if (pause === undefined) throw new Error('It can be paused');
    await scenario.send(scenario.sender, pause.build(scenario.sender.coins()));
    scenario.chain.mine(NOTICE);
    await scenario.finish();
    expect(await scenario.cancel()).toMatchObject({ next: undefined });
  });

  it('is claimed to the last period, active and under notice', async () => {
    for (const isCancelled of [false, true]) {
      const scenario = await live(type, 'RECURRING');
      if (isCancelled) await scenario.cancel();
      scenario.chain.reach(scenario.start + 4n * INTERVAL);
      refuse(scenario.due().buildPush());
      expect(
        await scenario.send(scenario.recipient, scenario.due().buildClaim(scenario.recipient.coins())),
      ).toMatchObject({
        next: undefined,
      });
    }
  });
});
