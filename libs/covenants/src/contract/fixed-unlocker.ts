import type { Unlocker } from 'cashscript';

/**
 * Makes an unlocker that generates its bytecode once. Its arguments are placeholders and constants, so the bytecode
 * does not depend on the transaction, and sizing and building encode the script a single time.
 */
export const fixedUnlocker = (unlocker: Unlocker): Unlocker => {
  let bytecode: Uint8Array | undefined;
  return {
    ...unlocker,
    generateUnlockingBytecode: (options) => (bytecode ??= unlocker.generateUnlockingBytecode(options)),
  };
};
