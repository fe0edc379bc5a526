import type { KeylessTransaction } from '../../src/index.js';

/** A transaction that the contract pays for. @throws Error where nodes ask for more than it may give */
export const keyless = (built: KeylessTransaction | undefined): KeylessTransaction => {
  if (built === undefined) throw new Error('The contract may not give as much as nodes ask');
  return built;
};
