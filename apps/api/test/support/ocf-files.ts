import { capTable, type CapTableOptions } from '@weir/testing';

/** Returns the files of a package of a cap table, as requests have them. */
export const ocfFiles = (options?: CapTableOptions) =>
  capTable(options).map(({ name, text }) => ({ name, content: Buffer.from(text).toString('base64') }));
