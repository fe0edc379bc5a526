import { attack, type Attack, type HonestSpend } from '../support/attack-suite.js';
import { at, named32, replaced } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { outsider } from '../support/parties.js';
import type { Coin, Draft, DraftInput } from '../support/transaction.js';
import { append, changeInput, continues, spentAt, touchesState } from './mutations.js';

const decoy = purse(outsider, 2_000_000n, 'decoy');

/** A coin of the same covenant under another category: a twin deployment, or a forged state. */
const twinOf = (input: DraftInput, label: string): DraftInput => {
  const { coin } = input;
  const { token } = coin.output;
  const output = token === undefined ? coin.output : { ...coin.output, token: { ...token, category: named32(label) } };
  return { ...input, coin: { ...coin, txid: named32(`funding of ${label}`), output } };
};

const withClock = (name: string, change: (draft: Draft, index: number) => Draft): Attack =>
  attack(
    name,
    ({ places }) => places.clockSpent !== undefined,
    ({ draft, places }) => change(draft, places.clockSpent ?? 0),
  );

const clockReplacedBy = (name: string, coin: (clock: Coin) => DraftInput | Coin): Attack =>
  withClock(name, (draft, index) =>
    changeInput(draft, index, (input) => {
      const other = coin(input.coin);
      return 'unlocking' in other ? { ...other, sequence: input.sequence } : { ...input, coin: other };
    }),
  );

const ownCoin = (label: string, token: NonNullable<Coin['output']['token']>, valueSatoshis: bigint): DraftInput => {
  const input = purse(outsider, valueSatoshis, label);
  return { ...input, coin: coinNamed(label, { ...input.coin.output, token }) };
};

const states = (spend: HonestSpend): boolean => touchesState(spend);
const nameOf = (coin: Coin): Uint8Array => coin.output.token?.category ?? named32('none');

/** What is spent beside the state, and in which order. */
export const inputAttacks: readonly Attack[] = [
  attack('a decoy at input 0, the state behind it', states, ({ draft }) => ({
    ...draft,
    inputs: [decoy, ...draft.inputs],
  })),
  attack(
    'a decoy at input 0 and an output for it',
    (spend) => states(spend) && spend.anywhere !== true,
    ({ draft }) => ({
      ...draft,
      inputs: [decoy, ...draft.inputs],
      outputs: [payTo(outsider, 1_990_000n), ...draft.outputs],
    }),
  ),
  attack('two covenants in one transaction, one payout for both', states, (spend) => {
    const { draft } = spend;
    const twin = twinOf(at(draft.inputs, spentAt(spend)), 'second covenant');
    return append(
      { ...draft, inputs: [...draft.inputs, twin] },
      payTo(outsider, twin.coin.output.valueSatoshis - 2_000n),
    );
  }),
  attack('two covenants side by side, each with its own outputs', continues, (spend) => {
    const { draft, places } = spend;
    const twin = twinOf(at(draft.inputs, spentAt(spend)), 'second covenant');
    const next = at(draft.outputs, places.state ?? 0);
    const token = next.token === undefined ? {} : { token: { ...next.token, category: named32('second covenant') } };
    return {
      ...draft,
      inputs: [at(draft.inputs, 0), twin, ...draft.inputs.slice(1)],
      outputs: [...draft.outputs, { ...next, ...token }],
    };
  }),
  attack('a twin at input 0, this state riding along behind it', states, (spend) => {
    const twin = twinOf(at(spend.draft.inputs, spentAt(spend)), 'forged twin');
    return { ...spend.draft, inputs: [twin, ...spend.draft.inputs] };
  }),
  withClock('without the clock', (draft, index) => ({ ...draft, inputs: draft.inputs.filter((_, i) => i !== index) })),
  withClock('the clock an input later', (draft, index) => ({
    ...draft,
    inputs: [...draft.inputs.slice(0, index), decoy, ...draft.inputs.slice(index)],
  })),
  withClock('the clock at input 0, the state behind it', (draft, index) => ({
    ...draft,
    inputs: [at(draft.inputs, index), ...draft.inputs.filter((_, i) => i !== index)],
  })),
  clockReplacedBy("another deployment's clock", (clock) => ({
    ...clock,
    txid: named32('a clock of a twin'),
    output: { ...clock.output, token: { category: named32('second covenant'), amount: 1n } },
  })),
  clockReplacedBy('a plain coin for a clock', ({ output }) => purse(outsider, output.valueSatoshis)),
  clockReplacedBy("tokens of the attacker's own category for a clock", ({ output }) =>
    ownCoin('own tokens', { category: named32('own category'), amount: 1n }, output.valueSatoshis),
  ),
  clockReplacedBy('a mutable NFT of the category for a clock', (clock) =>
    ownCoin(
      'forged NFT',
      { category: nameOf(clock), amount: 1n, nft: { capability: 'mutable', commitment: new Uint8Array() } },
      clock.output.valueSatoshis,
    ),
  ),
  clockReplacedBy('a minting NFT of the category for a clock', (clock) =>
    ownCoin(
      'forged baton',
      { category: nameOf(clock), amount: 1n, nft: { capability: 'minting', commitment: new Uint8Array() } },
      clock.output.valueSatoshis,
    ),
  ),
  attack(
    'a stray of the address swept along without a signature', // Where the owner consents by a coin at input 0 no sweep has one.
    ({ stateless, draft }) => stateless && draft.inputs[0]?.unlocking.kind === 'call',
    ({ draft }) => ({
      ...draft,
      inputs: replaced(draft.inputs, 0, (input) => {
        const { unlocking } = input;
        return unlocking.kind === 'call'
          ? { ...input, unlocking: { ...unlocking, args: [new Uint8Array(), new Uint8Array()] } }
          : input;
      }),
    }),
  ),
];
