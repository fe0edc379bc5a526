import { encodeLockingBytecodeP2sh32, hash256, hexToBin } from '@bitauth/libauth';
import { Contract } from 'cashscript';
import { vaultArtifact } from '../../../src/index.js';
import { named32 } from '../../support/bytes.js';
import { offlineProvider } from '../../support/offline-provider.js';
import { createParty, type Party } from '../../support/parties.js';
import type { Argument, SignatureBy, Unlocking } from '../../support/unlocking.js';

/** The three who hold a vault, in the order of its parameters. */
export const SIGNERS = [
  createParty('first signer'),
  createParty('second signer'),
  createParty('third signer'),
] as const;
export const [first, second, third] = SIGNERS;

/** Every two of the three, in the order the covenant asks for. */
export const PAIRS = [
  [first, second],
  [first, third],
  [second, third],
] as const;
export type Pair = readonly [Party, Party];

export interface Vault {
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
  /** Of its state. */
  readonly category: Uint8Array;
}

export const instantiate = (label: string, signers: readonly [Party, Party, Party] = SIGNERS) =>
  new Contract(vaultArtifact, [signers[0].hash, signers[1].hash, signers[2].hash, named32(label).slice(0, 16)], {
    provider: offlineProvider,
  });

/** A vault of the three, named by its nonce. */
export const createVault = (label: string, signers?: readonly [Party, Party, Party]): Vault => {
  const script = hexToBin(instantiate(label, signers).bytecode);
  return {
    script,
    lockingBytecode: encodeLockingBytecodeP2sh32(hash256(script)),
    category: named32(`category: ${label}`),
  };
};

/** A key and its signature, as the covenant takes them. */
export const signatureOf = (signer: Party, how: Omit<SignatureBy, 'signer'> = {}): readonly [Argument, Argument] => [
  signer.publicKey,
  { signer, ...how },
];

/** Input 0: both sign for everything. */
export const signedBy = ({ script }: Vault, [one, other]: Pair, how?: Omit<SignatureBy, 'signer'>): Unlocking => ({
  kind: 'call',
  script,
  selector: 0n,
  args: [...signatureOf(one, how), ...signatureOf(other, how)],
});

/** Every further input: it follows input 0. */
export const following = ({ script }: Vault): Unlocking => ({ kind: 'call', script, selector: 1n, args: [] });
