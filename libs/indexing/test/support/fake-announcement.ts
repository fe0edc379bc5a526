import { utf8ToBin } from '@bitauth/libauth';
import { beaconLockingBytecode, beaconShard } from '@weir/covenants';
import type { BaseParty } from './chain-base.js';
import type { Scripted } from './scripted.js';
import { signSpend } from './sign-spend.js';

const garbage = (): Uint8Array => Uint8Array.of(0x6a, 0x08, ...utf8ToBin('WEIR'), 0x01, 0x01, 0xff, 0xff);

/**
 * Signs a transaction that announces a contract but pays plain satoshis to its address.
 *
 * @param announcement what it announces; unreadable bytes where it is left out
 */
export const signFake = (
  name: string,
  party: BaseParty,
  target: Uint8Array,
  announcement: Uint8Array = garbage(),
): Promise<Scripted> =>
  signSpend(name, party, [
    { lockingBytecode: target, valueSatoshis: 299_990_000n },
    { lockingBytecode: announcement, valueSatoshis: 0n },
    { lockingBytecode: beaconLockingBytecode(0, beaconShard(target)), valueSatoshis: 1_000n },
  ]);
