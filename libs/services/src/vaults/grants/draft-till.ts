import { binToHex } from '@bitauth/libauth';
import { DEFAULT_CURRENCY_FEES, proposeTillFilling, proposeTillTaking, takesDeposits } from '@weir/covenants';
import type { ProposalSubject, VaultRecord } from '@weir/infra';
import { followCurrency } from '../../currency/follow-currency.js';
import { wrongState } from '../../currency/load-currency.js';
import { coinOf } from '../../currency/stored-currency.js';
import { takeableCoins, tillOf } from '../../currency/take-currency.js';
import { ServiceError } from '../../shared/service-error.js';
import { addressOfVault } from '../../shared/vaults/stored-vault.js';
import type { VaultContext } from '../vault-context.js';
import { BCH } from './draft-currency.js';
import type { ProposalDraft } from './grant-request.js';
import { loadGrantedCurrency } from './granted-rows.js';

/** Loads a payment in a currency of a vault as the chain has it, and its till. */
const loadTill = async (context: VaultContext, subject: ProposalSubject, vault: VaultRecord) => {
  await loadGrantedCurrency(context, subject, vault);
  const payment = await followCurrency(context, subject.id);
  return { payment, till: tillOf(payment, context) };
};

/**
 * Drafts a top-up of a payment in a currency by the vault that is its sender: BCH for its till, whose address follows from the payment.
 *
 * @param amount satoshis
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, INVALID_AMOUNT, CHAIN_UNAVAILABLE
 */
export const draftTillFilling = async (
  context: VaultContext,
  subject: ProposalSubject,
  vault: VaultRecord,
  amount: bigint,
): Promise<ProposalDraft> => {
  const { payment, till } = await loadTill(context, subject, vault);
  const { contract, owner, script } = till;
  if (payment.state === null || !takesDeposits(coinOf(contract, payment.state)))
    throw wrongState(
      payment,
      ': money can be added until it is cancelled or complete, and not while a pause’s notice runs',
    );
  // What adds the coin takes its fee from it.
  const least = contract.terms.least + DEFAULT_CURRENCY_FEES.bound;
  if (amount < least)
    throw new ServiceError(
      'INVALID_AMOUNT',
      'amount is less than the smallest top-up of this payment and the fee of adding it',
      { field: 'amount', given: amount.toString(), leastSatoshis: least.toString() },
    );
  return {
    terms: {
      kind: 'topup',
      recipient: script.address,
      recipientBytecode: binToHex(script.lockingBytecode),
      ...BCH,
      subjects: [{ type: 'currency', id: payment.id }],
    },
    build: (treasury, holdings, options) => proposeTillFilling(treasury, holdings, contract, owner, amount, options),
    amountOf: () => amount,
  };
};

/**
 * Drafts the taking of what was not added to a payment in a currency by the vault that is its sender.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, NOTICE_NOT_OVER, CHAIN_UNAVAILABLE
 */
export const draftTillTaking = async (
  context: VaultContext,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<ProposalDraft> => {
  const { payment, till } = await loadTill(context, subject, vault);
  const coins = await takeableCoins(context, payment, till);
  return {
    terms: {
      kind: 'take',
      recipient: addressOfVault(vault),
      recipientBytecode: vault.lockingBytecode,
      ...BCH,
      subjects: [{ type: 'currency', id: payment.id }],
    },
    build: (treasury, holdings, options) =>
      proposeTillTaking(treasury, holdings, till.contract, till.owner, coins, options),
    amountOf: () => coins.reduce((sum, { satoshis }) => sum + satoshis, 0n),
  };
};
