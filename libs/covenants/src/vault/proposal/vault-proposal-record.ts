import {
  binsAreEqual,
  binToHex,
  decodeTransactionOutputs,
  encodeLockingBytecodeP2sh32,
  encodeTransactionCommon,
  encodeTransactionOutputs,
  hash256,
  hexToBin,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { handsToCloser } from '../../airdrop/closing-unit.js';
import { heldToken } from '../../contract/coins.js';
import { covenantError, type CovenantError } from '../../errors/covenant-error.js';
import { readRecall } from '../../purse/read-recall.js';
import { readRosterCoin } from '../../roster/roster-coin.js';
import type { RosterContract } from '../../roster/roster-contract.js';
import type { RosterState } from '../../roster/roster-state.js';
import { sameRosterMembers } from '../../roster/roster-transition.js';
import type { PlannedOutput } from '../../transaction/assemble.js';
import { lastPushOf } from '../../transaction/read-transaction.js';
import { decodeTransactionHex } from '../../transaction/signed-parts.js';
import { isRosterContract, type TreasuryContract } from '../treasury.js';
import { consentsOnlyTo, isActKind, type VaultAct, vaultConsentsIn } from '../vault-consent.js';
import { SEATS } from './proposal-seats.js';
import { proposalOf, type FilledInput, type VaultProposal, type VaultProposalKind } from './vault-proposal.js';
import { partsOf } from './vault-template.js';

/** A proposal as it is stored between two signatures: text only, nothing secret. */
export interface VaultProposalRecord {
  readonly kind: VaultProposalKind;
  /**
   * The transaction, hex. Inputs that nobody signs (streams of plans, companions, payments in a currency, locks, and purses) have their
   * unlocking bytecode; all others have none.
   */
  readonly unsignedTransaction: string;
  /** The outputs that its inputs spend, encoded like a transaction's outputs, hex. */
  readonly sourceOutputs: string;
}

/** Encodes a proposal, without signatures, to be stored or handed on. {@link decodeVaultProposal} reads it back. */
export const encodeVaultProposal = (proposal: VaultProposal): VaultProposalRecord => {
  const { transaction, sourceOutputs } = partsOf(proposal);
  const { filled } = proposal;
  const inputs = transaction.inputs.map((input, index) =>
    index >= 1 && index <= filled.length ? input : { ...input, unlockingBytecode: new Uint8Array() },
  );
  return {
    kind: proposal.kind,
    unsignedTransaction: binToHex(encodeTransactionCommon({ ...transaction, inputs })),
    sourceOutputs: binToHex(encodeTransactionOutputs([...sourceOutputs])),
  };
};

const coinsOf = ({ inputs }: TransactionCommon, sources: readonly Output[]): Utxo[] =>
  inputs.flatMap(({ outpointTransactionHash, outpointIndex }, index) => {
    const source = sources[index];
    return source === undefined
      ? []
      : [
          {
            txid: binToHex(outpointTransactionHash),
            vout: outpointIndex,
            satoshis: source.valueSatoshis,
            ...heldToken(source),
          },
        ];
  });

const plannedOf = (output: Output): PlannedOutput => ({
  to: output.lockingBytecode,
  amount: output.valueSatoshis,
  ...heldToken(output),
});

const malformed = (): CovenantError => covenantError('MALFORMED', 'This is not a stored proposal of this vault');

/** Returns what a proposal of a kind does to streams, payments and locks; undefined where it may touch none. */
const actOf = (kind: VaultProposalKind): VaultAct | undefined => (isActKind(kind) ? kind : undefined);

/** The sequence number of an input without a relative lock, which leaves the locktime binding. */
const UNLOCKED = 0xfffffffe;

/** Returns the inputs that are not the vault's, which are complete as they are. */
const filledOf = ({ inputs }: TransactionCommon, coins: readonly Utxo[], sources: readonly Output[]): FilledInput[] =>
  coins.flatMap((utxo, index) => {
    const [input, source] = [inputs[index], sources[index]];
    if (input === undefined || source === undefined || input.unlockingBytecode.length === 0) return [];
    const { unlockingBytecode, sequenceNumber } = input;
    const sequence = sequenceNumber === UNLOCKED ? undefined : sequenceNumber;
    return [{ utxo, lockingBytecode: source.lockingBytecode, unlockingBytecode, sequence }];
  });

/**
 * Reads a stored proposal.
 *
 * @throws CovenantError MALFORMED when the record is broken or not of this vault
 * @throws CovenantError HIDDEN_CONSENT when it treats streams, payments, locks or campaigns in another way than its kind
 *   says. The vault's coin at input 0 is all that a cancel needs, and no balance would show it
 */
export const decodeVaultProposal = (contract: TreasuryContract, record: VaultProposalRecord): VaultProposal => {
  const transaction = decodeTransactionHex(record.unsignedTransaction);
  const sources = decodeTransactionOutputs(hexToBin(record.sourceOutputs));
  // The end of a recovery is not a spend by two signers: `decodeRosterRecovery` reads it.
  if (record.kind === 'recovery') throw malformed();
  if (transaction === undefined || typeof sources === 'string') throw malformed();
  if (sources.length !== transaction.inputs.length) throw malformed();
  const all = coinsOf(transaction, sources);
  const filled = filledOf(transaction, all, sources);
  const coins = all.filter((coin) => !filled.some(({ utxo }) => utxo === coin));
  const isHere = (index: number) => sources[index]?.lockingBytecode ?? new Uint8Array();
  const areHere = coins.every((coin) => binsAreEqual(isHere(all.indexOf(coin)), contract.lockingBytecode));
  const areBehind = filled.every(({ utxo }, i) => all.indexOf(utxo) === i + 1);
  if (!areHere || !areBehind || filled.some((input) => !isOwnScript(input))) throw malformed();
  if (isPurseKind(record.kind)) assertRecalls(record.kind, contract, transaction, filled);
  else assertConsent(record.kind, transaction, filled);
  const outputs = transaction.outputs.map(plannedOf);
  const locktime = BigInt(transaction.locktime);
  const proposal = proposalOf(contract, record.kind, coins, outputs, { filled, locktime });
  if (isRosterContract(contract)) assertRoster(contract, proposal, { transaction, sources, record });
  else if (record.kind === 'exchange') throw malformed();
  return proposal;
};

/** Whether proposals of a kind may spend purses, and no other contract: to take them back, or to renew them for other signers. */
const isPurseKind = (kind: VaultProposalKind): kind is 'allowance' | 'exchange' =>
  kind === 'allowance' || kind === 'exchange';

/** The parts of a stored proposal, decoded. */
interface StoredParts {
  readonly transaction: TransactionCommon;
  readonly sources: readonly Output[];
  readonly record: VaultProposalRecord;
}

/**
 * Checks that a proposal spends the state of a roster, leaves one that two signers may make, and changes its members only where its
 * kind says so.
 *
 * @throws CovenantError MALFORMED, HIDDEN_CONSENT
 */
const assertRoster = (
  contract: RosterContract,
  proposal: VaultProposal,
  { transaction, sources, record }: StoredParts,
): void => {
  const before = readRosterCoin(contract, '', sources, 0)?.state;
  const after = readRosterCoin(contract, '', transaction.outputs, 0)?.state;
  if (before === undefined || after === undefined || record.kind === 'close') throw malformed();
  const isCounted = after.status === 'active' && after.spends === before.spends + 1;
  if (!isCounted || seatsThatChange(before, after) > 1) throw malformed();
  const changes = !sameRosterMembers(before, after);
  if (changes && record.kind !== 'exchange')
    throw covenantError(
      'HIDDEN_CONSENT',
      'The proposal changes signers, guardian or delays, which its kind does not allow',
    );
  if (!changes && record.kind === 'exchange') throw malformed();
  if (proposal.locktime > 0n && actOf(record.kind) === undefined) throw malformed();
  // Another form of the same, such as a sequence number, is not one that signers were shown.
  const again = encodeVaultProposal(proposal);
  const isSame =
    again.unsignedTransaction === record.unsignedTransaction && again.sourceOutputs === record.sourceOutputs;
  if (!isSame) throw malformed();
};

const seatsThatChange = (before: RosterState, after: RosterState): number =>
  SEATS.filter((seat) => !binsAreEqual(before.signers[seat], after.signers[seat])).length;

/** Whether an input's script is the one that its coin is locked by: a stream of a plan, the companion behind it, a payment in a currency, a lock, or a purse. */
const isOwnScript = ({ lockingBytecode, unlockingBytecode }: FilledInput): boolean => {
  const script = lastPushOf(unlockingBytecode);
  return script !== undefined && binsAreEqual(encodeLockingBytecodeP2sh32(hash256(script)), lockingBytecode);
};

/**
 * Checks that a proposal closes a campaign only where its kind says so, and not beside streams.
 *
 * @throws CovenantError HIDDEN_CONSENT
 */
const assertNoHiddenClose = (
  kind: VaultProposalKind,
  transaction: TransactionCommon,
  filled: readonly FilledInput[],
) => {
  if (handsToCloser(transaction) && (kind !== 'cancel' || filled.length > 0))
    throw covenantError('HIDDEN_CONSENT', 'The proposal closes a campaign, which its kind does not allow');
};

/**
 * Checks that a change of purses, or of members, spends nothing beside the treasury's coins but its own purses, and closes no campaign.
 *
 * @throws CovenantError HIDDEN_CONSENT
 */
const assertRecalls = (
  kind: VaultProposalKind,
  contract: TreasuryContract,
  transaction: TransactionCommon,
  filled: readonly FilledInput[],
): void => {
  assertNoHiddenClose(kind, transaction, filled);
  if (filled.some((input) => readRecall(contract, input) === undefined))
    throw covenantError('HIDDEN_CONSENT', 'The proposal spends a coin that is not a purse of the vault');
};

/**
 * Checks that a proposal does nothing to streams and campaigns that its kind does not say.
 *
 * @throws CovenantError HIDDEN_CONSENT
 */
const assertConsent = (
  kind: VaultProposalKind,
  transaction: TransactionCommon,
  filled: readonly FilledInput[],
): void => {
  assertNoHiddenClose(kind, transaction, filled);
  const act = actOf(kind);
  const consents = vaultConsentsIn(transaction);
  const places = consents
    .flatMap(({ input, inputs }) => Array.from({ length: inputs }, (_, i) => input + i))
    .sort((one, other) => one - other);
  // What is filled is right behind input 0: each of it belongs to exactly one contract.
  const areKnown = places.length === filled.length && places.every((place, i) => place === i + 1);
  if (!areKnown || !consentsOnlyTo(consents, act))
    throw covenantError(
      'HIDDEN_CONSENT',
      'The proposal changes streams, payments or locks, which its kind does not allow',
    );
};
