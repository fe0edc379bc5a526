import { hash160 } from '@bitauth/libauth';
import {
  buildAnnounceMove,
  buildFinishMove,
  buildKeylessFinish,
  consentsOnlyTo,
  decodeMoveNotice,
  findPlanDeployments,
  MOVE_NOTE_SATOSHIS,
  planConsentsIn,
  type PlanMove,
  planPaymentNeed,
  type PlanProduct,
  stepFeeOf,
  universalScripts,
  vaultConsentsIn,
} from '../src/index.js';
import { createParty } from './support/party.js';
import { openPlan, somebody, streamOf, unitsAt } from './support/plan-scenario.js';

const DAY = 86_400n;
/** Blocks between announcement and move in these plans. */
const DELAY = 5;
const PRODUCTS: readonly PlanProduct[] = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'];

const open = async (product: PlanProduct, count = 1, delay = DELAY) => {
  const opened = await openPlan(
    product,
    (start, recipient) => Array.from({ length: count }, () => streamOf(product, recipient, start)),
    { delay },
  );
  const fresh = createParty(opened.chain, `${opened.recipient.name}, new`, 1_000_000n);
  opened.chain.mine(1);
  const { scenario } = opened;
  const moves = (indexes = [1]): PlanMove[] =>
    indexes.map((index) => ({ contract: scenario.stream(index).contract, coin: scenario.coin(index) }));
  const follow = (txid: string, indexes = [1]) => indexes.map((index) => scenario.follow(index, txid));
  const announce = async (to = fresh.lockingBytecode, indexes = [1]) =>
    follow(await opened.recipient.send(buildAnnounceMove(moves(indexes), to, opened.recipient.funds())), indexes);
  const finish = async (indexes = [1]) =>
    follow(await opened.stranger.send(buildFinishMove(moves(indexes), opened.stranger.funds())), indexes);
  return { ...opened, fresh, moves, announce, finish };
};

