import { P2SH32_DUST } from '@weir/kinds';
import { beaconOutput } from '../../announcement/beacon.js';
import { bytesKey } from '../../bytes/read-bytes.js';
import type { ChainTip } from '../../chain/network.js';
import { isParty, type Party, partyHash } from '../../chain/party.js';
import { UNIVERSAL_SCRIPT_KEYS } from '../../contract/universal-scripts.js';
import type { PlannedOutput, WalletCoins } from '../../transaction/assemble.js';
import { type GenesisOptions, type Prepared, withGenesis } from '../../transaction/genesis.js';
import { encodeCurrencyAnnouncement } from '../currency-announcement.js';
import { type CurrencyHolding, currencyOutput } from '../currency-coin.js';
import type { CurrencyContract } from '../currency-contract.js';
import { type CurrencyFundingProblem, findCurrencyStateProblem } from '../currency-funding.js';
import { firstDate } from '../currency-state.js';
import type { CurrencyRhythm } from '../currency-terms.js';

/** A payment to open. */
export interface CurrencyDraft {
  readonly recipient: Party;
  /** Of a period, in the oracle's smallest units. */
  readonly amount: bigint;
  /** 1 to 32,767, which is without end. */
  readonly periods: number;
  /** Unix seconds; by the calendar it need not be a payday, and the first one at it or after it counts. */
  readonly firstDue: bigint;
  /** Satoshis of its output at first, the reserve included. */
  readonly satoshis: bigint;
  /** Its number in its funding, from 1; by default its place among the payments. No two have the same. */
  readonly index?: number;
}

/** A payment's funding, or the transaction that the wallet must make before it can fund. */
export type CurrencyFunding = Prepared<'funding'>;

/** What a funding pays each recipient, which shows their address on the chain. The recipient pays no fees, so it is no more than dust. */
export const CURRENCY_NOTE_SATOSHIS = P2SH32_DUST;

/** Returns the payment that a draft opens. @param index its number in its funding, from 1 */
export const draftedCurrency = (
  rhythm: CurrencyRhythm,
  { recipient, amount, periods, firstDue, satoshis }: CurrencyDraft,
  index: number,
): Omit<CurrencyHolding, 'category'> => ({
  units: BigInt(index),
  satoshis,
  state: {
    index,
    status: 'ACTIVE',
    left: periods,
    open: periods,
    ...firstDate(rhythm, firstDue),
    debt: 0n,
    amount,
    recipient: partyHash(recipient),
  },
});

/** Returns the first rule that a payment to open breaks, or undefined. */
export const findCurrencyDraftProblem = (
  contract: CurrencyContract,
  draft: CurrencyDraft,
): CurrencyFundingProblem | 'RECIPIENT_NOT_STANDARD' | undefined => {
  if (!isParty(draft.recipient)) return 'RECIPIENT_NOT_STANDARD';
  const own = new Set([...UNIVERSAL_SCRIPT_KEYS, bytesKey(contract.lockingBytecode)]);
  if ([draft.recipient, contract.terms.sender].some((party) => own.has(bytesKey(party)))) return 'PARTY_IS_OF_THE_PLAN';
  return findCurrencyStateProblem(contract.terms, draftedCurrency(contract.terms, draft, 1));
};

/**
 * Plans the outputs of a funding behind its change: the payments, the announcement, the beacon, and a note for each recipient.
 *
 * @param category of the payments, display-order hex
 * @throws RangeError for a payment that `findCurrencyFunding` would refuse
 */
export const currencyFundingOutputs = (
  contract: CurrencyContract,
  drafts: readonly CurrencyDraft[],
  category: string,
  tip: ChainTip,
): PlannedOutput[] => {
  const problem = drafts.map((draft) => findCurrencyDraftProblem(contract, draft)).find((each) => each !== undefined);
  if (problem !== undefined || drafts.length === 0)
    throw new RangeError(`The payment cannot be funded: ${problem ?? 'there is none'}`);
  const recipients = new Map(drafts.map(({ recipient }) => [bytesKey(recipient), recipient]));
  return [
    ...drafts.map((draft, i) =>
      currencyOutput(contract, { category, ...draftedCurrency(contract.terms, draft, draft.index ?? i + 1) }),
    ),
    { to: encodeCurrencyAnnouncement(contract.terms), amount: 0n },
    beaconOutput(contract.lockingBytecode, tip),
    ...[...recipients.values()].map((to) => ({ to, amount: CURRENCY_NOTE_SATOSHIS })),
  ];
};

/**
 * Builds the funding of payments in a currency: one signature opens all of them. Outputs: change to the payer, the payments, the
 * announcement, the beacon, and a note for each recipient.
 *
 * @param payer the wallet that signs; it need not be the sender
 * @throws RangeError for a payment that `findCurrencyFunding` would refuse
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildCurrencyFunding = (
  contract: CurrencyContract,
  drafts: readonly CurrencyDraft[],
  payer: WalletCoins,
  tip: ChainTip,
  options: GenesisOptions = {},
): CurrencyFunding =>
  withGenesis(
    'funding',
    payer,
    {
      network: contract.network,
      change: 'first',
      userPrompt: drafts.length === 1 ? 'Fund the payment' : `Fund ${drafts.length} payments`,
      plan: (category) => ({ outputs: currencyFundingOutputs(contract, drafts, category, tip) }),
    },
    options,
  );
