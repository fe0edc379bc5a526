import type { Unlocker, Utxo } from 'cashscript';
import { lockingBytecodeOf, type PublicKeyHash } from '../chain/address.js';
import type { Network } from '../chain/network.js';
import { fixedUnlocker } from '../contract/instance.js';
import { assemble, type PlannedOutput, type WalletCoins } from './assemble.js';
import type { UnsignedTransaction } from './built-transaction.js';

/** Most coins that a sweep of a stream or payment takes, to stay within relay limits. */
export const MAX_STRAYS = 50;

/** The strays of a contract, and who takes them. */
export interface SweepPlan {
  readonly network: Network;
  readonly owner: PublicKeyHash;
  /** Unlocker of every stray, with placeholders for the owner's key and signature. */
  readonly unlocker: Unlocker;
  readonly strays: readonly Utxo[];
  readonly isStray: (coin: Utxo) => boolean;
  /** Most coins that one transaction can take within relay limits. */
  readonly most: number;
  readonly wallet: WalletCoins;
  readonly feeRate: bigint | undefined;
}

/**
 * Makes the test whether a coin at a contract's address is a stray: anything but a mutable or minting NFT that could
 * be a state.
 *
 * @param commitmentLength bytes of the contract's state commitments
 */
export const strayBeside =
  (commitmentLength: number) =>
  ({ token }: Utxo): boolean =>
    token?.nft === undefined || token.nft.capability === 'none' || token.nft.commitment.length !== commitmentLength * 2;

/**
 * Builds a sweep: each stray with a token goes to the owner unchanged, value included; plain ones become their
 * change. The plain ones pay the fee, the wallet's own coins the rest of it.
 *
 * @throws RangeError when one of them may be a state, there is none, or there are too many
 * @throws InsufficientFundsError
 */
export const buildSweep = ({
  network,
  owner,
  unlocker,
  strays,
  isStray,
  most,
  wallet,
  feeRate,
}: SweepPlan): UnsignedTransaction => {
  if (strays.length === 0 || strays.length > most) throw new RangeError(`A sweep takes 1 to ${most} coins`);
  if (!strays.every(isStray)) throw new RangeError('A state is no stray');
  const fixed = fixedUnlocker(unlocker);
  const outputs = strays.flatMap(({ token, satoshis }): PlannedOutput[] =>
    token === undefined ? [] : [{ to: lockingBytecodeOf(owner), amount: satoshis, token }],
  );
  return assemble({
    network,
    contractInputs: strays.map((utxo) => ({ utxo, unlocker: fixed })),
    outputs,
    locktime: 0n,
    wallet,
    // Without a token's output the change is the only output, and a transaction needs one.
    change: outputs.length === 0 ? 'first' : 'last',
    feeRate,
    userPrompt: 'Sweep coins sent to the contract by mistake',
  });
};
