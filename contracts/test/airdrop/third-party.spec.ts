import {
  type AuthenticationInstruction,
  decodeAuthenticationInstructions,
  encodeAuthenticationInstructions,
  encodeDataPush,
} from '@bitauth/libauth';
import type { HonestSpend } from '../support/attack-suite.js';
import { at, DEEP } from '../support/bytes.js';
import { isValid } from '../support/judge.js';
import { complete, seal, type Sealed } from '../support/transaction.js';
import { OF_A_SCRIPT, publicSpends, VESTED, whitelistSpends } from './honest-spends.js';

const withUnlocking = (sealed: Sealed, unlockingBytecode: Uint8Array): Sealed => {
  const { draft, transaction } = sealed;
  const inputs = transaction.inputs.map((input, index) => (index === 0 ? { ...input, unlockingBytecode } : input));
  return complete(draft, { ...transaction, inputs });
};

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

const SPENDS: readonly (readonly [string, readonly HonestSpend[]])[] = [
  ['a list in BCH', whitelistSpends('BCH')],
  ['a list in tokens of a script', whitelistSpends('FUNGIBLE_TOKEN', OF_A_SCRIPT)],
  ['a vested list in BCH', whitelistSpends('BCH', VESTED)],
  ['a public airdrop in BCH', publicSpends('BCH')],
  ['a public airdrop in tokens of a script', publicSpends('FUNGIBLE_TOKEN', OF_A_SCRIPT)],
];

describe.each(SPENDS)('a third party who changes one push of %s', (_, spends) => {
  const ofLanes = spends.filter(({ stateless }) => !stateless);

  it.each(ofLanes.map((spend) => [spend.name, spend] as const))('voids it: %s', (__, { draft }) => {
    const sealed = seal(draft);
    const { unlockingBytecode } = at(sealed.transaction.inputs, 0);
    expect(isValid(sealed)).toBe(true);
    const changes = changesOf(unlockingBytecode);
    expect(changes.length).toBeGreaterThan(50);
    expect(changes.filter((changed) => isValid(withUnlocking(sealed, changed)))).toEqual([]);
  });
});
