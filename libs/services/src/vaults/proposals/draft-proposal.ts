import { binToHex, lockingBytecodeToCashAddress } from '@bitauth/libauth';
import { addressPrefix, type Network, outpointKey, parseOutpoint, parseVaultRecipient } from '@weir/covenants';
import type { ProposalRecord, ProposalSubject, UnspentOutput } from '@weir/infra';
import {
  DEFAULT_PROPOSAL,
  isAnnouncementKind,
  isFillingKind,
  isOpeningKind,
  isSeatKind,
  isTakingKind,
} from '@weir/kinds';
import { parseAmount, parseBchAmount } from '../../shared/amounts.js';
import { parseAsset } from '../../shared/parse-asset.js';
import { addressRefusal, parseStandardParty } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { builtCoins } from '../built-transaction.js';
import type { FollowedVault } from '../chain/follow-vault.js';
import { draftAirdropClose, draftAirdropOpening } from '../grants/draft-airdrop.js';
import { allowanceOf, draftAllowance, parseAllowance } from '../grants/draft-allowance.js';
import { draftAnnouncement, type NewRecipient } from '../grants/draft-announcement.js';
import { draftCurrencyMoves, draftCurrencyOpening } from '../grants/draft-currency.js';
import { draftMoves } from '../grants/draft-moves.js';
import { draftOpening } from '../grants/draft-opening.js';
import { draftTillFilling, draftTillTaking } from '../grants/draft-till.js';
import {
  type GrantKind,
  isGrantKind,
  parseGrant,
  type ProposalDraft,
  PURSE_FIELDS,
  RECORD_FIELDS,
  SEAT_FIELDS,
} from '../grants/grant-request.js';
import type { PreviousBuild } from '../grants/movable-rows.js';
import type { VaultContext } from '../vault-context.js';
import type { ProposeInput } from '../vaults.types.js';
import { buildPayout, type PayoutTerms } from './build-proposal.js';
import { assertKindFits, draftExchange, parseExchange, redraftExchange } from './draft-exchange.js';

/** A payout that a client asks for, parsed. */
type RequestedPayout = PayoutTerms & {
  /** Canonical. */
  readonly recipient: string;
};

type Payout = Omit<PayoutTerms, 'kind' | 'recipientBytecode'>;

const invalid = (field: string, message: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field });

/** The recipient in any kind of address, as its locking bytecode and its canonical form. */
const parseRecipient = (text: string, network: Network): Pick<RequestedPayout, 'recipient' | 'recipientBytecode'> => {
  const parsed = parseVaultRecipient(text, network);
  if (!parsed.ok) throw addressRefusal(text, network, 'recipient');
  const { lockingBytecode: bytecode, tokenAware: tokenSupport } = parsed;
  const address = lockingBytecodeToCashAddress({ bytecode, prefix: addressPrefix(network), tokenSupport });
  return { recipient: typeof address === 'string' ? text : address.address, recipientBytecode: binToHex(bytecode) };
};

const refuseGiven = ({ amount, tokenType = 'BCH', tokenCategory }: ProposeInput, why: string): void => {
  if (amount !== undefined) throw invalid('amount', `amount must be omitted: ${why}`);
  if (tokenType !== 'BCH') throw invalid('tokenType', `tokenType must be omitted: ${why}`);
  if (tokenCategory !== undefined) throw invalid('tokenCategory', `tokenCategory must be omitted: ${why}`);
};

/** Reads a payout of a whole coin with its token. The coin must exist: the category is taken from it. */
const parseCoin = (input: ProposeInput, outpoint: string, coins: readonly UnspentOutput[]): Payout => {
  refuseGiven(input, 'a coin named by outpoint is paid whole');
  const coin = parseOutpoint(outpoint);
  if (coin === undefined) throw invalid('outpoint', 'outpoint must be the txid and the index of a coin, txid:vout');
  const found = coins.find((each) => outpointKey(each) === outpointKey(coin));
  if (found?.token === undefined) {
    throw new ServiceError(
      'WRONG_STATE',
      'The vault has no coin with a token at that outpoint: see tokens of GET state',
      { field: 'outpoint' },
    );
  }
  return { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: found.token.category, amount: found.token.amount, coin };
};

const parsePayout = (input: ProposeInput, coins: readonly UnspentOutput[]): Payout => {
  const { outpoint, amount } = input;
  if (outpoint !== undefined) return parseCoin(input, outpoint, coins);
  if (amount === undefined) throw invalid('amount', 'amount is required for a spend');
  const asset = parseAsset(input);
  return { ...asset, amount: parseAmount(amount, 'amount', asset.tokenType), coin: null };
};

const refuseRecords = (input: ProposeInput, kind: string): void => {
  const named = [...RECORD_FIELDS, ...PURSE_FIELDS, ...SEAT_FIELDS].find((field) => input[field] !== undefined);
  if (named !== undefined) throw invalid(named, `${named} must be omitted: a proposal of kind ${kind} names no record`);
};

/**
 * Reads a payout that is proposed.
 *
 * @param coins what is at the vault's address, for a payout of a whole coin
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_AMOUNT, WRONG_STATE
 */
