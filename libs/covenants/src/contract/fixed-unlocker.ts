import type { Unlocker } from 'cashscript';

/**
 * An unlocker whose bytecode is made once: its arguments are placeholders and constants, so that no transaction it
 * stands in changes them. Sizing and building then encode the script a single time.
 */
export const fixedUnlocker = (unlocker: Unlocker): Unlocker => {
  let bytecode: Uint8Array | undefined;
  return {
    ...unlocker,
    generateUnlockingBytecode: (options) => (bytecode ??= unlocker.generateUnlockingBytecode(options)),
  };
};
