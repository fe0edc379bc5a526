import type { Output } from '@bitauth/libauth';
import { attack, type Attack, type HonestSpend } from '../support/attack-suite.js';
import { at, named32 } from '../support/bytes.js';
import { payTo, purse } from '../support/coins.js';
import { outsider, PARTIES } from '../support/parties.js';
import type { Coin, DraftInput } from '../support/transaction.js';
import {
  append,
  changeAmount,
  changeInput,
  changeOutput,
  continues,
  isPair,
  spentAt,
  withoutToken,
} from './mutations.js';
import { FOREIGN, foreignCoin, spentState } from './tokens.js';

const companionAt = ({ places }: HonestSpend): number => places.companion ?? 1;
/** Output of the next companion, where there is one. */
const successorAt = ({ places }: HonestSpend): number => places.tokensLeft ?? 1;
const continuesPair = (spend: HonestSpend): boolean => isPair(spend) && continues(spend);

/** The companion spent as another coin, or the same coin claimed from elsewhere. */
const companionFrom = (name: string, change: (coin: Coin) => Coin): Attack =>
  attack(name, isPair, (spend) =>
    changeInput(spend.draft, companionAt(spend), (input) => ({ ...input, coin: change(input.coin) })),
  );

const stateFrom = (name: string, change: (coin: Coin) => Coin): Attack =>
  attack(name, isPair, (spend) =>
    changeInput(spend.draft, spentAt(spend), (input) => ({ ...input, coin: change(input.coin) })),
  );

const withInputs = (
  name: string,
  change: (inputs: readonly DraftInput[], companion: DraftInput) => readonly DraftInput[],
): Attack =>
  attack(name, isPair, (spend) => ({
    ...spend.draft,
    inputs: change(spend.draft.inputs, at(spend.draft.inputs, companionAt(spend))),
  }));

/** The spender's own tokens in place of the companion, and their successor in their hands. */
const ownInstead = (name: string, place: (companion: Coin) => Pick<Coin, 'txid' | 'vout'>): Attack =>
  attack(name, isPair, (spend) => {
    const { lockingBytecode } = outsider;
    const replacedInput = changeInput(spend.draft, companionAt(spend), ({ coin, sequence }) => ({
      coin: { ...coin, ...place(coin), output: { ...coin.output, lockingBytecode } },
      sequence,
      unlocking: { kind: 'key', owner: outsider },
    }));
    return continues(spend)
      ? changeOutput(replacedInput, successorAt(spend), (output) => ({ ...output, lockingBytecode }))
      : replacedInput;
  });

/** Which state and which tokens are spent together. */
const pairing: readonly Attack[] = [
  companionFrom('the companion of another transaction', (coin) => ({ ...coin, txid: named32('another funding') })),
  companionFrom('a companion two places behind the state', (coin) => ({ ...coin, vout: coin.vout + 1 })),
  companionFrom('a companion before the state', (coin) => ({ ...coin, vout: coin.vout - 2 })),
  companionFrom('a companion of another token', (coin) => ({
    ...coin,
    txid: named32('other tokens'),
    output: { ...coin.output, token: FOREIGN },
  })),
  ownInstead("tokens of the spender's own, of another transaction", ({ vout }) => ({
    txid: named32('own tokens'),
    vout,
  })),
  ownInstead("tokens of the spender's own, of the state's transaction", ({ txid, vout }) => ({ txid, vout: vout + 1 })),
  ownInstead("tokens of the spender's own, from before the state", ({ txid, vout }) => ({ txid, vout: vout - 2 })),
  stateFrom('a forged state before the companion of this one', (coin) => ({ ...coin, txid: named32('forged state') })),
  stateFrom('a forged state with another index', (coin) => ({ ...coin, vout: coin.vout + 1 })),
  attack("the companion beside a coin of the spender's own", isPair, (spend) => {
    const { coin } = at(spend.draft.inputs, companionAt(spend));
    const leading = purse(outsider, 1_000_000n);
    const inputs = [leading, at(spend.draft.inputs, companionAt(spend))];
    const outputs = [
      { ...payTo(outsider, 10_000n), ...(coin.output.token === undefined ? {} : { token: coin.output.token }) },
    ];
    return { ...spend.draft, inputs, outputs };
  }),
  withInputs('the companion missing', (inputs, companion) => inputs.filter((input) => input !== companion)),
  withInputs('the companion behind a decoy', (inputs, companion) => [
    at(inputs, 0),
    purse(outsider, 10_000n),
    companion,
    ...inputs.slice(1).filter((input) => input !== companion),
  ]),
  withInputs('the companion last', (inputs, companion) => [
    ...inputs.filter((input) => input !== companion),
    purse(outsider, 10_000n),
    companion,
  ]),
  withInputs('the companion before the state', (inputs, companion) => [
    companion,
    ...inputs.filter((input) => input !== companion),
  ]),
];

