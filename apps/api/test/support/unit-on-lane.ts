import { binToHex, decodeTransactionCommon, encodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import type { Wallet } from '@weir/wallet';
import { askClaim } from './airdrop-scenario.js';
import type { Fixture } from './fixture.js';

/**
 * The claim of somebody who holds a campaign's closing unit, and leaves it on the lane: the transaction that the API built, with
 * the unit among its coins and in the lane's next state. @returns its hash
 */
export const claimWithUnit = async (
  fixture: Fixture,
  path: string,
  bearer: Wallet,
  unit: { readonly txid: string; readonly vout: number; readonly satoshis: bigint; readonly category: string },
): Promise<string> => {
  const { wcTransaction } = (await askClaim(fixture, path, bearer)).body;
  const built = decodeTransactionCommon(hexToBin(wcTransaction.transaction));
  if (typeof built === 'string') throw new Error(built);
  const outpoint = { outpointTransactionHash: hexToBin(unit.txid), outpointIndex: unit.vout };
  const inputs = [...built.inputs, { ...outpoint, sequenceNumber: 0xfffffffe, unlockingBytecode: new Uint8Array() }];
  const outputs = built.outputs.map((output, index) =>
    index === 0 && output.token !== undefined ? { ...output, token: { ...output.token, amount: 1n } } : output,
  );
  const source = {
    valueSatoshis: `<bigint: ${unit.satoshis}n>`,
    lockingBytecode: `<Uint8Array: 0x76a914${binToHex(bearer.publicKeyHash)}88ac>`,
    token: { amount: '<bigint: 1n>', category: `<Uint8Array: 0x${unit.category}>` },
    outpointIndex: unit.vout,
    outpointTransactionHash: `<Uint8Array: 0x${unit.txid}>`,
    sequenceNumber: 0xfffffffe,
    unlockingBytecode: '<Uint8Array: 0x>',
  };
  const { signedTransactionHash } = await bearer.signTransaction({
    ...wcTransaction,
    transaction: binToHex(encodeTransactionCommon({ ...built, inputs, outputs })),
    sourceOutputs: [...wcTransaction.sourceOutputs, source],
  });
  return signedTransactionHash;
};
