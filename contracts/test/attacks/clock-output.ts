import type { Output } from '@bitauth/libauth';
import { attack, type Attack, type HonestSpend } from '../support/attack-suite.js';
import { named32 } from '../support/bytes.js';
import { payTo } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { append, changeOutput, stateOf, withoutToken } from './mutations.js';
import { FOREIGN, foreignCoin } from './tokens.js';

const stateIndex = ({ places }: HonestSpend): number => places.state ?? 0;
const clock = ({ places }: HonestSpend): number => places.clockMade ?? 0;
const makesClock = ({ places }: HonestSpend): boolean => places.clockMade !== undefined;
const onClock = (name: string, change: (output: Output, spend: HonestSpend) => Output): Attack =>
  attack(name, makesClock, (spend) => changeOutput(spend.draft, clock(spend), (output) => change(output, spend)));

/** The clock that a cancel makes: the one unit, locked by the universal script. */
export const clockOutputAttacks: readonly Attack[] = [
  attack("a token of the spender's for a clock, the unit kept", makesClock, (spend) => {
    const draft = { ...spend.draft, inputs: [...spend.draft.inputs, foreignCoin] };
    const kept = {
      ...payTo(sender, 681n),
      token: { category: stateOf(spend).token?.category ?? named32('none'), amount: 1n },
    };
    return append(
      changeOutput(draft, clock(spend), (output) => ({ ...output, token: FOREIGN })),
      kept,
    );
  }),
  ...[sender, recipient, outsider].map((thief) =>
    onClock(`the clock locked to the ${thief.name}`, (output) => ({
      ...output,
      lockingBytecode: thief.lockingBytecode,
    })),
  ),
  onClock('the clock locked by the covenant itself', (output, spend) => ({
    ...output,
    lockingBytecode: stateOf(spend).lockingBytecode,
  })),
  onClock('the clock unit burned', withoutToken),
  onClock('an immutable NFT for a clock', (output) => ({
    ...output,
    token: {
      category: output.token?.category ?? named32('none'),
      amount: 0n,
      nft: { capability: 'none', commitment: new Uint8Array() },
    },
  })),
  attack('the unit kept by the state of a cancel', makesClock, (spend) =>
    changeOutput(changeOutput(spend.draft, clock(spend), withoutToken), stateIndex(spend), (output) =>
      output.token === undefined ? output : { ...output, token: { ...output.token, amount: 1n } },
    ),
  ),
  attack('the unit beside the clock, in an output of the canceller', makesClock, (spend) =>
    append(changeOutput(spend.draft, clock(spend), withoutToken), {
      ...payTo(sender, 681n),
      token: { category: stateOf(spend).token?.category ?? named32('none'), amount: 1n },
    }),
  ),
];
