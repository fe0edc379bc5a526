import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import { Contract, type Unlocker, type Utxo } from 'cashscript';
import { airdropCloserArtifact } from '@weir/contracts';
import type { Network } from '../chain/network.js';
import { sameOutpoint, type Outpoint } from '../chain/outpoint.js';
import { contractLockingBytecode } from '../contract/clock.js';
import { offlineProvider } from '../contract/offline-provider.js';
import type { PlannedOutput } from '../transaction/assemble.js';

/** Satoshis that lie with a closing unit: above the dust of its output (681). They stay with it. */
export const CLOSING_UNIT_SATOSHIS = 1_000n;

/**
 * The one fungible unit of a campaign's category, by which a script closes its campaign: it lies with the creator from the
 * funding on, and once they hand it to the closer anybody closes lane after lane beside it.
 */
export interface ClosingUnit {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The campaign's own, display-order hex. */
  readonly category: string;
}

/** The universal closer on a network. */
export interface AirdropCloser {
  readonly lockingBytecode: Uint8Array;
  readonly unlock: () => Unlocker;
}

export const createAirdropCloser = (network: Network): AirdropCloser => {
  const { unlock, address } = new Contract(airdropCloserArtifact, [], { provider: offlineProvider(network) });
  return { lockingBytecode: contractLockingBytecode(address), unlock: () => unlock.spend() };
};

/** The closer's locking bytecode, the same on every network. */
export const CLOSER_LOCKING_BYTECODE = createAirdropCloser('mainnet').lockingBytecode;

const unitToken = (category: string) => ({ category, amount: 1n });

/** The output of a closing unit, with the creator or at the closer. */
export const closingUnitOutput = (
  { category, satoshis }: Pick<ClosingUnit, 'category'> & Partial<ClosingUnit>,
  to: Uint8Array,
): PlannedOutput => ({ to, amount: satoshis ?? CLOSING_UNIT_SATOSHIS, token: unitToken(category) });

/** The unit in cashscript's form. */
export const closingUnitUtxo = ({ outpoint, satoshis, category }: ClosingUnit): Utxo => ({
  ...outpoint,
  satoshis,
  token: unitToken(category),
});

/** Whether an output is a closing unit of a category, and nothing beside. */
export const isClosingUnit = ({ token }: Pick<Output, 'token'>, category: string): boolean =>
  token?.amount === 1n && token.nft === undefined && binToHex(token.category) === category;

/** The closing unit that a transaction hands to the closer, or keeps there; undefined where there is none. */
export const findClosingUnit = (
  category: string,
  txid: string,
  { outputs }: Pick<TransactionCommon, 'outputs'>,
): ClosingUnit | undefined => {
  const vout = outputs.findIndex(
    ({ lockingBytecode, token }) =>
      binsAreEqual(lockingBytecode, CLOSER_LOCKING_BYTECODE) &&
      token?.amount === 1n &&
      binToHex(token.category) === category,
  );
  const output = outputs[vout];
  return output && { outpoint: { txid, vout }, satoshis: output.valueSatoshis, category };
};

/**
 * Where a closing unit lies after a transaction: it moves by the close of a lane alone, which takes it back. The same where
 * the transaction does not spend it.
 */
export const followClosingUnit = (unit: ClosingUnit, txid: string, transaction: TransactionCommon): ClosingUnit => {
  const spends = transaction.inputs.some(({ outpointTransactionHash, outpointIndex }) =>
    sameOutpoint({ txid: binToHex(outpointTransactionHash), vout: outpointIndex }, unit.outpoint),
  );
  return (spends ? findClosingUnit(unit.category, txid, transaction) : undefined) ?? unit;
};

/** Whether a transaction hands anything to the closer: what a vault's signers must know they agree to. */
export const handsToCloser = ({ outputs }: Pick<TransactionCommon, 'outputs'>): boolean =>
  outputs.some(({ lockingBytecode }) => binsAreEqual(lockingBytecode, CLOSER_LOCKING_BYTECODE));
