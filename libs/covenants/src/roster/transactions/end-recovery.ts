import {
  binsAreEqual,
  binToHex,
  decodeTransactionOutputs,
  encodeTransactionCommon,
  encodeTransactionOutputs,
  hash160,
  hexToBin,
} from '@bitauth/libauth';
import {
  placeholderP2PKHUnlocker,
  placeholderPublicKey,
  placeholderSignature,
  TransactionBuilder,
  type Utxo,
  type WcTransactionObject,
} from 'cashscript';
import { P2PKH_DUST } from '@weir/kinds';
import { pushesOf } from '../../bytes/read-pushes.js';
import { addressOf, lockingBytecodeOf, type PublicKeyHash } from '../../chain/address.js';
import { outpointOf } from '../../chain/outpoint.js';
import { offlineProvider } from '../../contract/instance.js';
import { covenantError, type CovenantError, InsufficientFundsError } from '../../errors/covenant-error.js';
import { feeOf, ownCoins, type PlannedOutput, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, WcTransaction } from '../../transaction/built-transaction.js';
import { heldBy, largestFirst, plainCoins, total } from '../../transaction/coin-selection.js';
import {
  FILLER,
  findSignatureProblem,
  type KeyAndSignature,
  LONGEST,
  type VaultSignatureProblem,
  type VaultSignatureResult,
} from '../../transaction/key-signature.js';
import { decodeAnswer, decodeTransactionHex, type SignedParts, signedParts } from '../../transaction/signed-parts.js';
import { countSize, outputSize } from '../../transaction/size.js';
import { readRosterCoin, type RosterCoin, rosterToken, rosterUtxo } from '../roster-coin.js';
import type { RosterContract } from '../roster-contract.js';
import { absentSeat, encodeRosterSpending, type RosterSeat } from '../roster-spending.js';
import {
  findRosterMembersProblem,
  guardianHash,
  MAX_ROSTER_SPENDS,
  type RosterMembers,
  type RosterState,
} from '../roster-state.js';
import { completed, readSignature, spendingUnlocker } from './roster-signatures.js';

/** The end of a recovery that three wallets are asked to sign: the guardian's, and those of two keys of the next roster. */
export interface RosterRecovery {
  readonly contract: RosterContract;
  readonly state: RosterCoin;
  /** The state that follows, at output 1. */
  readonly next: RosterState;
  /** Hash of the guardian's key. */
  readonly guardian: PublicKeyHash;
  /** The guardian's coin, which pays the fee, and the state. */
  readonly coins: readonly [Utxo, Utxo];
  readonly outputs: readonly PlannedOutput[];
  readonly fee: bigint;
  /** Bytes with ECDSA signatures. */
  readonly size: number;
}

/** An input of a key with the longest signature. */
const P2PKH_INPUT = 148;

const sizeOf = (contract: RosterContract, outputs: readonly PlannedOutput[]): number => {
  const unlocking = encodeRosterSpending(contract, LONGEST, LONGEST, 2).length;
  const state = 40 + countSize(unlocking) + unlocking;
  return 10 + P2PKH_INPUT + state + outputs.reduce((sum, output) => sum + outputSize(output), 0);
};

/**
 * Proposes the end of a recovery: the next roster, behind a coin of the guardian's key. No block holds it before the call is
 * `review` blocks old.
 *
 * @throws RangeError where no recovery runs, the wallet is not the guardian's, or the members break a rule
 * @throws CovenantError SPENDS_USED_UP
 * @throws InsufficientFundsError where no coin of the guardian's key pays the fee
 */
export const proposeRosterRecovery = (
  contract: RosterContract,
  state: RosterCoin,
  members: RosterMembers,
  guardian: WalletCoins,
  { feeRate }: BuildOptions = {},
): RosterRecovery => {
  if (state.state.status !== 'recovering') throw new RangeError('No recovery runs');
  if (!binsAreEqual(guardianHash(lockingBytecodeOf(guardian.hash)), state.state.guardian))
    throw new RangeError('The wallet is not the guardian’s');
  const problem = findRosterMembersProblem(members, contract.network, contract.lockingBytecode);
  if (problem !== undefined) throw new RangeError(`No roster has these members: ${problem}`);
  if (state.state.spends >= MAX_ROSTER_SPENDS)
    throw covenantError('SPENDS_USED_UP', 'The roster has reached its maximum number of spends');
  const next: RosterState = { ...members, status: 'active', spends: state.state.spends + 1 };
  const outputsOf = (change: bigint): PlannedOutput[] => [
    { to: lockingBytecodeOf(guardian.hash), amount: change },
    { to: contract.lockingBytecode, amount: state.satoshis, token: rosterToken(contract, next) },
  ];
  const size = sizeOf(contract, outputsOf(0n));
  const fee = feeOf(size, feeRate);
  const [coin] = plainCoins(ownCoins(guardian)).sort(largestFirst);
  if (coin === undefined || coin.satoshis < fee + P2PKH_DUST)
    throw new InsufficientFundsError(fee + P2PKH_DUST, coin?.satoshis ?? 0n);
  const { owner: _owner, ...utxo } = coin;
  const coins = [utxo, rosterUtxo(contract, state)] as const;
  const outputs = outputsOf(coin.satoshis - fee);
  return { contract, state, next, guardian: guardian.hash, coins, outputs, fee: heldBy(coins) - total(outputs), size };
};

