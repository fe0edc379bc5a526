import { writeFile } from 'node:fs/promises';
import { encodeCashAddress } from '@bitauth/libauth';

/** Returns valid, different addresses without known keys. */
const addressOf = (number: number): string => {
  const payload = new Uint8Array(20);
  new DataView(payload.buffer).setUint32(0, number);
  return encodeCashAddress({ payload, prefix: 'bchtest', type: 'p2pkh' }).address;
};

/** Writes a list of recipients with 1,000 satoshis each. @returns its path */
export const writeList = async (directory: string, rows: number): Promise<string> => {
  const path = `${directory}/list-${rows}.csv`;
  const lines = Array.from({ length: rows }, (_, row) => `${addressOf(row)},0.00001\n`);
  await writeFile(path, `address,amount\n${lines.join('')}`);
  return path;
};
