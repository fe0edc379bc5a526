import { encodeLockingBytecodeP2sh20, hash160 } from '@bitauth/libauth';
import { changeInput, continues, touchesState } from '../../attacks/mutations.js';
import { attack, type Attack, type HonestSpend } from '../../support/attack-suite.js';
import { at, named32 } from '../../support/bytes.js';
import { coinNamed, payTo, purse } from '../../support/coins.js';
import { createParty, outsider } from '../../support/parties.js';
import { SEQUENCE_PLAIN, type Draft, type DraftInput } from '../../support/transaction.js';
import type { Unlocking } from '../../support/unlocking.js';
import {
  createVault,
  deposit,
  following,
  type Pair,
  signedBy,
  SPENDS,
  stateCoin,
  stateOutput,
  stateToken,
  vault,
} from '../support/vault.js';
import { followerOf } from './signatures.js';

const always = (): boolean => true;

/** A vault of the attacker's own people: its input 0 is as well signed as any. */
const accomplices = [createParty('accomplice'), createParty('second accomplice'), outsider] as const;
const hostile = createVault('treasury', accomplices);
const hostilePair: Pair = [accomplices[0], accomplices[1]];

const inputOf = (label: string, lockingBytecode: Uint8Array, unlocking: Unlocking): DraftInput => ({
  coin: coinNamed(label, { lockingBytecode, valueSatoshis: 20_000n }),
  sequence: SEQUENCE_PLAIN,
  unlocking,
});

/** All coins of the vault behind an input that needs none of its signers. */
const carriedOffBehind = (name: string, leader: DraftInput): Attack =>
  attack(
    name,
    ({ stateless }) => stateless,
    ({ draft }) => ({ ...draft, inputs: [leader, ...draft.inputs.map(({ coin }) => followerOf(coin))] }),
  );

/** The state, or what claims to be it, at another place than input 0. */
const withInputs = (
  name: string,
  inputs: (draft: Draft) => readonly DraftInput[],
  appliesTo: Attack['appliesTo'] = touchesState,
): Attack => attack(name, appliesTo, ({ draft }) => ({ ...draft, inputs: inputs(draft) }));

const led = (draft: Draft, leader: DraftInput): DraftInput => ({ ...leader, unlocking: at(draft.inputs, 0).unlocking });
const behind = ({ inputs }: Draft): DraftInput[] => inputs.map(({ coin }) => followerOf(coin));

/** A forged state: anybody can send one, of a category of their own. */
const decoy = coinNamed('decoy', {
  ...stateOutput(vault, SPENDS, 30_000n),
  token: { ...stateToken(vault, SPENDS), category: named32('a forged category') },
});

const toOutsider = (draft: Draft): Draft => ({
  ...draft,
  outputs: draft.outputs.map((output) => ({ ...output, lockingBytecode: outsider.lockingBytecode })),
});

/** Attacks on input 0, and on the inputs after it. */
export const inputAttacks: readonly Attack[] = [
  attack('nobody signs: input 0 follows itself', always, ({ draft }) =>
    toOutsider(changeInput(draft, 0, (input) => ({ ...input, unlocking: following(vault) }))),
  ),
  carriedOffBehind('deposits behind a coin of the attacker’s', purse(outsider, 20_000n)),
  carriedOffBehind(
    'deposits behind another vault with signers of its own',
    inputOf('hostile', hostile.lockingBytecode, signedBy(hostile, hostilePair)),
  ),
  carriedOffBehind(
    'deposits behind the same script in its 20-byte address',
    inputOf('short', encodeLockingBytecodeP2sh20(hash160(vault.script)), signedBy(vault, hostilePair)),
  ),
  carriedOffBehind('deposits behind a forged state nobody signed for', {
    ...followerOf(decoy),
    unlocking: following(vault),
  }),
  carriedOffBehind('deposits behind a forged state that foreigners sign for', {
    ...followerOf(decoy),
    unlocking: signedBy(vault, hostilePair),
  }),
  attack('signatures at an input behind the first', always, ({ draft }) => ({
    ...draft,
    inputs: [purse(outsider, 20_000n), ...draft.inputs],
  })),
  withInputs('the state behind a deposit that is signed for', (draft) => [
    led(draft, followerOf(deposit(vault, 'leader'))),
    ...behind(draft),
  ]),
  withInputs(
    'the state behind a forged state',
    (draft) => [led(draft, followerOf(decoy)), ...behind(draft)],
    continues,
  ),
  withInputs('a forged state behind the state', (draft) => [...draft.inputs, followerOf(decoy)]),
  withInputs('two states of the category at once', (draft) => [
    ...draft.inputs,
    followerOf(stateCoin(vault, SPENDS + 1)),
  ]),
  withInputs('a deposit without an unlocking of its own', (draft) => [
    ...draft.inputs,
    inputOf('bare', vault.lockingBytecode, { kind: 'raw', bytecode: new Uint8Array() }),
  ]),
  attack('a function that does not exist', always, ({ draft }: HonestSpend) =>
    changeInput(draft, 0, (input) =>
      input.unlocking.kind === 'call' ? { ...input, unlocking: { ...input.unlocking, selector: 2n } } : input,
    ),
  ),
  attack('the state left at a forged commitment by a decoy that pays it', continues, ({ draft }) => ({
    ...draft,
    inputs: [led(draft, followerOf(decoy))],
    outputs: [stateOutput(vault, SPENDS + 1, 20_000n), payTo(outsider, 5_000n)],
  })),
];
