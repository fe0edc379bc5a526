import { buildVestingSweep, isVestingStray, readVestingTransition } from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { StreamScenario, termsBetween } from './support/stream-scenario.js';

const scene = () => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 50_000_000n);
  const start = chain.locktime();
  const schedule = { total: 1_000_000n, start, end: start + 1_000_000n, cliff: 0n, step: 0n };
  const fund = (to = sender) => StreamScenario.fund(chain, sender, termsBetween(sender, to, { schedule }));
  return { chain, sender, start, fund };
};

it('reads nothing from transactions that do not spend the state', async () => {
  const { chain, sender, fund } = scene();
  const [one, other] = [await fund(), await fund()];
  chain.fund(one.contract.lockingBytecode, 20_000n);
  const strays = chain.coinsOf(one.contract.lockingBytecode).filter(isVestingStray);
  const sweep = await sender.send(buildVestingSweep(one.contract, strays, sender.funds()));
  for (const txid of [one.fundingTxid, other.fundingTxid, sweep]) {
    expect(readVestingTransition(one.contract, one.state, txid, chain.transaction(txid))).toBeUndefined();
  }
});

it('does not take another stream’s step for its own', async () => {
  const { chain, sender, start, fund } = scene();
  const [one, other] = [await fund(), await fund()];
  chain.reach(start + 500_000n);
  const { transition } = await one.claim(sender);
  expect(
    readVestingTransition(other.contract, other.state, transition.txid, chain.transaction(transition.txid)),
  ).toBeUndefined();
});

it('distinguishes reserve from change where sender and recipient are the same', async () => {
  const { chain, sender, start, fund } = scene();
  const scenario = await fund();
  chain.reach(start + 500_000n);
  const first = await scenario.claim(sender);
  expect(first.transition).toMatchObject({ paidToRecipient: 500_000n, paidToSender: 0n });
  chain.reach(start + 1_000_000n);
  const held = scenario.state.satoshis;
  const { built, transition } = await scenario.claim(sender);
  expect(transition).toMatchObject({ paidToRecipient: 500_000n, paidToSender: held - 500_000n - built.fee });
});

it('reads the same from the mined transaction, and follows one transition after the other', async () => {
  const { chain, sender, start, fund } = scene();
  const recipient = createParty(chain, 'recipient', 10_000n);
  const scenario = await fund(recipient);
  const states = [scenario.state];
  chain.reach(start + 250_000n);
  const steps = [await scenario.claim(recipient)];
  states.push(scenario.state);
  chain.reach(start + 500_000n);
  steps.push(await scenario.cancel(sender));
  states.push(scenario.state);
  chain.reach(start + 750_000n);
  const push = scenario.push();
  states.push(scenario.state);
  chain.mine(6);
  const refund = scenario.refund();
  chain.mine(1);
  const seen = [...steps, push, refund].map(({ transition }) => transition);
  expect(seen.map(({ kind }) => kind)).toEqual(['claim', 'cancel', 'push', 'refund']);
  expect(seen.map(({ paidToRecipient }) => paidToRecipient)).toEqual([250_000n, 250_000n, 250_000n, 0n]);
  for (const [index, transition] of seen.entries()) {
    const before = states[index];
    expect(before).toBe(transition.spent);
    expect(
      before && readVestingTransition(scenario.contract, before, transition.txid, chain.transaction(transition.txid)),
    ).toEqual(transition);
  }
});
