import {
  type AuthenticationInstruction,
  decodeAuthenticationInstructions,
  encodeAuthenticationInstructions,
  encodeDataPush,
} from '@bitauth/libauth';
import { at, DEEP, replaced } from './bytes.js';
import { isValid } from './judge.js';
import { complete, seal, type Draft, type Sealed } from './transaction.js';

const withUnlocking = ({ draft, transaction }: Sealed, place: number, unlockingBytecode: Uint8Array): Sealed =>
  complete(draft, {
    ...transaction,
    inputs: replaced(transaction.inputs, place, (input) => ({ ...input, unlockingBytecode })),
  });

/** One of so many bytes is changed with every test; each in deep runs. */
const EVERY = DEEP ? 1 : 17;

/** Every change of one push, and a bit or the highest bit of each byte. */
const changesOf = (bytecode: Uint8Array): readonly Uint8Array[] => {
  const pushes = decodeAuthenticationInstructions(bytecode) as AuthenticationInstruction[];
  const encoded = pushes.map((push) => encodeAuthenticationInstructions([push]));
  const joined = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
  const bits = [...bytecode.keys()]
    .filter((index) => index % EVERY === 0)
    .flatMap((index) => [1, 0x80].map((bit) => bytecode.map((byte, i) => (i === index ? byte ^ bit : byte))));
  const whole = encoded.flatMap((push, index) => {
    const [before, behind] = [encoded.slice(0, index), encoded.slice(index + 1)];
    const [next, ...rest] = behind;
    const data =
      'data' in at(pushes, index) ? (at(pushes, index) as { readonly data: Uint8Array }).data : new Uint8Array();
    return [
      [...before, ...behind],
      [...before, push, push, ...behind],
      [...before, Uint8Array.of(0), ...behind],
      [...before, Uint8Array.of(0x51), push, ...behind],
      [...before, Uint8Array.of(0), push, ...behind],
      [...before, encodeDataPush(Uint8Array.of(...data, 0)), ...behind],
      [...before, encodeDataPush(Uint8Array.of(0, ...data)), ...behind],
      [...before, Uint8Array.of(0x4d, data.length & 0xff, data.length >> 8, ...data), ...behind],
      ...(next === undefined ? [] : [[...before, next, push, ...rest]]),
    ].map(joined);
  });
  const original = bytecode.toString();
  return [...bits, ...whole].filter((changed) => changed.toString() !== original);
};

/**
 * Changes each push of an input's unlocking bytecode in every way that a third party could, after all have signed.
 *
 * @throws Error where the transaction is not valid, or has nothing to change
 * @returns the changes that leave it valid
 */
export const validChanges = (draft: Draft, place = 0): readonly Uint8Array[] => {
  const sealed = seal(draft);
  if (!isValid(sealed)) throw new Error('The transaction is not valid');
  const changes = changesOf(at(sealed.transaction.inputs, place).unlockingBytecode);
  if (changes.length < 20) throw new Error(`Only ${changes.length} changes`);
  return changes.filter((changed) => isValid(withUnlocking(sealed, place, changed)));
};
