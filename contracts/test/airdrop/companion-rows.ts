import { named32 } from '../support/bytes.js';
import { payTo, purse } from '../support/coins.js';
import { COMPANION } from '../support/contract.js';
import { outsider } from '../support/parties.js';
import { SEQUENCE_PLAIN, type Coin, type Draft, type DraftInput } from '../support/transaction.js';
import type { Lane } from './state.js';

/** A coin of the outsider's at a place of some transaction. */
const own = (txid: Uint8Array, vout: number): DraftInput => {
  const input = purse(outsider, 20_000n);
  return { ...input, coin: { ...input.coin, txid, vout } };
};

const takenBy = (companion: Coin, inputs: readonly DraftInput[]): Draft => {
  const { token } = companion.output;
  return {
    version: 2,
    locktime: 0,
    inputs,
    outputs: [{ ...payTo(outsider, 900n), ...(token === undefined ? {} : { token }) }],
  };
};

/** Attempts to take the tokens of a lane without its state. */
export const companionRows = ({ companion }: Lane): readonly (readonly [name: string, draft: Draft])[] => {
  if (companion === undefined) return [];
  const input: DraftInput = { coin: companion, sequence: SEQUENCE_PLAIN, unlocking: COMPANION.unlocking };
  const pair = named32('a pair of the outsider’s');
  return [
    ['a companion behind a pair of the outsider’s coins', takenBy(companion, [own(pair, 1), own(pair, 2), input])],
    [
      'a companion behind a coin of its transaction, two places before',
      takenBy(companion, [own(companion.txid, companion.vout - 2), input]),
    ],
  ];
};