describe.each(PRODUCTS)('a move of %s to another address', (product) => {
  it('is announced by the recipient, finished by anybody after the delay, and paid at the new address', async () => {
    const { chain, scenario, start, recipient, fresh, asset, announce, finish } = await open(product);
    const before = scenario.coin(1);
    const [announced] = await announce();
    expect(announced).toMatchObject({ kind: 'announce', named: fresh.lockingBytecode, paidToRecipient: 0n });
    // The announcement pays for the finish: nothing else of what the stream holds changes.
    const fee = stepFeeOf(scenario.stream(1).contract.terms);
    expect(scenario.coin(1)).toMatchObject({ principal: before.principal, reserve: before.reserve + fee });
    const notes = chain.coinsOf(fresh.lockingBytecode).map(({ satoshis }) => satoshis);
    expect(notes).toContain(MOVE_NOTE_SATOSHIS);
    await expect(finish()).rejects.toThrow();
    chain.mine(DELAY - 1);
    await expect(finish()).rejects.toThrow();
    chain.mine(1);
    const [moved] = await finish();
    expect(moved).toMatchObject({ kind: 'finish', named: undefined });
    expect(scenario.coin(1).state).toEqual({ ...before.state, recipient: hash160(fresh.lockingBytecode) });
    expect(scenario.coin(1)).toMatchObject({ principal: before.principal, reserve: before.reserve });
    chain.reach(start + 6n * DAY);
    const held = unitsAt(chain, fresh.lockingBytecode, asset);
    const old = unitsAt(chain, recipient.lockingBytecode, asset);
    const payment = scenario.due(1);
    const { transition } = scenario.pay(1);
    expect(transition.paidToRecipient).toBe(payment.payout.due);
    expect(unitsAt(chain, fresh.lockingBytecode, asset)).toBe(held + payment.payout.due);
    expect(unitsAt(chain, recipient.lockingBytecode, asset)).toBe(old);
  });

  it('is finished by itself, signed by nobody, once the delay is over, and never twice', async () => {
    const { chain, scenario, fresh, moves, announce } = await open(product);
    const before = scenario.coin(1);
    const finishOf = (feeRate?: bigint) => {
      const [move] = moves();
      return move && buildKeylessFinish(move, { feeRate });
    };
    expect(() => finishOf()).toThrow('announced');
    await announce();
    chain.mine(DELAY - 1);
    const built = finishOf();
    expect(built?.inputs).toHaveLength(before.companion === undefined ? 1 : 2);
    expect(built?.fee).toBe(stepFeeOf(scenario.stream(1).contract.terms));
    expect(finishOf(2_000n)).toBeUndefined();
    expect(() => chain.node.submit(built?.hex ?? '')).toThrow();
    chain.mine(1);
    const txid = chain.node.submit(built?.hex ?? '');
    expect(planConsentsIn(chain.transaction(txid))).toEqual([{ input: 0, product, act: 'finish', byFirstCoin: false }]);
    expect(scenario.follow(1, txid).kind).toBe('finish');
    expect(scenario.coin(1)).toMatchObject({ principal: before.principal, reserve: before.reserve });
    expect(scenario.coin(1).state.recipient).toEqual(hash160(fresh.lockingBytecode));
    // Sent again it is the same transaction.
    expect(chain.node.submit(built?.hex ?? '')).toBe(txid);
    expect(() => finishOf()).toThrow('announced');
  });

  it('is undone by the recipient at any time, and ended by anybody without a delay, in the same block', async () => {
    const { scenario, chain, recipient, announce, finish } = await open(product);
    const before = scenario.coin(1).state;
    await announce();
    chain.mine(1);
    const [undone] = await announce(recipient.lockingBytecode);
    expect(undone).toMatchObject({ kind: 'undo', named: recipient.lockingBytecode });
    const [kept] = await finish();
    expect(kept?.kind).toBe('keep');
    expect(scenario.coin(1).state).toEqual(before);
  });

  it('leaves payments to the recipient’s own coin until it ends, to the old address; each starts the delay over', async () => {
    const { scenario, chain, start, recipient, stranger, asset, announce, finish } = await open(product);
    await announce();
    chain.reach(start + 3n * DAY);
    expect(planPaymentNeed(scenario.due(1))).toBe('RECIPIENTS_COIN');
    expect(() => scenario.pay(1)).toThrow('The reserve does not pay');
    await expect(scenario.payBy(1, stranger)).rejects.toThrow('only the recipient collects');
    const { reserve } = scenario.coin(1);
    const held = unitsAt(chain, recipient.lockingBytecode, asset);
    const { transition, built } = await scenario.payBy(1, recipient, 2_000n);
    expect(transition).toMatchObject({ kind: 'pay', next: { reserve } });
    expect(transition.next?.state.movesTo).toBeDefined();
    expect(built.fee).toBeGreaterThanOrEqual(2n * BigInt(built.size));
    if (asset !== undefined)
      expect(unitsAt(chain, recipient.lockingBytecode, asset)).toBe(held + transition.paidToRecipient);
    chain.mine(DELAY - 1);
    await expect(finish()).rejects.toThrow();
    chain.mine(1);
    expect((await finish())[0]?.kind).toBe('finish');
  });

  it('ends with a cancel by the sender, who pays the old address', async () => {
    const { scenario, chain, start, sender, announce, finish } = await open(product);
    await announce();
    chain.reach(start + 3n * DAY);
    const [cancelled] = (await scenario.stop([1], 'cancel', sender)).transitions;
    expect(cancelled?.kind).toBe('cancel');
    expect(scenario.coin(1).state.movesTo).toBeUndefined();
    await expect(finish()).rejects.toThrow('Only a move that was announced');
    await expect(announce()).rejects.toThrow('cannot move');
  });

  it('ends with the last payment, which anybody sends to the old address', async () => {
    const { scenario, chain, start, announce, got } = await open(product);
    await announce();
    chain.reach(start + 13n * DAY);
    const before = got();
    const { transition } = scenario.pay(1);
    expect(transition.next).toBeUndefined();
    expect(got() - before).toBe(transition.paidToRecipient);
  });

  it('moves several streams by one signature, and the transaction says so to anybody who reads it', async () => {
    const indexes = [1, 2, 3, 4, 5];
    const { moves, chain, scenario, recipient, stranger, fresh } = await open(product, indexes.length);
    const announced = await recipient.send(buildAnnounceMove(moves(indexes), fresh.lockingBytecode, recipient.funds()));
    const first = chain.transaction(announced);
    expect(decodeMoveNotice(first.outputs[0]?.lockingBytecode ?? new Uint8Array())).toEqual(fresh.lockingBytecode);
    expect(planConsentsIn(first).map(({ act, byFirstCoin }) => [act, byFirstCoin])).toEqual(
      indexes.map(() => ['announce', true]),
    );
    expect([
      consentsOnlyTo(vaultConsentsIn(first), 'announce'),
      consentsOnlyTo(vaultConsentsIn(first), undefined),
    ]).toEqual([true, false]);
    for (const index of indexes) expect(scenario.follow(index, announced).kind).toBe('announce');
    chain.mine(DELAY);
    const finished = await stranger.send(buildFinishMove(moves(indexes), stranger.funds()));
    const second = chain.transaction(finished);
    expect(planConsentsIn(second).map(({ act, byFirstCoin }) => [act, byFirstCoin])).toEqual(
      indexes.map(() => ['finish', false]),
    );
    for (const index of indexes) expect(scenario.follow(index, finished).kind).toBe('finish');
  });

  it('is nothing else by another call: no signature covers the function that an input calls', async () => {
    const { moves, chain, recipient, fresh } = await open(product);
    const [move] = moves();
    const announced = await recipient.send(buildAnnounceMove(moves(), fresh.lockingBytecode, recipient.funds()));
    const transaction = chain.transaction(announced);
    const calls = product.startsWith('VESTING') ? (['cancel'] as const) : (['stop', 'resume'] as const);
    for (const name of calls) {
      const unlocking = move?.contract
        .call(name)
        .generateUnlockingBytecode({ transaction, sourceOutputs: [], inputIndex: 1 });
      const inputs = transaction.inputs.map((input, index) =>
        index === 1 ? { ...input, unlockingBytecode: unlocking ?? input.unlockingBytecode } : input,
      );
      expect(planConsentsIn({ ...transaction, inputs }).map(({ act, byFirstCoin }) => [act, byFirstCoin])).toEqual([
        [undefined, true],
      ]);
    }
  });

  it('is finished without consent at no time alone: a cancel that calls itself a finish is not taken for one', async () => {
    const { scenario, chain, start, sender, moves } = await open(product);
    const [move] = moves();
    if (move === undefined) throw new Error('A stream is open');
    const { outpoint } = move.coin;
    const before = chain.transaction(outpoint.txid).outputs[outpoint.vout];
    chain.reach(start + 3n * DAY);
    const [cancelled] = (await scenario.stop([1], 'cancel', sender)).transitions;
    const cancel = chain.transaction(cancelled?.txid ?? '');
    const [lead, stream, ...others] = cancel.inputs;
    const [change, ...slots] = cancel.outputs;
    if (before === undefined || lead === undefined || stream === undefined || change === undefined)
      throw new Error('A cancel spends a coin of the sender and the stream');
    // The stream is at input 2, its own outputs are behind, and at output 2 is what only looks like it.
    const filled = product.endsWith('BCH') ? [change] : [];
    const asked = (call: 'finish' | 'cancel' | 'stop', locktime = cancel.locktime) => {
      const transaction = { ...cancel, locktime, outputs: [change, change, before, ...filled, ...slots] };
      const unlockingBytecode = move.contract
        .call(call)
        .generateUnlockingBytecode({ transaction: cancel, sourceOutputs: [], inputIndex: 1 });
      const inputs = [lead, lead, { ...stream, unlockingBytecode }, ...others];
      return planConsentsIn({ ...transaction, inputs }).map(({ act, byFirstCoin }) => [act, byFirstCoin]);
    };
    expect(asked(product.startsWith('VESTING') ? 'cancel' : 'stop')).toEqual([['cancel', true]]);
    expect(asked('finish')).toEqual([[undefined, true]]);
    // At no time no coin of the sender consents to anything.
    expect(asked('finish', 0)).toEqual([['finish', false]]);
  });

  it('is not built for a stream of somebody else, one that does not move, or an address that nobody is paid at', async () => {
    const { moves, recipient, stranger, scenario, fresh } = await open(product);
    const build = (to: Uint8Array, by = recipient) => buildAnnounceMove(moves(), to, by.funds());
    expect(() => build(fresh.lockingBytecode, stranger)).toThrow('the recipient of all streams');
    expect(() => build(Uint8Array.of(0x6a))).toThrow('standard kinds');
    expect(() => build(scenario.stream(1).contract.lockingBytecode)).toThrow('Nobody could spend');
    expect(() => build(universalScripts('devnet').clock.lockingBytecode)).toThrow('Nobody could spend');
    expect(() => buildAnnounceMove([], fresh.lockingBytecode, recipient.funds())).toThrow('1 to 50');
    expect(() => buildFinishMove(moves(), stranger.funds())).toThrow('announced');
    const fixed = await open(product, 1, 0);
    expect(() => buildAnnounceMove(fixed.moves(), fresh.lockingBytecode, fixed.recipient.funds())).toThrow(
      'cannot move',
    );
  });

  it('is followed by the model of a stream, which knows who is paid at each state', async () => {
    const { chain, scenario, recipient, fresh, announce, finish, start } = await open(product);
    const { txid } = scenario.plan;
    const found = findPlanDeployments('devnet', txid, chain.transaction(txid));
    if (!found.ok) throw new Error('The funding opens nothing');
    const [deployment] = found.deployments;
    if (deployment === undefined) throw new Error('The funding opens nothing');
    const { stream, state } = deployment;
    const first = await announce();
    const announced = stream.at(state).readStep(first[0]?.txid ?? '', chain.transaction(first[0]?.txid ?? ''));
    expect(announced).toMatchObject({
      kind: 'announce',
      moved: { party: fresh.lockingBytecode },
      locktime: 0n,
      status: 'ACTIVE',
    });
    const pending = stream.at(announced?.next ?? state);
    expect(pending).toMatchObject({
      recipient: recipient.lockingBytecode,
      move: { to: fresh.lockingBytecode, isUndone: false, delay: DELAY },
    });
    chain.mine(DELAY);
    const last = await finish();
    const finished = pending.readStep(last[0]?.txid ?? '', chain.transaction(last[0]?.txid ?? ''));
    expect(finished).toMatchObject({ kind: 'finish', moved: { party: fresh.lockingBytecode } });
    const moved = stream.at(finished?.next ?? state);
    expect(moved).toMatchObject({ recipient: fresh.lockingBytecode, move: undefined });
    chain.reach(start + 6n * DAY);
    const push = moved.payoutAt(chain.locktime())?.buildPush();
    const paid = chain.node.submit(push?.hex ?? '');
    const step = moved.readStep(paid, chain.transaction(paid));
    expect(step).toMatchObject({ kind: 'push', next: { recipient: fresh.lockingBytecode } });
    // A state whose addresses are not those that its commitment has the hashes of belongs to something else.
    expect(() => stream.at({ ...moved.state, recipient: somebody(1) })).toThrow('not those of its commitment');
  });
});

it('moves streams of BCH and of tokens, of several plans, by one signature', async () => {
  const [bch, tokens] = [await open('VESTING_BCH', 2), await open('RECURRING_TOKEN', 2)];
  // Both on one chain would need one fixture: the layout alone is compared.
  const moves = [
    ...bch.moves([1, 2]),
    ...tokens.moves([1, 2]).map(({ contract, coin }) => ({
      contract,
      coin: { ...coin, state: { ...coin.state, recipient: bch.scenario.coin(1).state.recipient } },
    })),
  ];
  const built = buildAnnounceMove(moves, bch.fresh.lockingBytecode, bch.recipient.funds());
  const at = built.inputs.map(({ token }) => token?.nft !== undefined);
  expect(at.slice(0, 7)).toEqual([false, true, true, true, false, true, false]);
  expect(built.outputs.slice(0, 7).map(({ token }) => token?.nft !== undefined)).toEqual(at.slice(0, 7));
});
