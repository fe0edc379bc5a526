import { createVirtualMachineBch2026, encodeDataPush, flattenBinArray } from '@bitauth/libauth';
import { lockOf } from '../support/contract.js';

const machine = createVirtualMachineBch2026(false);

/**
 * Spends a P2SH32 output and returns what the VM says against it by consensus; undefined where it accepts.
 *
 * @param items bottom first
 * @param tail what follows them in the unlocking bytecode, the push of the script included
 */
export const problemOf = (
  script: Uint8Array,
  items: readonly Uint8Array[],
  tail = encodeDataPush(script),
): string | undefined => {
  const output = { lockingBytecode: lockOf(script), valueSatoshis: 10_000n };
  const unlockingBytecode = flattenBinArray([...items.map((item) => encodeDataPush(item)), tail]);
  const verdict = machine.stateSuccess(
    machine.evaluate({
      inputIndex: 0,
      sourceOutputs: [output],
      transaction: {
        version: 2,
        locktime: 0,
        inputs: [
          { outpointIndex: 0, outpointTransactionHash: new Uint8Array(32), sequenceNumber: 0, unlockingBytecode },
        ],
        outputs: [output],
      },
    }),
  );
  return verdict === true ? undefined : verdict;
};
