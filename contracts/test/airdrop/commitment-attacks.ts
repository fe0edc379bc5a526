import { changeOutput, continues } from '../attacks/mutations.js';
import type { Attack } from '../support/attack.js';

const withCommitment = (name: string, change: (commitment: Uint8Array) => Uint8Array): Attack => ({
  name: `the commitment ${name}`,
  appliesTo: continues,
  mutate: ({ draft }) =>
    changeOutput(draft, 0, (output) => {
      if (output.token?.nft === undefined) throw new Error('A state carries an NFT');
      return {
        ...output,
        token: { ...output.token, nft: { ...output.token.nft, commitment: change(output.token.nft.commitment) } },
      };
    }),
});

const shifted = (by: number, index: number) =>
  withCommitment(`changed by ${by} in byte ${index}`, (commitment) =>
    commitment.map((byte, i) => (i === index ? (byte + by) & 0xff : byte)),
  );

/** The bytes of a state beyond those that the common table tries: the end of the root, version, lane, and the claims so far. */
export const commitmentAttacks: readonly Attack[] = [
  ...[16, 31, 32, 33, 34, 35, 36, 39].flatMap((index) => [shifted(1, index), shifted(-1, index)]),
  withCommitment('with a root of zeros', (commitment) => commitment.map((byte, index) => (index < 32 ? 0 : byte))),
];
