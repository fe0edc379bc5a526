import { binToHex } from '@bitauth/libauth';
import {
  availableAt,
  buildPurseHome,
  buildPursePayment,
  chargeOf,
  createPurseContract,
  type PurseCoin,
  purseAge,
  type PurseContract,
  readPurseCoin,
  type UnsignedTransaction,
} from '@weir/covenants';
import type { PurseRecord } from '@weir/infra';
import { parseAmount } from '../../shared/amounts.js';
import { toRefusal } from '../../shared/covenant-refusals.js';
import { type Caller, callerParties, parseStandardParty } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { isListOf, purseTermsOf } from '../../shared/vaults/stored-purse.js';
import type { VaultContext } from '../vault-context.js';
import type { PayPurseInput } from '../vaults.types.js';
import { followPurse, payeesOf } from './follow-purse.js';
import { toPurseView } from './purse-view.js';
import { isSpender, loadPurse, type SeenPurse } from './read-purses.js';

/** A purse that can be spent, as the chain has it. */
interface LivePurse {
  readonly contract: PurseContract;
  readonly coin: PurseCoin;
}

/**
 * Reads the coin of a purse from the chain: its record does not hold a token that is not its own, or an NFT.
 *
 * @throws ServiceError WRONG_STATE where the purse has ended, CHAIN_UNAVAILABLE
 */
export const readLivePurse = async (
  { chain, network }: VaultContext,
  purse: PurseRecord,
  owner: string,
): Promise<LivePurse> => {
  const { state, status, leftUnits } = purse;
  if (state === null)
    throw new ServiceError('WRONG_STATE', `The purse is ${status}, and holds nothing any more`, { status });
  const contract = createPurseContract(purseTermsOf(purse, owner), network, leftUnits);
  const { transaction, height } = await chain.transaction(state.txid);
  const coin = readPurseCoin(contract, state.txid, transaction.outputs, state.vout, height);
  if (coin === undefined) throw new Error(`The recorded coin of purse ${purse.id} is not at its address`);
  return { contract, coin };
};

const built = ({ fee, size, wcTransaction }: UnsignedTransaction) => ({ fee, size, wcTransaction });

const refused = (error: unknown): unknown => toRefusal(error, 'purse');

/** Reads a list of payees that a client sends where the service knows only its hash, and keeps it. */
const learnPayees = async (
  { network, vaults }: VaultContext,
  purse: PurseRecord,
  given: readonly string[] | undefined,
): Promise<readonly Uint8Array[]> => {
  const known = payeesOf(purse);
  if (known !== undefined) return known;
  if (given === undefined)
    throw new ServiceError(
      'INVALID_REQUEST',
      'The service does not know the payees of this purse, only the hash of their list: send all of them as payees, in their order',
      { field: 'payees' },
    );
  const payees = given.map(
    (address, index) => parseStandardParty(address, network, `payees[${index}]`).lockingBytecode,
  );
  if (!isListOf(purse, payees))
    throw new ServiceError('INVALID_REQUEST', 'payees is not the list that the purse was opened with', {
      field: 'payees',
      listHash: purse.listHash,
    });
  await vaults.purses.withPurse(purse.id, (scope) => scope.notePayees(payees.map(binToHex)));
  return payees;
};

const assertSpender = ({ purse, callers }: SeenPurse): void => {
  if (callers.some((each) => isSpender(purse, each))) return;
  throw new ServiceError('FORBIDDEN', 'Only the key that the purse names may pay from it', { spender: purse.spender });
};

/**
 * Builds a payment out of a purse, for the key that it names to sign. The purse pays the fee.
 *
 * @throws ServiceError FORBIDDEN, WRONG_STATE, INVALID_ADDRESS, INVALID_AMOUNT, NOT_ELIGIBLE, LIMIT_EXCEEDED, INSUFFICIENT_FUNDS,
 *   FEE_RATE_TOO_HIGH, CHAIN_UNAVAILABLE
 */
export const payPurse = async (context: VaultContext, id: string, input: PayPurseInput, caller: Caller) => {
  const seen = await loadPurse(context, id, caller);
  assertSpender(seen);
  const { network, chain } = context;
  const amount = parseAmount(input.amount, 'amount', seen.purse.tokenType);
  const payee = parseStandardParty(input.to, network, 'to');
  const purse = await followPurse(context, id);
  const payees = await learnPayees(context, purse, input.payees);
  const [live, tip, feeRate] = await Promise.all([
    readLivePurse(context, purse, seen.vault.lockingBytecode),
    chain.tip(),
    chain.feeRate(),
  ]);
  try {
    const payment = buildPursePayment({ ...live, payees, to: payee.lockingBytecode, amount }, tip, { feeRate });
    const { terms } = live.contract;
    const spent = terms.asset.type === 'BCH' ? amount + payment.fee : amount;
    const counts = chargeOf(terms, spent);
    return {
      purse: toPurseView(purse, seen.vault, network, tip.height),
      tokenType: purse.tokenType,
      to: payee.address,
      amount,
      counts,
      remaining: availableAt(live.contract, purseAge(live.coin, tip)) - counts,
      ...built(payment),
    };
  } catch (error) {
    throw refused(error);
  }
};

/**
 * Builds the transaction that sends everything in a purse to its vault, for any one of its signers to sign. The purse pays the fee.
 *
 * @throws ServiceError FORBIDDEN, WRONG_STATE, FEE_RATE_TOO_HIGH, CHAIN_UNAVAILABLE
 */
export const sendPurseHome = async (context: VaultContext, id: string, caller: Caller) => {
  const seen = await loadPurse(context, id, caller);
  const { signerHashes } = seen.purse;
  if (!callerParties(caller, context.network).some(({ hashHex }) => signerHashes.includes(hashHex)))
    throw new ServiceError('FORBIDDEN', 'Only a signer whom the purse names may send it home');
  const purse = await followPurse(context, id);
  const { contract, coin } = await readLivePurse(context, purse, seen.vault.lockingBytecode);
  const [tip, feeRate] = await Promise.all([context.chain.tip(), context.chain.feeRate()]);
  try {
    const home = buildPurseHome(contract, coin, { feeRate });
    const view = toPurseView(purse, seen.vault, context.network, tip.height);
    return {
      purse: view,
      tokenType: purse.tokenType,
      to: seen.vault.contractAddress,
      amount: purse.tokenType === 'BCH' ? coin.satoshis - home.fee : view.balance,
      ...built(home),
    };
  } catch (error) {
    throw refused(error);
  }
};
