import { encodeDataPush, flattenBinArray, secp256k1 } from '@bitauth/libauth';
import { attack, type Attack, type HonestSpend } from '../support/attack-suite.js';
import { named32, replaced } from '../support/bytes.js';
import { PARTIES, type Party, recipient, sender } from '../support/parties.js';
import { complete, seal, type Draft, type Sealed } from '../support/transaction.js';
import { callOf, type Argument } from '../support/unlocking.js';
import { changeArguments, changeInput, changeValue, hasEmptySlots, isSigned, spentAt } from './mutations.js';

const EMPTY = new Uint8Array();
const signerOf = ({ signer = recipient }: HonestSpend): Party => signer;

/** A key in its longer form. */
export const uncompressed = (party: Party): Uint8Array => {
  const key = secp256k1.derivePublicKeyUncompressed(party.privateKey);
  if (typeof key === 'string') throw new Error(key);
  return key;
};

/** Replaces the key and the signature. */
const withPair = (
  name: string,
  pair: (spend: HonestSpend) => readonly [Argument, Argument],
  appliesTo: Attack['appliesTo'] = isSigned,
): Attack =>
  attack(name, appliesTo, (spend) => changeArguments(spend.draft, (args) => [...pair(spend), ...args.slice(2)]));

const withSignature = (name: string, reshape: (signature: Uint8Array) => Uint8Array): Attack =>
  withPair(name, (spend) => [signerOf(spend).publicKey, { signer: signerOf(spend), reshape }]);

const others = ({ name }: Party): readonly Party[] => PARTIES.filter((party) => party.name !== name);

const roles: Attack[] = [0, 1].flatMap((index) => {
  const thief = (spend: HonestSpend): Party => others(signerOf(spend))[index] ?? recipient;
  return [
    withPair(`another role signs with its own key (${index})`, (spend) => [
      thief(spend).publicKey,
      { signer: thief(spend) },
    ]),
    withPair(`the right key with the signature of another (${index})`, (spend) => [
      signerOf(spend).publicKey,
      { signer: thief(spend) },
    ]),
  ];
});

/** The first signature of the valid transaction on another one. */
export const afterSigning = (
  name: string,
  change: (draft: Draft) => Draft,
  appliesTo: Attack['appliesTo'] = isSigned,
): Attack =>
  attack(name, appliesTo, ({ draft }): Sealed => {
    const other = change(draft);
    const signed = seal(draft).transaction.inputs[0]?.unlockingBytecode ?? EMPTY;
    const { transaction } = seal(other);
    const inputs = replaced(transaction.inputs, 0, (input) => ({ ...input, unlockingBytecode: signed }));
    return complete(other, { ...transaction, inputs });
  });

/** What must not change once it is signed, for every signature. */
export const changedAfterSigning: readonly Attack[] = [
  afterSigning('an output worth less than was signed', (draft) => changeValue(draft, draft.outputs.length - 1, -1n)),
  afterSigning('a signature made for another coin of the same address', (draft) =>
    changeInput(draft, 0, (input) => ({ ...input, coin: { ...input.coin, txid: named32('a twin') } })),
  ),
];

/** Rewrites the first unlocking bytecode of a sealed transaction. */
const rewritten = (spend: HonestSpend, change: (bytecode: Uint8Array) => Uint8Array): Draft => {
  const bytecode = seal(spend.draft).transaction.inputs[spentAt(spend)]?.unlockingBytecode ?? EMPTY;
  return changeInput(spend.draft, spentAt(spend), (input) => ({
    ...input,
    unlocking: { kind: 'raw', bytecode: change(bytecode) },
  }));
};

const withSelector = (name: string, push: readonly number[]): Attack =>
  attack(
    name,
    ({ signer }) => signer === undefined,
    (spend) =>
      changeInput(spend.draft, spentAt(spend), (input) => {
        const { unlocking } = input;
        if (unlocking.kind !== 'call') throw new Error('Only a covenant is attacked');
        const args = unlocking.args.map((arg) => (arg instanceof Uint8Array ? encodeDataPush(arg) : EMPTY));
        // In a linked contract the hidden code follows, with the number of its function before it.
        const behind = unlocking.linked === undefined ? [] : [encodeDataPush(callOf(unlocking).covered)];
        return {
          ...input,
          unlocking: {
            kind: 'raw',
            bytecode: flattenBinArray([...args, Uint8Array.from(push), ...behind, encodeDataPush(unlocking.script)]),
          },
        };
      }),
  );

const anyPath = (): boolean => true;

/** What is pushed before the script: a function's number, and nothing but its arguments. */
export const selectorAttacks: readonly Attack[] = [
  attack('an argument too many', anyPath, (spend) => rewritten(spend, (bytecode) => Uint8Array.of(0x51, ...bytecode))),
  withSelector('a function that does not exist', [0x5a]),
  withSelector('a negative function number', [0x4f]),
  withSelector('a function number in a longer form', [0x02, 0x02, 0x00]),
  withSelector('a function number of negative zero', [0x01, 0x80]),
];

/** Keys, signatures, arguments: who may spend at all. */
export const signingAttacks: readonly Attack[] = [
  ...roles,
  withPair('a key without a signature', (spend) => [signerOf(spend).publicKey, EMPTY]),
  withPair('a signature without a key', (spend) => [EMPTY, { signer: signerOf(spend) }]),
  withPair(
    'neither key nor signature',
    () => [EMPTY, EMPTY],
    (spend) => isSigned(spend) && !spend.alsoKeyless,
  ),
  withPair('a key cut to 32 bytes', (spend) => [signerOf(spend).publicKey.slice(0, 32), { signer: signerOf(spend) }]),
  withPair('a key of 34 bytes', (spend) => [
    Uint8Array.of(...signerOf(spend).publicKey, 0),
    { signer: signerOf(spend) },
  ]),
  withPair('the 65-byte form of the key', (spend) => [uncompressed(signerOf(spend)), { signer: signerOf(spend) }]),
  withSignature('a signature without its sighash byte', (signature) => signature.slice(0, 64)),
  withSignature('a signature with a byte too many', (signature) => Uint8Array.of(...signature, 0x61)),
  withSignature('a signature with a flipped bit', (signature) =>
    Uint8Array.from(signature, (byte, index) => (index === 3 ? byte ^ 1 : byte)),
  ),
  withPair('a placeholder of zeros left in place of the signature', (spend) => [
    signerOf(spend).publicKey,
    new Uint8Array(65),
  ]),
  withPair('a keyless path with a stuffed signature', () => [EMPTY, new Uint8Array(65).fill(7)], hasEmptySlots),
  withPair('a keyless path with one byte of signature', () => [EMPTY, Uint8Array.of(1)], hasEmptySlots),
  withPair('a keyless path with a stuffed key', () => [new Uint8Array(33).fill(2), EMPTY], hasEmptySlots),
  withPair('a keyless path signed by the sender', () => [sender.publicKey, { signer: sender }], hasEmptySlots),
  ...changedAfterSigning,
  attack('an argument pushed in a longer form', hasEmptySlots, (spend) =>
    rewritten(spend, (bytecode) => Uint8Array.of(0x4c, 0x00, ...bytecode.slice(1))),
  ),
  ...selectorAttacks,
];
