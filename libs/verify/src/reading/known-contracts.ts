import { binToHex, decodeTransactionBch, hash256 } from '@bitauth/libauth';
import {
  createCurrencyContract,
  createPlanContracts,
  type CurrencyContract,
  decodeCurrencyAnnouncement,
  decodePlanAnnouncement,
  isLocalNetwork,
  readHex,
  type Network,
  type PlanContract,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import { lockKey } from './ledger.js';
import { campaignIn, type KnownCampaign } from './read-campaign.js';

/** The contracts that fundings opened, by the keys of their locking bytecodes. */
export interface KnownContracts {
  readonly campaigns: ReadonlyMap<string, KnownCampaign>;
  readonly plans: ReadonlyMap<string, PlanContract>;
  readonly currencies: ReadonlyMap<string, CurrencyContract>;
}

/**
 * Reads the contracts whose steps may be signed from the transactions that funded them: an input shows a hash alone of what
 * its address can do beside a claim or a payment.
 *
 * @param fundings transactions from the chain, hex: nothing but their own bytes is believed
 * @throws Difference REQUEST_MALFORMED for a transaction that opens neither a campaign nor streams nor payments in a currency
 */
export const readFundings = (fundings: readonly string[], network: Network): KnownContracts => {
  const campaigns = new Map<string, KnownCampaign>();
  const plans = new Map<string, PlanContract>();
  const currencies = new Map<string, CurrencyContract>();
  for (const hex of fundings) {
    const bytes = readHex(hex) ?? new Uint8Array();
    const transaction = decodeTransactionBch(bytes);
    const malformed = new Difference(
      'REQUEST_MALFORMED',
      'A funding that was given opens neither a campaign nor streams nor payments in a currency',
    );
    if (typeof transaction === 'string') throw malformed;
    const campaign = campaignIn(transaction, binToHex(hash256(bytes).reverse()), network);
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
      continue;
    }
    const terms = transaction.outputs
      .map(({ lockingBytecode }) => decodePlanAnnouncement(lockingBytecode, isLocalNetwork(network)))
      .find((announced) => announced !== undefined);
    if (terms === undefined) throw malformed;
    for (const contract of createPlanContracts(terms, network)) plans.set(lockKey(contract.lockingBytecode), contract);
  }
  return { campaigns, plans, currencies };
};