const parsePayoutRequest = (
  kind: PayoutTerms['kind'],
  input: ProposeInput,
  coins: readonly UnspentOutput[],
  network: Network,
): RequestedPayout => {
  refuseRecords(input, kind);
  if (input.recipient === undefined) throw invalid('recipient', `recipient is required for a ${kind}`);
  const recipient = parseRecipient(input.recipient, network);
  if (kind === 'spend') return { kind, ...recipient, ...parsePayout(input, coins) };
  refuseGiven(input, 'a close pays everything');
  if (input.outpoint !== undefined) throw invalid('outpoint', 'outpoint must be omitted: a close pays everything');
  return { kind, ...recipient, tokenType: 'BCH', tokenCategory: null, amount: 0n, coin: null };
};

const draftPayout = (terms: PayoutTerms & { readonly recipient: string }): ProposalDraft => {
  const { amount, ...rest } = terms;
  return {
    terms: { ...rest, subjects: [] },
    build: (contract, holdings, options) => buildPayout(contract, terms, holdings, options),
    // A close pays what there is.
    amountOf: ({ outputs }) => (terms.kind === 'close' ? (outputs[0]?.amount ?? 0n) : amount),
  };
};

/** The address that a vault moves to: of a kind that the contracts allow. */
const newRecipient = (text: string, network: Network): NewRecipient => {
  const { address, lockingBytecode, hashHex } = parseStandardParty(text, network, 'recipient');
  return { recipient: address, recipientBytecode: binToHex(lockingBytecode), recipientHash: hashHex };
};

/** Reads what a top-up adds. @throws ServiceError INVALID_REQUEST, INVALID_AMOUNT */
const parseTopUp = ({ amount }: ProposeInput): bigint => {
  if (amount === undefined) throw invalid('amount', 'amount is required for a topup');
  return parseBchAmount(amount, 'amount');
};

/** What a grant is drafted from, beside its records. */
interface GrantTerms {
  readonly kind: GrantKind;
  /** The new address of an announcement. */
  readonly recipient: string | undefined;
  /** What a top-up adds, satoshis. */
  readonly amount?: bigint;
  readonly previous?: PreviousBuild;
}

const draftGrant = (
  context: VaultContext,
  { kind, recipient = '', amount = 0n, previous }: GrantTerms,
  subjects: readonly ProposalSubject[],
  { vault }: FollowedVault,
): Promise<ProposalDraft> => {
  const [subject] = subjects;
  if (subject === undefined) throw new Error(`A proposal of kind ${kind} names no record`);
  if (isAnnouncementKind(kind)) {
    const to = newRecipient(recipient, context.network);
    return draftAnnouncement(context, subjects, to, vault, previous !== undefined);
  }
  if (isFillingKind(kind)) return draftTillFilling(context, subject, vault, amount);
  if (isTakingKind(kind)) return draftTillTaking(context, subject, vault);
  if (subject.type === 'airdrop')
    return isOpeningKind(kind)
      ? draftAirdropOpening(context, subject, vault)
      : draftAirdropClose(context, subject, vault);
  if (subject.type === 'currency')
    return isOpeningKind(kind)
      ? draftCurrencyOpening(context, subjects, vault)
      : draftCurrencyMoves(context, kind, subjects, vault, previous);
  if (kind === 'airdrop') throw new Error('Proposal to open an airdrop names another kind of record');
  return isOpeningKind(kind)
    ? draftOpening(context, kind, subject, vault)
    : draftMoves(context, kind, subjects, vault, previous);
};

/**
 * Checks a request by itself, without the chain.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_AMOUNT
 */
export const checkRequest = ({ network }: VaultContext, input: ProposeInput): void => {
  const { kind = DEFAULT_PROPOSAL, outpoint } = input;
  if (kind === 'allowance') parseAllowance(input, network);
  else if (isSeatKind(kind)) parseExchange(kind, input, network);
  else if (isGrantKind(kind)) {
    parseGrant(kind, input);
    if (isAnnouncementKind(kind)) newRecipient(input.recipient ?? '', network);
    if (isFillingKind(kind)) parseTopUp(input);
  }
  // A whole coin is looked up among those that are there.
  else if (outpoint === undefined) parsePayoutRequest(kind, input, [], network);
};

/**
 * Drafts the proposal that a client asks for.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_AMOUNT, NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED,
 * NOTICE_NOT_OVER, CHAIN_UNAVAILABLE
 */
export const draftProposal = async (context: VaultContext, input: ProposeInput, synced: FollowedVault) => {
  const { kind = DEFAULT_PROPOSAL } = input;
  assertKindFits(kind, synced.vault);
  if (isSeatKind(kind)) return draftExchange(context, parseExchange(kind, input, context.network), synced.vault);
  if (kind === 'allowance') return draftAllowance(context, parseAllowance(input, context.network), synced.vault);
  return isGrantKind(kind)
    ? draftGrant(
        context,
        { kind, recipient: input.recipient, ...(isFillingKind(kind) && { amount: parseTopUp(input) }) },
        parseGrant(kind, input),
        synced,
      )
    : draftPayout(parsePayoutRequest(kind, input, synced.coins, context.network));
};

/** Drafts a stored proposal again, to be rebuilt. */
export const redraftProposal = async (context: VaultContext, proposal: ProposalRecord, synced: FollowedVault) => {
  const { kind, subjects, round, recipient, amount } = proposal;
  if (isSeatKind(kind)) return redraftExchange(context, proposal, synced.vault);
  if (kind === 'allowance') return draftAllowance(context, allowanceOf(proposal), synced.vault);
  return isGrantKind(kind)
    ? draftGrant(
        context,
        { kind, recipient, amount, previous: { round, coins: builtCoins(proposal) } },
        subjects,
        synced,
      )
    : draftPayout({ ...proposal, kind });
};
