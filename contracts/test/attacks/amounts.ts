import { attack, liberty, type Attack, type HonestSpend, type Liberty } from '../support/attack-suite.js';
import { coinNamed, payTo } from '../support/coins.js';
import { outsider } from '../support/parties.js';
import { append, changeSlack, changeValue, continues, touchesState } from './mutations.js';

const pays = ({ places, timed }: HonestSpend): boolean => timed && places.payouts.length > 0;
const first = ({ places }: HonestSpend): number => places.payouts[0] ?? 0;
/** Satoshis per output of 34 bytes that somebody else would get. */
const SKIM = 546n;
const SKIM_SIZE = 34n;

/** One satoshi more than is due, where the payment is in satoshis. */
export const satoshiAttacks: readonly Attack[] = [
  attack('one satoshi too much to the payee, out of what stays', pays, (spend) =>
    changeSlack(spend, changeValue(spend.draft, first(spend), 1n), -1n),
  ),
  attack('one satoshi too much to the payee, out of the fee', pays, (spend) =>
    changeValue(spend.draft, first(spend), 1n),
  ),
];

/** Less to the payee than is due, and what leaves as fee. */
export const amountAttacks: readonly Attack[] = [
  attack('one satoshi too little to the payee', pays, (spend) =>
    changeSlack(spend, changeValue(spend.draft, first(spend), -1n), 1n),
  ),
  attack('all of the payout left as fee', pays, (spend) =>
    changeValue(spend.draft, first(spend), -(spend.draft.outputs[first(spend)]?.valueSatoshis ?? 0n)),
  ),
  attack('a fee one satoshi above its bound', touchesState, (spend) =>
    changeSlack(spend, spend.draft, -spend.slack - 1n),
  ),
  attack('the whole reserve as fee', touchesState, (spend) =>
    changeSlack(spend, spend.draft, -(spend.slack < 600n ? 600n : spend.slack * 2n)),
  ),
  attack('a satoshi of dust left where the state was', continues, (spend) =>
    changeValue(spend.draft, spend.slackOutput, 1n - (spend.draft.outputs[spend.slackOutput]?.valueSatoshis ?? 1n)),
  ),
  attack("an outsider's output out of the contract's money", touchesState, (spend) =>
    append(changeSlack(spend, spend.draft, -SKIM - SKIM_SIZE), payTo(outsider, SKIM)),
  ),
  attack("an outsider's output of half the contract's money", touchesState, (spend) => {
    const half = (spend.draft.outputs[spend.slackOutput]?.valueSatoshis ?? 0n) / 2n;
    return append(changeSlack(spend, spend.draft, -half), payTo(outsider, half));
  }),
];

/** What a spender may choose about amounts: fees up to the bound, and giving. */
export const amountLiberties: readonly Liberty[] = [
  liberty('a fee at its bound', touchesState, (spend) => changeSlack(spend, spend.draft, -spend.slack)),
  liberty('money added by a stranger', touchesState, (spend) => {
    const gift = { lockingBytecode: outsider.lockingBytecode, valueSatoshis: 20_000n };
    const input = {
      coin: coinNamed('a gift', gift),
      sequence: 0xfffffffe,
      unlocking: { kind: 'key', owner: outsider },
    } as const;
    return changeSlack(spend, { ...spend.draft, inputs: [...spend.draft.inputs, input] }, 19_000n);
  }),
];