const templateOf = (
  { contract, state, guardian, coins, outputs }: RosterRecovery,
  open: 'guardian' | 'signer' | 'nobody',
  userPrompt: string,
): WcTransactionObject => {
  const [coin, stateCoin] = coins;
  const own = placeholderP2PKHUnlocker(addressOf(guardian, contract.network));
  const place = { publicKey: placeholderPublicKey(), signature: placeholderSignature() };
  const filled = { ...own, generateUnlockingBytecode: () => Uint8Array.of(0x51) };
  const builder = new TransactionBuilder({ provider: offlineProvider(contract.network) });
  builder.addInput(coin, open === 'guardian' ? own : filled);
  builder.addInput(stateCoin, spendingUnlocker(contract, open === 'signer' ? place : FILLER, FILLER), {
    sequence: state.state.review,
  });
  return builder.addOutputs([...outputs]).generateWcTransactionObject({ broadcast: false, userPrompt });
};

const partsOf = (recovery: RosterRecovery): SignedParts => signedParts(templateOf(recovery, 'nobody', ''));

const PROMPT = 'End the recovery of a treasury: it gets other signers';

/** Makes the request for the guardian's wallet. */
export const recoveryGuardianRequest = (recovery: RosterRecovery): WcTransaction => ({
  ...templateOf(recovery, 'guardian', PROMPT),
  broadcast: false,
  userPrompt: PROMPT,
});

const seatOf = ({ next }: RosterRecovery, signer: PublicKeyHash): RosterSeat | undefined =>
  ([0, 1, 2] as const).find((seat) => binsAreEqual(next.signers[seat], signer));

/**
 * Makes the request for the wallet of a signer of the next roster.
 *
 * @throws RangeError for somebody else
 */
export const recoverySigningRequest = (recovery: RosterRecovery, signer: PublicKeyHash): WcTransaction => {
  if (seatOf(recovery, signer) === undefined)
    throw new RangeError('Only a signer of the next roster can be asked to sign');
  return { ...templateOf(recovery, 'signer', PROMPT), broadcast: false, userPrompt: PROMPT };
};

/**
 * Reads the signature of a signer of the next roster out of the transaction that their wallet returned, once it is proven valid.
 *
 * @param signedTransaction hex, as wallets answer `bch_signTransaction`
 */
export const readRecoverySignature = (
  recovery: RosterRecovery,
  signer: PublicKeyHash,
  signedTransaction: string,
): VaultSignatureResult =>
  seatOf(recovery, signer) === undefined
    ? { ok: false, problem: 'NOT_A_SIGNER' }
    : readSignature(recovery.contract, partsOf(recovery), { signer, signedTransaction, inputIndex: 1 });

/**
 * Reads the guardian's signature out of the transaction that their wallet returned, once it is proven valid.
 *
 * @param signedTransaction hex, as wallets answer `bch_signTransaction`
 */
export const readGuardianSignature = (recovery: RosterRecovery, signedTransaction: string): VaultSignatureResult => {
  const refuse = (problem: VaultSignatureProblem): VaultSignatureResult => ({ ok: false, problem });
  const parts = partsOf(recovery);
  const signed = decodeAnswer(parts, signedTransaction);
  if (typeof signed === 'string') return refuse(signed);
  const pushes = pushesOf(signed.inputs[0]?.unlockingBytecode ?? new Uint8Array());
  const [signature, publicKey] = pushes;
  if (pushes.length !== 2 || signature === undefined || publicKey === undefined) return refuse('NOT_SIGNED');
  if (signature.every((byte) => byte === 0)) return refuse('NOT_SIGNED');
  if (!binsAreEqual(hash160(publicKey), recovery.guardian)) return refuse('OTHER_KEY');
  // A key's own output is covered by its locking bytecode.
  const covered = { redeemScript: lockingBytecodeOf(recovery.guardian) };
  const problem = findSignatureProblem(covered, parts, { publicKey, signature }, 0);
  return problem === undefined ? { ok: true, signature: { publicKey, signature } } : refuse(problem);
};

/** The end of a recovery as it is stored between signatures: text only, nothing secret. */
export interface RosterRecoveryRecord {
  readonly kind: 'recovery';
  /** The transaction without unlocking bytecode, hex. */
  readonly unsignedTransaction: string;
  /** The outputs that its inputs spend, encoded like a transaction's outputs, hex. */
  readonly sourceOutputs: string;
}

