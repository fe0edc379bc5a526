import type { HonestSpend, Places } from '../../support/attack.js';
import { FUNDED, payTo } from '../../support/coins.js';
import { recipient } from '../../support/parties.js';
import type { Coin, Draft } from '../../support/transaction.js';
import { deposit, stateCoin, stateOutput, strays } from './coins.js';
import { draftSpend, movedTo, restOf } from './drafts.js';
import { createVault, first, PAIRS, type Pair } from './vault.js';

/** Covers the largest of the honest spends. */
const FEE = 6_000n;
/** No byte of the count is zero. */
export const SPENDS = 0x01020304;

export const vault = createVault('treasury');
const state = stateCoin(vault, SPENDS);
const deposits = [deposit(vault, 'one'), deposit(vault, 'two', 70_000n)];

/** Two of three may do as they like with the outputs: a spend has no payouts that the covenant dictates. */
const spendOf = (name: string, draft: Draft, places: Places): HonestSpend => ({
  name,
  draft,
  tip: { ...FUNDED, height: FUNDED.height + 1 },
  places,
  signer: first,
  alsoKeyless: false,
  timed: false,
  stateless: places.state === undefined && places.mostOutputs === undefined,
  slack: 0n,
  slackOutput: 0,
});

/** The state goes on and keeps the change. */
const continued = (name: string, coins: readonly Coin[], pair?: Pair): HonestSpend => {
  const all = [state, ...coins];
  const tokens = coins
    .filter(({ output }) => output.token !== undefined)
    .map(({ output }) => ({ ...output, lockingBytecode: recipient.lockingBytecode }));
  const paid = [payTo(recipient, 123_456n), ...tokens];
  const outputs = [stateOutput(vault, SPENDS + 1, restOf(all, paid, FEE)), ...paid];
  return spendOf(name, draftSpend({ vault, coins: all, outputs, ...(pair === undefined ? {} : { pair }) }), {
    state: 0,
    payouts: [],
  });
};

/** The state is burned; everything leaves the address. */
const closed = (name: string, coins: readonly Coin[], more = 0): HonestSpend => {
  const all = [state, ...coins];
  const tokens = coins
    .filter(({ output }) => output.token !== undefined)
    .map(({ output }) => ({ ...output, lockingBytecode: recipient.lockingBytecode }));
  const paid = [...tokens, ...Array.from({ length: more }, () => payTo(first, 10_000n))];
  const outputs = [payTo(recipient, restOf(all, paid, FEE)), ...paid];
  return spendOf(name, draftSpend({ vault, coins: all, outputs }), { payouts: [], mostOutputs: 3 });
};

const alone = (name: string, coins: readonly Coin[], pair?: Pair): HonestSpend => {
  const outputs = movedTo(coins, recipient.lockingBytecode, FEE);
  return spendOf(name, draftSpend({ vault, coins, outputs, ...(pair === undefined ? {} : { pair }) }), { payouts: [] });
};

/** Every way two of three may spend. */
export const vaultSpends = (): HonestSpend[] => [
  ...PAIRS.map((pair) => continued(`the state, by the ${pair[0].name} and the ${pair[1].name}`, [], pair)),
  continued('the state with two deposits', deposits),
  continued('the state with every kind of stray', strays(vault)),
  closed('a close', []),
  closed('a close with two deposits and a second output', deposits, 1),
  closed('a close with two deposits and three outputs', deposits, 2),
  closed('a close with a token and a third output', [...deposits, ...strays(vault).slice(0, 1)], 1),
  ...PAIRS.map((pair) =>
    alone(`a deposit alone, by the ${pair[0].name} and the ${pair[1].name}`, deposits.slice(0, 1), pair),
  ),
  alone('deposits and strays without a state', [...deposits, ...strays(vault)]),
];
