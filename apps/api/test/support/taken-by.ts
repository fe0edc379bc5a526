import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';

type Amounts = readonly { readonly amountBase: string }[];

/** Adds up amounts as answers carry them. */
export const sumOf = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);

/** Returns what a funding takes from a wallet before the fee, satoshis: what does not return to it. */
export const takenBy = (
  {
    inputs,
    outputs,
    feeBase,
  }: {
    readonly inputs: Amounts;
    readonly outputs: readonly { readonly lockingBytecode: string; readonly amountBase: string }[];
    readonly feeBase: string;
  },
  { publicKeyHash }: Wallet,
): bigint => {
  const own = binToHex(lockingBytecodeOf(publicKeyHash));
  const returned = outputs.filter(({ lockingBytecode }) => lockingBytecode === own);
  const total = (amounts: Amounts): bigint => sumOf(amounts.map(({ amountBase }) => amountBase));
  return total(inputs) - total(returned) - BigInt(feeBase);
};
