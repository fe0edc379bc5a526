import type { Output } from '@bitauth/libauth';
import { append, changeOutput, continues, ends, withoutToken } from '../../attacks/mutations.js';
import { stateOutputAttacksOn } from '../../attacks/state-output.js';
import { nftOf, spentToken } from '../../attacks/tokens.js';
import { attack, type Attack, type HonestSpend } from '../../support/attack-suite.js';
import { at, replaced } from '../../support/bytes.js';
import { payTo } from '../../support/coins.js';
import { recipient } from '../../support/parties.js';
import { commitmentOf, first, SPENDS, stateToken, vault } from '../support/vault.js';

const onState = (name: string, change: (output: Output) => Output): Attack =>
  attack(name, continues, ({ draft }) => changeOutput(draft, 0, change));

/** Two outputs beside each other, at the given places of an otherwise valid draft. */
const swapped = ({ draft }: HonestSpend): readonly Output[] => [
  at(draft.outputs, 1),
  at(draft.outputs, 0),
  ...draft.outputs.slice(2),
];

/** Rows of the shared table that have nothing to attack: a vault's state has no units. */
const OF_UNITS = new Set(['the NFT burned, the unit kept', 'the unit burned']);

/** Two signers who agree on a spend get one that keeps the state, with any mistake of their software. */
export const continuingAttacks: readonly Attack[] = [
  ...stateOutputAttacksOn(6).filter(({ name }) => !OF_UNITS.has(name)),
  attack('the state forgotten, a payout first, the change back to the address', continues, (spend) => ({
    ...spend.draft,
    outputs: swapped(spend).map((output, index) => (index === 1 ? withoutToken(output) : output)),
  })),
  attack('the state forgotten, a payout first, the change back to the address behind another', continues, (spend) => {
    const [change, payout] = [at(spend.draft.outputs, 0), at(spend.draft.outputs, 1)];
    const outputs = [
      payout,
      { ...payTo(first, 10_000n) },
      { ...withoutToken(change), valueSatoshis: change.valueSatoshis - 10_000n },
    ];
    return { ...spend.draft, outputs };
  }),
  attack('the state at output 1', continues, (spend) => ({ ...spend.draft, outputs: swapped(spend) })),
  onState('the state moved to a signer', (output) => ({ ...output, lockingBytecode: first.lockingBytecode })),
  attack('the NFT carried off beside a plain change', continues, ({ draft }) => {
    const state = at(draft.outputs, 0);
    const kept = { ...withoutToken(state), valueSatoshis: state.valueSatoshis - 1_000n };
    return {
      ...draft,
      outputs: [kept, ...draft.outputs.slice(1), { ...payTo(first, 1_000n), token: stateToken(vault, SPENDS + 1) }],
    };
  }),
  onState('the commitment of the beginning', (output) => ({ ...output, token: stateToken(vault, 0) })),
];

/** Hangs the NFT, as it is or immutable, on one of the outputs. */
const kept = (index: number, capability: 'mutable' | 'none'): Attack =>
  attack(
    `the NFT kept, ${capability}, at output ${index}`,
    (spend) => ends(spend) && index < spend.draft.outputs.length && at(spend.draft.outputs, index).token === undefined,
    (spend) => {
      const token = nftOf(spentToken(spend));
      return changeOutput(spend.draft, index, (output) => ({
        ...output,
        token: { ...token, nft: { capability, commitment: commitmentOf(SPENDS) } },
      }));
    },
  );

const back = (index: number): Attack =>
  attack(
    `output ${index} back to the address`,
    (spend) => ends(spend) && index < spend.draft.outputs.length,
    ({ draft }) => changeOutput(draft, index, (output) => ({ ...output, lockingBytecode: vault.lockingBytecode })),
  );

const padded = (spend: HonestSpend, count: number): readonly Output[] =>
  Array.from({ length: count }, (_, index) => spend.draft.outputs[index] ?? payTo(recipient, 600n));

/** A close burns the state and leaves nothing at the address that it pays to itself. */
export const closingAttacks: readonly Attack[] = [
  ...[0, 1, 2].flatMap((index) => [kept(index, 'mutable'), kept(index, 'none')]),
  ...[0, 1, 2].map(back),
  attack('a fourth output', ends, (spend) => ({
    ...spend.draft,
    outputs: padded({ ...spend, draft: changeOutput(spend.draft, 0, less) }, 4),
  })),
  attack('the NFT hidden between four outputs', ends, (spend) => {
    const outputs = padded({ ...spend, draft: changeOutput(spend.draft, 0, less) }, 4);
    return {
      ...spend.draft,
      outputs: replaced(outputs, 2, (output) => ({
        ...output,
        valueSatoshis: 1_000n,
        token: nftOf(spentToken(spend)),
      })),
    };
  }),
  attack('the state going on by a count of two', ends, (spend) =>
    append(changeOutput(spend.draft, 0, less), { ...payTo(recipient, 1_000n), token: stateToken(vault, SPENDS + 2) }),
  ),
];

/** Room for outputs that an attack adds. */
const less = (output: Output): Output => ({ ...output, valueSatoshis: output.valueSatoshis - 10_000n });