/** Encodes the end of a recovery, without signatures, to be stored. {@link decodeRosterRecovery} reads it back. */
export const encodeRosterRecovery = (recovery: RosterRecovery): RosterRecoveryRecord => {
  const { transaction, sourceOutputs } = partsOf(recovery);
  const inputs = transaction.inputs.map((input) => ({ ...input, unlockingBytecode: new Uint8Array() }));
  return {
    kind: 'recovery',
    unsignedTransaction: binToHex(encodeTransactionCommon({ ...transaction, inputs })),
    sourceOutputs: binToHex(encodeTransactionOutputs([...sourceOutputs])),
  };
};

const malformed = (): CovenantError =>
  covenantError('MALFORMED', 'This is not a stored end of a recovery of this roster');

/**
 * Reads a stored end of a recovery.
 *
 * @throws CovenantError MALFORMED when the record is broken, not of this roster, or not as `encodeRosterRecovery` writes it
 */
export const decodeRosterRecovery = (contract: RosterContract, record: RosterRecoveryRecord): RosterRecovery => {
  const transaction = decodeTransactionHex(record.unsignedTransaction);
  const sources = decodeTransactionOutputs(hexToBin(record.sourceOutputs));
  if (transaction === undefined || typeof sources === 'string') throw malformed();
  const [first, second] = transaction.inputs;
  const [paid, change] = [sources[0], transaction.outputs[0]];
  if (first === undefined || second === undefined || paid === undefined || change === undefined) throw malformed();
  const { txid, vout } = outpointOf(second);
  const spent = readRosterCoin(contract, txid, sources, 1);
  const next = readRosterCoin(contract, '', transaction.outputs, 1)?.state;
  if (spent === undefined || next === undefined) throw malformed();
  const state: RosterCoin = { ...spent, outpoint: { txid, vout } };
  const guardian = paid.lockingBytecode.slice(3, 23);
  if (!binsAreEqual(lockingBytecodeOf(guardian), paid.lockingBytecode)) throw malformed();
  if (!binsAreEqual(guardianHash(paid.lockingBytecode), state.state.guardian)) throw malformed();
  const coins = [{ ...outpointOf(first), satoshis: paid.valueSatoshis }, rosterUtxo(contract, state)] as const;
  const outputs: PlannedOutput[] = [
    { to: change.lockingBytecode, amount: change.valueSatoshis },
    { to: contract.lockingBytecode, amount: state.satoshis, token: rosterToken(contract, next) },
  ];
  const fee = heldBy(coins) - total(outputs);
  const recovery = { contract, state, next, guardian, coins, outputs, fee, size: sizeOf(contract, outputs) };
  const again = encodeRosterRecovery(recovery);
  const isSame =
    again.unsignedTransaction === record.unsignedTransaction && again.sourceOutputs === record.sourceOutputs;
  if (!isSame) throw malformed();
  return recovery;
};

/**
 * Completes the end of a recovery into a transaction that is ready to be broadcast once the call is old enough. Everything is
 * checked again, and the whole transaction is run in the virtual machine.
 *
 * @param byGuardian what the guardian's wallet returned, hex
 * @param signatures of two signers of the next roster, in any order
 * @throws CovenantError SIGNATURES where one of the three is not valid, or REFUSED where nodes would not accept the whole
 */
export const completeRosterRecovery = (
  recovery: RosterRecovery,
  byGuardian: string,
  signatures: readonly [KeyAndSignature, KeyAndSignature],
): KeylessTransaction => {
  const parts = partsOf(recovery);
  const answer = decodeAnswer(parts, byGuardian);
  const guardian = typeof answer === 'string' ? undefined : answer.inputs[0]?.unlockingBytecode;
  if (guardian === undefined) throw covenantError('SIGNATURES', 'The guardian signed another transaction');
  const seated = signatures.map((signature) => {
    const seat = seatOf(recovery, hash160(signature.publicKey));
    if (seat === undefined) throw covenantError('SIGNATURES', 'A signature is not from a signer of the next roster');
    const problem = findSignatureProblem(recovery.contract, parts, signature, 1);
    if (problem !== undefined) throw covenantError('SIGNATURES', `A signature is not valid: ${problem}`);
    return { seat, signature };
  });
  const [first, second] = seated.toSorted((one, other) => one.seat - other.seat);
  if (first === undefined || second === undefined || first.seat === second.seat)
    throw covenantError('SIGNATURES', 'Both signatures are by the same signer');
  const spending = encodeRosterSpending(
    recovery.contract,
    first.signature,
    second.signature,
    absentSeat(first.seat, second.seat),
  );
  const unlocking = new Map([
    [0, guardian],
    [1, spending],
  ]);
  return completed(parts, unlocking, recovery);
};
