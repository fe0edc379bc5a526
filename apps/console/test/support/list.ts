import { writeFile } from 'node:fs/promises';
import { encodeCashAddress } from '@bitauth/libauth';

/** Returns valid, different addresses without known keys. */
const addressOf = (number: number): string => {
  const payload = new Uint8Array(20);
  new DataView(payload.buffer).setUint32(0, number);
  return encodeCashAddress({ payload, prefix: 'bchtest', type: 'p2pkh' }).address;
};

/** Returns a list of recipients with 1,000 satoshis each, as CSV. */
export const listText = (rows: number): string => {
  const lines = Array.from({ length: rows }, (_, row) => `${addressOf(row)},0.00001\n`);
  return `address,amount\n${lines.join('')}`;
};

/** Writes such a list. @returns its path */
export const writeList = async (directory: string, rows: number): Promise<string> => {
  const path = `${directory}/list-${rows}.csv`;
  await writeFile(path, listText(rows));
  return path;
};
