import { binToHex, type Output } from '@bitauth/libauth';
import {
  buildTokenVestingFunding,
  buildVestingSweep,
  createVestingContract,
  findTokenVestingDeployment,
  isTokenVesting,
  isVestingStray,
  readTokenVestingTransition,
  type TokenVestingContract,
  type UnsignedTransaction,
} from '../src/index.js';
import { assemble } from '../src/transaction/assemble.js';
import { planPayment } from '../src/vesting/token/transactions/token-payment.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { termsBetween } from './support/stream-scenario.js';
import { tokensOf, TokenStreamScenario } from './support/token-stream-scenario.js';

const total = 1_000_000n;

const scene = async (held = total) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 50_000_000n);
  const recipient = createParty(chain, 'recipient');
  const { category } = chain.node.mint(binToHex(sender.lockingBytecode), { amount: held });
  const start = chain.locktime();
  const parameters = termsBetween(sender, recipient, {
    schedule: { total, start, end: start + total, cliff: 0n, step: 0n },
  });
  const scenario = await TokenStreamScenario.fund(chain, sender, category, parameters);
  return {
    chain,
    sender,
    recipient,
    category,
    parameters,
    scenario,
    start,
    nothing: { hash: recipient.hash, coins: [] },
  };
};

/** The transaction with outputs changed before it is signed, by somebody who knows what they do. */
const rewritten = (
  built: UnsignedTransaction,
  change: (output: Output, index: number) => Output,
): UnsignedTransaction => {
  const { transaction } = built.wcTransaction;
  if (typeof transaction === 'string') throw new Error('Builders give the transaction as an object');
  return {
    ...built,
    wcTransaction: {
      ...built.wcTransaction,
      transaction: { ...transaction, outputs: transaction.outputs.map(change) },
    },
  };
};

describe('coins at the address of a stream of tokens', () => {
  it('are swept, tokens of every kind, and the pair stays as it was', async () => {
    const { chain, sender, recipient, category, scenario, start, nothing } = await scene(3n * total);
    const locking = binToHex(scenario.contract.lockingBytecode);
    chain.fund(scenario.contract.lockingBytecode, 20_000n);
    chain.node.mint(locking, { amount: 77n });
    chain.node.mint(locking, { nft: { capability: 'none', commitment: 'ab' }, amount: 5n });
    const strays = chain.coinsOf(scenario.contract.lockingBytecode).filter(isVestingStray);
    expect(strays).toHaveLength(3);
    const sweep = await sender.send(buildVestingSweep(scenario.contract, strays, sender.funds()));
    expect(
      readTokenVestingTransition(scenario.contract, scenario.state, sweep, chain.transaction(sweep)),
    ).toBeUndefined();
    const returned = strays.flatMap(({ token }) => (token === undefined ? [] : [token]));
    expect(sender.coins().flatMap(({ token }) => (token === undefined ? [] : [token]))).toEqual(
      expect.arrayContaining(returned),
    );
    chain.reach(start + 500_000n);
    await scenario.claim(recipient, nothing);
    expect(tokensOf(recipient, category)).toBe(500_000n);
  });
});

describe('tokens beyond the total', () => {
  const surplus = 9n;
  const oversized = async () => {
    const made = await scene(2n * total + surplus);
    const { chain, sender, category, parameters } = made;
    const contract = createVestingContract({ ...parameters, nonce: new Uint8Array(16).fill(1) }, 'devnet', {
      type: 'FUNGIBLE_TOKEN',
      category,
    });
    const funding = buildTokenVestingFunding(contract, sender.funds(), chain.tip());
    const more = rewritten(funding.transaction, (output, index) => {
      const by = index === 2 ? surplus : -surplus;
      return output.token === undefined || index === 1
        ? output
        : { ...output, token: { ...output.token, amount: output.token.amount + by } };
    });
    const withoutEmpty = rewritten(more, (output) =>
      output.token?.amount === 0n && output.token.nft === undefined
        ? { lockingBytecode: output.lockingBytecode, valueSatoshis: output.valueSatoshis }
        : output,
    );
    const txid = await sender.send(withoutEmpty);
    const found = findTokenVestingDeployment(contract, txid, chain.transaction(txid));
    if (!found.ok) throw new Error(found.problems.join('; '));
    return { ...made, scenario: Object.assign(made.scenario, { contract, coin: found.coin }) };
  };

  it('return to the sender at the close', async () => {
    const { chain, sender, recipient, category, scenario, start, nothing } = await oversized();
    expect(scenario.state.companion.amount).toBe(total + surplus);
    chain.reach(start + 400_000n);
    await scenario.claim(recipient, nothing);
    chain.reach(start + total);
    const { transition } = await scenario.claim(recipient, nothing);
    expect(transition).toMatchObject({ next: undefined, paidToRecipient: 600_000n, paidToSender: surplus });
    expect(tokensOf(recipient, category)).toBe(total);
    expect(tokensOf(sender, category)).toBe(surplus);
  });

  it('return to the sender by a refund', async () => {
    const { chain, sender, scenario, start } = await oversized();
    chain.reach(start + 400_000n);
    await scenario.cancel(sender);
    chain.mine(6);
    expect(scenario.refund().transition.paidToSender).toBe(600_000n + surplus);
  });
});

it('goes on, no larger, after somebody hung an NFT of the token’s category on the companion', async () => {
  const chain = createTestChain();
  const [sender, recipient] = [createParty(chain, 'sender', 50_000_000n), createParty(chain, 'recipient')];
  const nft = { capability: 'none', commitment: 'ab' } as const;
  const { category } = chain.node.mint(binToHex(sender.lockingBytecode), { amount: total, nft });
  const start = chain.locktime();
  const parameters = termsBetween(sender, recipient, {
    schedule: { total, start, end: start + total, cliff: 0n, step: 0n },
  });
  const scenario = await TokenStreamScenario.fund(chain, sender, category, parameters);
  chain.reach(start + 400_000n);
  const push = planPayment(scenario.due(), false, {}).shape(0n);
  const outputs = push.outputs.map((output, index) =>
    index === 1 && output.token !== undefined ? { ...output, token: { ...output.token, nft } } : output,
  );
  const requiredCoins = sender.coins().filter(({ token }) => token?.nft !== undefined);
  const hung = assemble({
    ...push,
    outputs,
    requiredCoins,
    wallet: sender.funds(),
    change: 'last',
    userPrompt: 'Push',
  });
  const transition = scenario.follow(await sender.send(hung));
  expect(transition.next?.companion).toEqual({ satoshis: 1_000n, amount: 600_000n, nft });
  chain.reach(start + 500_000n);
  const nothing = { hash: recipient.hash, coins: [] };
  await scenario.claim(recipient, nothing);
  expect(scenario.state.companion).toEqual({ satoshis: 1_000n, amount: 500_000n });
  expect(tokensOf(recipient, category)).toBe(500_000n);
});

describe('a contract', () => {
  it('knows what it pays', async () => {
    const { parameters, category } = await scene();
    const token: TokenVestingContract = createVestingContract(parameters, 'devnet', {
      type: 'FUNGIBLE_TOKEN',
      category,
    });
    const bch = createVestingContract(parameters, 'devnet');
    expect([token, bch].map(isTokenVesting)).toEqual([true, false]);
    expect(bch.asset).toEqual({ type: 'BCH' });
    expect(token.address).not.toBe(bch.address);
  });
});
