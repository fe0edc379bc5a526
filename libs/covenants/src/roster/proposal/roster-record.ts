import {
  binsAreEqual,
  binToHex,
  decodeTransactionOutputs,
  encodeTransactionCommon,
  encodeTransactionOutputs,
  hexToBin,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { outpointOf } from '../../chain/outpoint.js';
import { heldToken } from '../../contract/coins.js';
import { covenantError, type CovenantError } from '../../errors/covenant-error.js';
import { readRecall } from '../../purse/read-recall.js';
import { decodeTransactionHex } from '../../transaction/signed-parts.js';
import type { FilledInput } from '../../vault/proposal/vault-proposal.js';
import { readRosterCoin, type RosterCoin } from '../roster-coin.js';
import type { RosterContract } from '../roster-contract.js';
import { sameRosterMembers } from '../roster-transition.js';
import { rosterSize, type RosterProposal } from './roster-proposal.js';
import type { RosterSeat } from './roster-spending.js';
import { partsOfRosterProposal } from './sign-roster.js';

/** A proposal of a roster as it is stored between two signatures: text only, nothing secret. */
export interface RosterProposalRecord {
  readonly kind: RosterProposal['kind'];
  /** The transaction, hex. Inputs of purses have their unlocking bytecode; all others have none. */
  readonly unsignedTransaction: string;
  /** The outputs that its inputs spend, encoded like a transaction's outputs, hex. */
  readonly sourceOutputs: string;
}

/** Encodes a proposal, without signatures, to be stored or handed on. {@link decodeRosterProposal} reads it back. */
export const encodeRosterProposal = (proposal: RosterProposal): RosterProposalRecord => {
  const { transaction, sourceOutputs } = partsOfRosterProposal(proposal);
  const inputs = transaction.inputs.map((input, index) =>
    index >= 1 && index <= proposal.filled.length ? input : { ...input, unlockingBytecode: new Uint8Array() },
  );
  return {
    kind: proposal.kind,
    unsignedTransaction: binToHex(encodeTransactionCommon({ ...transaction, inputs })),
    sourceOutputs: binToHex(encodeTransactionOutputs([...sourceOutputs])),
  };
};

const malformed = (): CovenantError => covenantError('MALFORMED', 'This is not a stored proposal of this roster');
const hidden = (what: string): CovenantError =>
  covenantError('HIDDEN_CONSENT', `The proposal ${what}, which its kind does not allow`);

/** An input with the output that it spends. */
interface Spent {
  readonly utxo: Utxo;
  readonly lockingBytecode: Uint8Array;
  readonly unlockingBytecode: Uint8Array;
}

const spentBy = ({ inputs }: TransactionCommon, sources: readonly Output[]): readonly Spent[] =>
  inputs.map((input, index) => {
    const source = sources[index];
    if (source === undefined) throw malformed();
    return {
      utxo: { ...outpointOf(input), satoshis: source.valueSatoshis, ...heldToken(source) },
      lockingBytecode: source.lockingBytecode,
      unlockingBytecode: input.unlockingBytecode,
    };
  });

/**
 * Checks that an input that nobody signs is a purse of the roster, which it recalls. The two signatures at input 0 would be consent
 * for any stream, too, and no balance would show it.
 */
const assertRecall = (contract: RosterContract, filled: FilledInput): void => {
  if (readRecall(contract, filled) === undefined) throw hidden('spends a coin that is not a purse of the roster');
};

const changedSeats = (before: RosterCoin, after: RosterCoin): readonly RosterSeat[] =>
  ([0, 1, 2] as const).filter((seat) => !binsAreEqual(before.state.signers[seat], after.state.signers[seat]));

/** Checks that the next state is one that two signers may make, and says what the kind says. */
const assertKind = (kind: RosterProposal['kind'], before: RosterCoin, after: RosterCoin): void => {
  const isCounted = after.state.status === 'active' && after.state.spends === before.state.spends + 1;
  if (!isCounted || changedSeats(before, after).length > 1) throw malformed();
  const changes = !sameRosterMembers(before.state, after.state);
  if (kind !== 'exchange' && changes) throw hidden('changes signers, guardian or delays');
  if (kind === 'exchange' && !changes) throw malformed();
};

/**
 * Reads a stored proposal.
 *
 * @throws CovenantError MALFORMED when the record is broken, not of this roster, or not as `encodeRosterProposal` writes it
 * @throws CovenantError HIDDEN_CONSENT when it changes the members but is not an exchange, or spends a coin beside the roster's that is
 *   not one of its purses
 */
export const decodeRosterProposal = (contract: RosterContract, record: RosterProposalRecord): RosterProposal => {
  const transaction = decodeTransactionHex(record.unsignedTransaction);
  const sources = decodeTransactionOutputs(hexToBin(record.sourceOutputs));
  if (transaction === undefined || typeof sources === 'string') throw malformed();
  if (sources.length !== transaction.inputs.length) throw malformed();
  const [lead, ...others] = spentBy(transaction, sources);
  const state = readRosterCoin(contract, lead?.utxo.txid ?? '', sources, 0);
  const after = readRosterCoin(contract, '', transaction.outputs, 0);
  if (lead === undefined || state === undefined || after === undefined) throw malformed();
  const before: RosterCoin = { ...state, outpoint: { txid: lead.utxo.txid, vout: lead.utxo.vout } };
  assertKind(record.kind, before, after);

  const filled = others.filter(({ unlockingBytecode }) => unlockingBytecode.length > 0);
  const behind = others.slice(filled.length);
  if (behind.some(({ lockingBytecode }) => !binsAreEqual(lockingBytecode, contract.lockingBytecode))) throw malformed();
  for (const each of filled) assertRecall(contract, each);
  const outputs = transaction.outputs.map((output) => ({
    to: output.lockingBytecode,
    amount: output.valueSatoshis,
    ...heldToken(output),
  }));
  const held = sources.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
  const seats = ([0, 1, 2] as const).filter((seat) => !changedSeats(before, after).includes(seat));
  const coins = [lead.utxo, ...behind.map(({ utxo }) => utxo)];
  const proposal: RosterProposal = {
    contract,
    kind: record.kind,
    state: before,
    next: after.state,
    seats,
    filled,
    coins,
    outputs,
    fee: held - outputs.reduce((sum, { amount }) => sum + amount, 0n),
    size: rosterSize(contract, coins.length, filled, outputs),
  };
  // Another form of the same, such as a locktime or a sequence number, is not one that signers were shown.
  const again = encodeRosterProposal(proposal);
  const isSame =
    again.unsignedTransaction === record.unsignedTransaction && again.sourceOutputs === record.sourceOutputs;
  if (!isSame) throw malformed();
  return proposal;
};
