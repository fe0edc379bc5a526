import { changeArguments, changeInput } from '../../attacks/mutations.js';
import { afterSigning, changedAfterSigning, uncompressed } from '../../attacks/signing.js';
import { attack, type Attack } from '../../support/attack-suite.js';
import { at, replaced } from '../../support/bytes.js';
import { outsider } from '../../support/parties.js';
import { SEQUENCE_PLAIN, type Coin, type Draft, type DraftInput } from '../../support/transaction.js';
import type { Argument, SignatureBy } from '../../support/unlocking.js';
import { deposit, first, following, second, signatureOf, SIGNERS, third, vault } from '../support/vault.js';

const EMPTY = new Uint8Array();
const always = (): boolean => true;

/** Replaces the four arguments of input 0: key, signature, other key, other signature. */
const withArguments = (name: string, change: (args: readonly Argument[]) => readonly Argument[]): Attack =>
  attack(name, always, ({ draft }) => changeArguments(draft, change));

const by = (name: string, one: readonly [Argument, Argument], other: readonly [Argument, Argument]): Attack =>
  withArguments(name, () => [...one, ...other]);

const changed = (args: readonly Argument[], index: number, argument: Argument): Argument[] =>
  replaced(args, index, () => argument);

const respelled = (args: readonly Argument[], index: number, how: Omit<SignatureBy, 'signer'>): Argument[] => {
  const argument = at(args, index);
  if (argument instanceof Uint8Array) throw new Error('Expected a signature in this argument');
  return changed(args, index, { ...argument, ...how });
};

/** What may go wrong with one of the two, in either slot. */
const inSlot = (slot: 'first' | 'second', key: number, signature: number): Attack[] => [
  withArguments(`no signature in the ${slot} slot`, (args) => changed(args, signature, EMPTY)),
  withArguments(`neither key nor signature in the ${slot} slot`, (args) =>
    changed(changed(args, signature, EMPTY), key, EMPTY),
  ),
  withArguments(`a placeholder of zeros in the ${slot} slot`, (args) => changed(args, signature, new Uint8Array(65))),
  withArguments(`the filler of a signing round left in the ${slot} slot`, (args) =>
    changed(args, signature, new Uint8Array(65).fill(1)),
  ),
  withArguments(`a foreign key and its signature in the ${slot} slot`, (args) =>
    changed(changed(args, key, outsider.publicKey), signature, { signer: outsider }),
  ),
  withArguments(`a foreign signature for the right key in the ${slot} slot`, (args) =>
    changed(args, signature, { signer: outsider }),
  ),
  withArguments(`a foreign key for the right signature in the ${slot} slot`, (args) =>
    changed(args, key, outsider.publicKey),
  ),
  withArguments(`a flipped bit in the ${slot} signature`, (args) =>
    respelled(args, signature, { reshape: (bytes) => bytes.map((byte, i) => (i === 3 ? byte ^ 1 : byte)) }),
  ),
  withArguments(`the ${slot} signature without its sighash byte`, (args) =>
    respelled(args, signature, { reshape: (bytes) => bytes.slice(0, 64) }),
  ),
  ...[0x42, 0x43, 0xc1, 0xc2, 0xc3, 0x62, 0x63].map((sighash) =>
    withArguments(
      `the ${slot} signature with sighash type ${sighash.toString(16)}, which leaves something open`,
      (args) => respelled(args, signature, { sighash }),
    ),
  ),
];

/** A coin of the vault that follows input 0. */
export const followerOf = (coin: Coin): DraftInput => ({ coin, sequence: SEQUENCE_PLAIN, unlocking: following(vault) });

const lastOutput = (draft: Draft): number => draft.outputs.length - 1;

/** Who signed, and for what. */
export const signatureAttacks: readonly Attack[] = [
  ...SIGNERS.map((signer) => by(`the ${signer.name} twice`, signatureOf(signer), signatureOf(signer))),
  ...SIGNERS.map((signer) => by(`the ${signer.name} alone`, signatureOf(signer), [EMPTY, EMPTY])),
  ...SIGNERS.map((signer) => by(`the ${signer.name} with a foreigner`, signatureOf(signer), signatureOf(outsider))),
  ...SIGNERS.map((signer) => by(`a foreigner with the ${signer.name}`, signatureOf(outsider), signatureOf(signer))),
  by('a foreigner twice', signatureOf(outsider), signatureOf(outsider)),
  by('nobody', [EMPTY, EMPTY], [EMPTY, EMPTY]),
  by('one signer for both keys', [first.publicKey, { signer: first }], [second.publicKey, { signer: first }]),
  by('one signer by two forms of their key', signatureOf(second), [uncompressed(second), { signer: second }]),
  by(
    'the signatures in each other’s slot',
    [first.publicKey, { signer: second }],
    [second.publicKey, { signer: first }],
  ),
  by('the second before the first', signatureOf(second), signatureOf(first)),
  by('the third before the first', signatureOf(third), signatureOf(first)),
  by('the third before the second', signatureOf(third), signatureOf(second)),
  ...inSlot('first', 0, 1),
  ...inSlot('second', 2, 3),
  ...changedAfterSigning,
  afterSigning('an output to somebody else than was signed', (draft) => ({
    ...draft,
    outputs: replaced(draft.outputs, lastOutput(draft), (output) => ({
      ...output,
      lockingBytecode: outsider.lockingBytecode,
    })),
  })),
  afterSigning(
    'an output taken away after signing',
    (draft) => ({ ...draft, outputs: draft.outputs.slice(0, -1) }),
    ({ draft }) => draft.outputs.length > 1,
  ),
  afterSigning('a locktime set after signing', (draft) => ({ ...draft, locktime: 1 })),
  afterSigning('another sequence number than was signed', (draft) =>
    changeInput(draft, 0, (input) => ({ ...input, sequence: 0 })),
  ),
  afterSigning(
    'a coin that followed taken away after signing',
    (draft) => ({ ...draft, inputs: draft.inputs.slice(0, -1) }),
    ({ draft }) => draft.inputs.length > 1,
  ),
  afterSigning('a deposit that joins after signing', (draft) => ({
    ...draft,
    inputs: [...draft.inputs, followerOf(deposit(vault, 'late'))],
  })),
];
