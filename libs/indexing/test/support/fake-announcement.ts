import { binToHex, encodeTransactionCommon, hexToBin, utf8ToBin } from '@bitauth/libauth';
import {
  beaconLockingBytecode,
  beaconShard,
  encodeAnnouncement,
  lockingBytecodeOf,
  type VestingParameters,
} from '@weir/covenants';
import type { BaseParty } from './chain-base.js';
import type { Scripted } from './scripted-stream.js';

const garbage = (): Uint8Array => Uint8Array.of(0x6a, 0x08, ...utf8ToBin('WEIR'), 0x01, 0x01, 0xff, 0xff);

/** A transaction that announces a contract and pays plain satoshis to its address; or announces what nobody can read. */
export const signFake = async (
  name: string,
  { wallet, coins: [coin] }: BaseParty,
  parameters: VestingParameters | undefined,
  target: Uint8Array,
): Promise<Scripted> => {
  if (coin === undefined) throw new Error('A fake costs a coin');
  const input = {
    outpointTransactionHash: hexToBin(coin.txid),
    outpointIndex: coin.vout,
    sequenceNumber: 0,
    unlockingBytecode: new Uint8Array(),
  };
  const announcement =
    parameters === undefined ? garbage() : encodeAnnouncement({ product: 'VESTING_BCH', parameters });
  const paid = [
    { lockingBytecode: lockingBytecodeOf(wallet.publicKeyHash), valueSatoshis: coin.satoshis - 300_000_000n },
    { lockingBytecode: target, valueSatoshis: 299_990_000n },
    { lockingBytecode: announcement, valueSatoshis: 0n },
    { lockingBytecode: beaconLockingBytecode(0, beaconShard(target)), valueSatoshis: 1_000n },
  ];
  const transaction = binToHex(encodeTransactionCommon({ version: 2, locktime: 0, inputs: [input], outputs: paid }));
  const sourceOutputs = [
    { ...input, lockingBytecode: lockingBytecodeOf(wallet.publicKeyHash), valueSatoshis: coin.satoshis },
  ];
  const { signedTransaction, signedTransactionHash } = await wallet.signTransaction({
    transaction,
    sourceOutputs,
    broadcast: false,
  });
  return { name, txid: signedTransactionHash, hex: signedTransaction, parent: undefined };
};
