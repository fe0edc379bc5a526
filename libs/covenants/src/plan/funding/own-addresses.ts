import { bytesKey } from '../../chain/bytes-key.js';
import type { PlanContract } from '../plan-contract.js';

/** Returns the addresses of a plan itself, where none of its parties may lie, as keys of `bytesKey`. */
export const ownAddresses = (contracts: readonly PlanContract[]): ReadonlySet<string> =>
  new Set(
    contracts.flatMap(({ lockingBytecode, clock, companion }) =>
      [lockingBytecode, clock.lockingBytecode, companion.lockingBytecode].map(bytesKey),
    ),
  );
