import { bigIntToCompactUint } from '@bitauth/libauth';
import type { Output } from 'cashscript';
import { MAX_STANDARD_SIZE } from '@weir/kinds';
import { CovenantError } from '../errors/covenant-error.js';

/** What the size of an output depends on; its value always takes 8 bytes. */
interface SizedOutput extends Pick<Output, 'token'> {
  readonly to: Uint8Array;
}

const VALUE = 8;
/** Bytes of the token prefix, the category, and the bitfield that shows what the token is. */
const TOKEN_HEAD = 1 + 32 + 1;

/** Returns the bytes of a count or length, encoded as a compact integer. */
export const countSize = (count: number | bigint): number => bigIntToCompactUint(BigInt(count)).length;

const tokenSize = ({ token }: SizedOutput): number => {
  if (token === undefined) return 0;
  const commitment = (token.nft?.commitment.length ?? 0) / 2;
  return (
    TOKEN_HEAD +
    (commitment === 0 ? 0 : countSize(commitment) + commitment) +
    (token.amount === 0n ? 0 : countSize(token.amount))
  );
};

/**
 * Returns the bytes of an output in a transaction, without encoding it: a funding of hundreds is sized as often as it
 * is built.
 */
export const outputSize = (output: SizedOutput): number => {
  const bytecode = tokenSize(output) + output.to.length;
  return VALUE + countSize(bytecode) + bytecode;
};

/**
 * Checks the size of a transaction in bytes.
 *
 * @throws CovenantError TRANSACTION_TOO_LARGE where nodes would not relay it
 */
export const assertStandardSize = (size: number): void => {
  if (size <= MAX_STANDARD_SIZE) return;
  const data = { size, most: MAX_STANDARD_SIZE };
  throw new CovenantError(
    'TRANSACTION_TOO_LARGE',
    `The transaction would have ${size} bytes; nodes relay ${MAX_STANDARD_SIZE}`,
    data,
  );
};