const onCompanion = (name: string, change: (output: Output, spend: HonestSpend) => Output): Attack =>
  attack(name, continuesPair, (spend) =>
    changeOutput(spend.draft, successorAt(spend), (output) => change(output, spend)),
  );

/** What a companion becomes when the state continues. */
const successor: readonly Attack[] = [
  ...PARTIES.map((thief) =>
    onCompanion(`the tokens locked to the ${thief.name}`, (output) => ({
      ...output,
      lockingBytecode: thief.lockingBytecode,
    })),
  ),
  onCompanion('the tokens locked by the covenant itself', (output, spend) => ({
    ...output,
    lockingBytecode: spentState(spend).lockingBytecode,
  })),
  onCompanion('all the tokens burned', withoutToken),
  onCompanion('a token burned', (output) =>
    output.token === undefined ? output : { ...output, token: { ...output.token, amount: output.token.amount - 1n } },
  ),
  onCompanion("a satoshi of the companion's taken", (output) => ({
    ...output,
    valueSatoshis: output.valueSatoshis - 1n,
  })),
  attack('as many other tokens in place of those of the stream', continuesPair, (spend) => {
    const { token } = at(spend.draft.outputs, successorAt(spend));
    const other = { ...FOREIGN, amount: token?.amount ?? 1n };
    const coin = { ...foreignCoin.coin, output: { ...foreignCoin.coin.output, token: other } };
    const exchanged = changeOutput(
      { ...spend.draft, inputs: [...spend.draft.inputs, { ...foreignCoin, coin }] },
      successorAt(spend),
      (output) => ({
        ...output,
        token: other,
      }),
    );
    return append(exchanged, { ...payTo(outsider, 1_000n), ...(token === undefined ? {} : { token }) });
  }),
  attack('the companion an output later', continuesPair, ({ draft }) => ({
    ...draft,
    outputs: [at(draft.outputs, 0), payTo(outsider, 600n), ...draft.outputs.slice(1)],
  })),
  attack(
    'the companion last',
    (spend) => continuesPair(spend) && spend.draft.outputs.length > 2,
    ({ draft }) => ({
      ...draft,
      outputs: [at(draft.outputs, 0), ...draft.outputs.slice(2), at(draft.outputs, 1)],
    }),
  ),
  attack('half of the tokens in a second companion', continuesPair, (spend) => {
    const { token } = at(spend.draft.outputs, successorAt(spend));
    const amount = (token?.amount ?? 0n) / 2n;
    const { lockingBytecode } = at(spend.draft.inputs, companionAt(spend)).coin.output;
    const half = { lockingBytecode, valueSatoshis: 1_000n };
    return append(changeAmount(spend.draft, successorAt(spend), -amount), {
      ...half,
      ...(token === undefined ? {} : { token: { ...token, amount } }),
    });
  }),
];

/** The pair of state and tokens: what is spent together, and what it becomes. */
export const pairAttacks: readonly Attack[] = [...pairing, ...successor];
