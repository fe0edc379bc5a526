import { binToHex, decodeTransactionBch, hash256, type Output, type TransactionCommon } from '@bitauth/libauth';
import {
  createCalendarContracts,
  createCurrencyContract,
  createPlanContracts,
  type CurrencyContract,
  decodeCalendarAnnouncement,
  decodeCurrencyAnnouncement,
  decodePlanAnnouncement,
  findCurrencyFunding,
  type FoundCurrencyPayment,
  isLocalNetwork,
  readHex,
  type Network,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import { type JudgedContract, judgedCalendar, judgedPlan } from './judged-contract.js';
import { lockKey } from './ledger.js';
import { campaignIn, type KnownCampaign } from './read-campaign.js';

/** The till of a payment in a currency, and the payment as its funding opened it. */
export interface KnownTill {
  readonly contract: CurrencyContract;
  readonly payment: FoundCurrencyPayment;
  readonly address: string;
}

/** The contracts that fundings opened, by the keys of their locking bytecodes. */
export interface KnownContracts {
  readonly campaigns: ReadonlyMap<string, KnownCampaign>;
  readonly plans: ReadonlyMap<string, JudgedContract>;
  readonly currencies: ReadonlyMap<string, CurrencyContract>;
  /** The tills of their payments. */
  readonly tills: ReadonlyMap<string, KnownTill>;
}

/** Makes the contracts of the plan that a funding announces, in seconds or by the calendar. */
const judgedContracts = (outputs: readonly Output[], network: Network): readonly JudgedContract[] => {
  const local = isLocalNetwork(network);
  for (const { lockingBytecode } of outputs) {
    const terms = decodePlanAnnouncement(lockingBytecode, local);
    if (terms !== undefined) return createPlanContracts(terms, network).map(judgedPlan);
    const dated = decodeCalendarAnnouncement(lockingBytecode, local);
    if (dated !== undefined) return createCalendarContracts(dated, network).map(judgedCalendar);
  }
  return [];
};

/** Makes the tills of the payments that a funding opened, by the keys of their locking bytecodes. */
const tillsOf = (txid: string, transaction: TransactionCommon, network: Network): readonly [string, KnownTill][] => {
  const found = findCurrencyFunding(network, txid, transaction);
  if (!found.ok) return [];
  const { contract, category, payments } = found.plan;
  return payments.map((payment) => {
    const { lockingBytecode, address } = contract.till(category, payment.coin.state.index);
    return [lockKey(lockingBytecode), { contract, payment, address }];
  });
};

/**
 * Reads the contracts whose steps may be signed from the transactions that funded them: an input shows a hash alone of what
 * its address can do beside a claim or a payment.
 *
 * @param fundings transactions from the chain, hex: nothing but their own bytes is believed
 * @throws Difference REQUEST_MALFORMED for a transaction that opens neither a campaign nor streams nor payments in a currency
 */
export const readFundings = (fundings: readonly string[], network: Network): KnownContracts => {
  const campaigns = new Map<string, KnownCampaign>();
  const plans = new Map<string, JudgedContract>();
  const currencies = new Map<string, CurrencyContract>();
  const tills = new Map<string, KnownTill>();
  for (const hex of fundings) {
    const bytes = readHex(hex) ?? new Uint8Array();
    const transaction = decodeTransactionBch(bytes);
    const malformed = new Difference(
      'REQUEST_MALFORMED',
      'A funding that was given opens neither a campaign nor streams nor payments in a currency',
    );
    if (typeof transaction === 'string') throw malformed;
    const txid = binToHex(hash256(bytes).reverse());
    const campaign = campaignIn(transaction, txid, network);
    if (campaign !== undefined) {
      campaigns.set(lockKey(campaign.contract.lockingBytecode), campaign);
      continue;
    }
    const priced = transaction.outputs
      .map(({ lockingBytecode }) => decodeCurrencyAnnouncement(lockingBytecode, isLocalNetwork(network)))
      .find((announced) => announced !== undefined);
    if (priced !== undefined) {
      const contract = createCurrencyContract(priced, network);
      currencies.set(lockKey(contract.lockingBytecode), contract);
      for (const [key, till] of tillsOf(txid, transaction, network)) tills.set(key, till);
      continue;
    }
    const judged = judgedContracts(transaction.outputs, network);
    if (judged.length === 0) throw malformed;
    for (const contract of judged) plans.set(lockKey(contract.lockingBytecode), contract);
  }
  return { campaigns, plans, currencies, tills };
};
