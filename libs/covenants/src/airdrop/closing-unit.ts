import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { outpointOf, sameOutpoint, type Outpoint } from '../chain/outpoint.js';
import { universalScripts } from '../contract/universal-scripts.js';
import type { PlannedOutput } from '../transaction/assemble.js';

/** Satoshis in a closing unit's output, above its dust (681). They stay with the unit. */
export const CLOSING_UNIT_SATOSHIS = 1_000n;

/**
 * The one fungible unit of a campaign's category by which a script closes its campaign. The creator holds it from the
 * funding on; once they hand it to the closer, anybody can close lane after lane beside it.
 */
export interface ClosingUnit {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The campaign's own, display-order hex. */
  readonly category: string;
}

/** The closer's locking bytecode, the same on every network. */
export const CLOSER_LOCKING_BYTECODE = universalScripts('mainnet').closer.lockingBytecode;

const unitToken = (category: string) => ({ category, amount: 1n });

/**
 * Plans the output of a closing unit, held by the creator or the closer.
 *
 * @param to locking bytecode
 */
export const closingUnitOutput = (
  { category, satoshis }: Pick<ClosingUnit, 'category'> & Partial<ClosingUnit>,
  to: Uint8Array,
): PlannedOutput => ({ to, amount: satoshis ?? CLOSING_UNIT_SATOSHIS, token: unitToken(category) });

/** Converts the unit to a CashScript UTXO. */
export const closingUnitUtxo = ({ outpoint, satoshis, category }: ClosingUnit): Utxo => ({
  ...outpoint,
  satoshis,
  token: unitToken(category),
});

/** Whether an output carries the closing unit of a category and nothing else. */
export const isClosingUnit = ({ token }: Pick<Output, 'token'>, category: string): boolean =>
  token?.amount === 1n && token.nft === undefined && binToHex(token.category) === category;

/**
 * Returns the closing unit that a transaction leaves at the closer; undefined where it leaves none.
 *
 * @param txid display-order hex
 */
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
 * Returns where a closing unit lies after a transaction. Only the close of a lane moves it, and puts it back; a
 * transaction that does not spend it returns it unchanged.
 */
export const followClosingUnit = (unit: ClosingUnit, txid: string, transaction: TransactionCommon): ClosingUnit => {
  const spends = transaction.inputs.some((input) => sameOutpoint(outpointOf(input), unit.outpoint));
  return (spends ? findClosingUnit(unit.category, txid, transaction) : undefined) ?? unit;
};

/** Whether a transaction pays anything to the closer: a vault's signers must be notified that this lets anybody close. */
export const handsToCloser = ({ outputs }: Pick<TransactionCommon, 'outputs'>): boolean =>
  outputs.some(({ lockingBytecode }) => binsAreEqual(lockingBytecode, CLOSER_LOCKING_BYTECODE));
