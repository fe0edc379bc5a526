import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { CashAddressType, encodeCashAddress } from '@bitauth/libauth';

/** Returns the i-th recipient: a key hash without a known key. */
export const hashOf = (i: number): Uint8Array =>
  new Uint8Array(createHash('sha256').update(`recipient ${i.toString()}`).digest().subarray(0, 20));
/** Returns an amount, satoshis, never dust. */
export const amountOf = (i: number): bigint => 546n + BigInt((i * 7_919) % 1_000_000);

const line = (i: number): string => {
  const { address } = encodeCashAddress({ payload: hashOf(i), prefix: 'bitcoincash', type: CashAddressType.p2pkh });
  const amount = amountOf(i);
  return `${address},${(amount / 100_000_000n).toString()}.${(amount % 100_000_000n).toString().padStart(8, '0')}\n`;
};

/** Writes a list of recipients to a file. */
export const writeCsv = async (path: string, count: number): Promise<void> => {
  const file = createWriteStream(path);
  file.write('address,amount\n');
  for (let i = 0; i < count; i += 1) if (!file.write(line(i))) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
};
