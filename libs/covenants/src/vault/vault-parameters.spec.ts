import { hash160, secp256k1 } from '@bitauth/libauth';
import fc from 'fast-check';
import { partyAddress, partyOf } from '../chain/party.js';
import { createVaultContract } from './vault-contract.js';
import {
  decodeVaultState,
  encodeVaultState,
  findVaultProblem,
  INITIAL_VAULT_STATE,
  isPublicKeyOf,
  MAX_VAULT_SPENDS,
  parseVaultRecipient,
  type VaultParameters,
} from './vault-parameters.js';

const hash = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);
const sound: VaultParameters = { signers: [hash(1), hash(2), hash(3)], nonce: new Uint8Array(16).fill(4) };

describe('parameters of a vault', () => {
  it('make a contract where they are sound', () => {
    expect(findVaultProblem(sound)).toBeUndefined();
    expect(createVaultContract(sound, 'devnet').address).toMatch(/^bchtest:r/u);
    expect(createVaultContract(sound, 'mainnet').address).toMatch(/^bitcoincash:r/u);
  });

  it('make another address with another nonce or order', () => {
    const address = (parameters: VaultParameters) => createVaultContract(parameters, 'devnet').address;
    const others = [
      { ...sound, nonce: hash(4).slice(0, 16).fill(5) },
      { ...sound, signers: [hash(2), hash(1), hash(3)] as const },
    ];
    expect(new Set([sound, ...others].map(address)).size).toBe(3);
  });

  it.each([
    ['SIGNERS_NOT_DISTINCT', { ...sound, signers: [hash(1), hash(2), hash(1)] as const }],
    ['MALFORMED', { ...sound, signers: [hash(1), hash(2), new Uint8Array(19)] as const }],
    ['MALFORMED', { ...sound, nonce: new Uint8Array(15) }],
    ['MALFORMED', { ...sound, signers: [hash(1), hash(2)] as unknown as VaultParameters['signers'] }],
  ])('%s: no contract is made of them', (problem, parameters) => {
    expect(findVaultProblem(parameters)).toBe(problem);
    expect(() => createVaultContract(parameters, 'devnet')).toThrow(RangeError);
  });
});

describe('isPublicKeyOf', () => {
  const privateKey = new Uint8Array(32).fill(7);
  const key = (make: typeof secp256k1.derivePublicKeyCompressed): Uint8Array => {
    const derived = make(privateKey);
    if (typeof derived === 'string') throw new Error(derived);
    return derived;
  };
  const compressed = key(secp256k1.derivePublicKeyCompressed);
  const uncompressed = key(secp256k1.derivePublicKeyUncompressed);

  it('knows a compressed key by its hash, and nothing else', () => {
    expect(isPublicKeyOf(compressed, hash160(compressed))).toBe(true);
    expect(isPublicKeyOf(compressed, hash(1))).toBe(false);
    expect(isPublicKeyOf(uncompressed, hash160(uncompressed))).toBe(false);
    const noPoint = new Uint8Array(33).fill(0xff);
    expect(isPublicKeyOf(noPoint, hash160(noPoint))).toBe(false);
  });
});

describe('the state of a vault', () => {
  it('is version, status and spends, little-endian', () => {
    expect(encodeVaultState(INITIAL_VAULT_STATE)).toBe('010000000000');
    expect(encodeVaultState({ spends: 0x01020304 })).toBe('010004030201');
  });

  it('survives encoding and decoding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_VAULT_SPENDS }), (spends) =>
        expect(decodeVaultState(encodeVaultState({ spends }))).toEqual({ spends }),
      ),
    );
  });

  it.each(['', '0100', '0100040302', '01000403020100', '020004030201', '010104030201'])(
    'does not belong to a vault: %s',
    (commitment) => {
      expect(decodeVaultState(commitment)).toBeUndefined();
    },
  );
});

// The forms of addresses are those of parties: party.spec.ts.
describe('the recipient of a vault', () => {
  const lock = partyOf({ kind: 'P2SH32', hash: new Uint8Array(32).fill(8) }) ?? new Uint8Array();
  const address = partyAddress(lock, 'devnet') ?? '';

  it('is any party, by its locking bytecode', () => {
    expect(parseVaultRecipient(` ${address} `, 'devnet')).toEqual({
      ok: true,
      lockingBytecode: lock,
      tokenAware: false,
    });
    expect(parseVaultRecipient(address, 'mainnet')).toEqual({ ok: false, problem: 'WRONG_NETWORK' });
    expect(parseVaultRecipient('nonsense', 'devnet')).toEqual({ ok: false, problem: 'MALFORMED' });
  });
});
