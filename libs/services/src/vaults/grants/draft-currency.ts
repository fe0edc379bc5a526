import { binToHex } from '@bitauth/libauth';
import { type CurrencyMoveItem, proposeCurrencyFunding, proposeCurrencyMove } from '@weir/covenants';
import type { ChainTransaction, CurrencyPaymentRecord, ProposalSubject, VaultRecord } from '@weir/infra';
import type { MoveKind } from '@weir/kinds';
import { findFundingOf, followCurrency } from '../../currency/follow-currency.js';
import { loadUnfunded, placeOfCurrency, verifyCurrencyFunding } from '../../currency/fund-currency.js';
import { moveItemOf, recordCurrencyTransaction } from '../../currency/move-currency.js';
import { contractOf, draftOf } from '../../currency/stored-currency.js';
import { usableTime } from '../../shared/chain-time.js';
import { refuseSecondFunding } from '../../shared/second-funding.js';
import { ServiceError } from '../../shared/service-error.js';
import { addressOfVault } from '../../shared/vaults/stored-vault.js';
import type { VaultContext } from '../vault-context.js';
import { alreadyOpen, assertHasState } from './draft-opening.js';
import type { ProposalDraft } from './grant-request.js';
import { loadGrantedCurrency } from './granted-rows.js';
import { movable, type PreviousBuild, withoutMovers } from './movable-rows.js';

/** In BCH alone. */
export const BCH = { tokenType: 'BCH', tokenCategory: null, coin: null } as const;

/**
 * Loads all payments in a currency that one funding of a vault can still open.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED
 */
const loadUnopened = async (
  context: VaultContext,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<readonly CurrencyPaymentRecord[]> => {
  const row = await loadGrantedCurrency(context, subject, vault);
  if (row.status !== 'PENDING') throw alreadyOpen(subject, row.status);
  return loadUnfunded(context, row);
};

/**
 * Checks that payments in a currency are still unopened, and that a transaction opens them.
 *
 * @param subject one of them
 * @returns whether it does
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED
 */
export const opensCurrency = async (
  context: VaultContext,
  subject: ProposalSubject,
  vault: VaultRecord,
  transaction: ChainTransaction['transaction'],
): Promise<boolean> =>
  (await loadUnopened(context, subject, vault)).every(
    (row) => 'outpoint' in findFundingOf(row, { txid: '', transaction }, context.network),
  );

/**
 * Drafts the opening of payments in a currency: the vault's transaction is itself the funding, of all that it opens together.
 *
 * @param subjects some of them, or all
 * @throws ServiceError NOT_FOUND, FORBIDDEN, INVALID_REQUEST, WRONG_STATE, RECORD_EXPIRED, CHAIN_UNAVAILABLE
 */
export const draftCurrencyOpening = async (
  context: VaultContext,
  subjects: readonly ProposalSubject[],
  vault: VaultRecord,
): Promise<ProposalDraft> => {
  assertHasState(vault);
  const [subject] = subjects;
  if (subject === undefined) throw new Error('Proposal to open a payment names none');
  const rows = await loadUnopened(context, subject, vault);
  const [first] = rows;
  const foreign = subjects.find(({ id }) => !rows.some((row) => row.id === id));
  if (first === undefined || foreign !== undefined)
    throw new ServiceError('INVALID_REQUEST', 'The payments of one proposal must be those that one funding opens', {
      field: 'currencyPaymentIds',
      id: foreign?.id ?? '',
    });
  const place = placeOfCurrency(rows, context);
  await refuseSecondFunding(place, context.chain);
  const tip = await context.chain.tip();
  const contract = contractOf(first, context.network);
  return {
    terms: {
      kind: 'payment',
      recipient: first.contractAddress,
      recipientBytecode: binToHex(place.lockingBytecode),
      ...BCH,
      subjects: rows.map(({ id }) => ({ type: 'currency', id })),
    },
    build: (treasury, holdings, options) =>
      proposeCurrencyFunding(
        treasury,
        holdings,
        contract,
        rows.map((row) => draftOf(contract, row)),
        tip,
        options,
      ),
    amountOf: () => rows.reduce((sum, { openingSatoshis }) => sum + openingSatoshis, 0n),
  };
};

/** A payment with what its vault does to it. */
interface Moved {
  readonly row: CurrencyPaymentRecord;
  readonly item: CurrencyMoveItem;
}

/**
 * Drafts a vault's cancel, pause or resume of payments in a currency whose sender it is.
 *
 * @param previous of a proposal that was there before, and lost its coins
 * @throws ServiceError NOT_FOUND, FORBIDDEN, NOT_PAUSABLE, WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const draftCurrencyMoves = async (
  context: VaultContext,
  kind: MoveKind,
  subjects: readonly ProposalSubject[],
  vault: VaultRecord,
  previous?: PreviousBuild,
): Promise<ProposalDraft> => {
  const rows: CurrencyPaymentRecord[] = [];
  for (const subject of subjects) {
    await loadGrantedCurrency(context, subject, vault);
    rows.push(await followCurrency(context, subject.id));
  }
  const moved = movable(
    withoutMovers(rows, previous),
    (row): Moved => ({ row, item: moveItemOf(kind, row, context) }),
    previous !== undefined,
  );
  const time = await usableTime(context);
  const items = moved.map(({ item }) => item);
  return {
    terms: {
      kind,
      recipient: addressOfVault(vault),
      recipientBytecode: vault.lockingBytecode,
      ...BCH,
      subjects: moved.map(({ row }) => ({ type: 'currency', id: row.id })),
    },
    build: (treasury, holdings, options) => proposeCurrencyMove(treasury, holdings, items, kind, time, options),
    // A stop holds what is left until its notice ends; a pause and a resume pay nothing.
    amountOf: () => (kind === 'cancel' ? items.reduce((sum, { coin }) => sum + coin.satoshis, 0n) : 0n),
  };
};

/** Records that a vault's transaction opened a payment in a currency. @throws ServiceError as its confirm endpoint does */
export const recordCurrencyOpening = async (context: VaultContext, id: string, txHash: string): Promise<void> => {
  if ((await context.currencyPayments.findById(id))?.status === 'PENDING')
    await verifyCurrencyFunding(context, id, txHash);
};

/** Records that a vault's transaction moved a payment in a currency. @throws ServiceError as its confirm endpoint does */
export const recordCurrencyMove = async (
  context: VaultContext,
  id: string,
  transaction: ChainTransaction,
): Promise<void> => {
  if ((await context.currencyPayments.findById(id)) !== undefined)
    await recordCurrencyTransaction(context, id, transaction);
};
