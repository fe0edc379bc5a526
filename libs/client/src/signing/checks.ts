import {
  checkSigned,
  Difference,
  ENGLISH,
  excludeEachOther,
  outpointsOf,
  lockingBytecodesOf,
  requestToSign,
  summarize,
  tokensIn,
  verify,
  type Reading,
  type SummaryWords,
} from '@weir/verify';
import { addressesOf, addressOf, type Connection } from '../connection/connection.js';
import { isSameAddress } from '../shared/address.js';
import type { WcTransaction } from '../shared/amounts.js';
import { WeirError } from '../shared/error.js';
import type { OnReview, Review } from '../shared/review.js';
import type { Wallet } from '../wallet.js';
import { createChainReads, isLocal, networkAt } from './chain-reads.js';
export { checkPrices } from './currency-payments.js';
import { expectationOf } from './expected.js';
import { closingMessageOf, isSignInMessage } from './messages.js';
import { oraclePrices } from './oracle-prices.js';
import type { Expectation, Purpose } from './scene.js';
import { signedBefore } from './signed-proposals.js';
import { tokenNames } from './token-names.js';

/** Highest fee rate that is taken without being asked for, satoshis for 1,000 bytes. */
const FEE_RATE = 10_000;

/** Turns a difference into the client's error. */
const refused = (error: unknown): unknown =>
  error instanceof Difference
    ? new WeirError(
        'UNEXPECTED_TRANSACTION',
        `Not signed: the service's transaction is not what was asked for. ${error.message}`,
        {
          cause: error,
        },
      )
    : error;

const show = async (review: Review, onReview: OnReview | undefined): Promise<void> => {
  if (onReview !== undefined && !(await onReview(review)))
    throw new WeirError('REVIEW_DECLINED', 'Declined before the wallet was asked: nothing was signed');
};

/** A request for a signature that was checked. */
export interface Checked {
  /** The request, written again from what was checked, with words from its own bytes for the wallet to show. */
  readonly request: Omit<WcTransaction, 'broadcast'>;
  /** Which of the wallet's addresses signs where a contract wants a key. */
  readonly signer: string | undefined;
  /** @throws WeirError WALLET_ANSWER_UNUSABLE where the wallet signed something else */
  readonly assertSigned: (signedTransaction: string) => void;
}

/** Returns the addresses of a wallet, first those that have not signed yet. */
const inOrder = (addresses: readonly string[], signed: readonly string[] = []): readonly string[] => {
  const hasSigned = (address: string): boolean => signed.some((other) => isSameAddress(other, address));
  return [...addresses.filter((address) => !hasSigned(address)), ...addresses.filter(hasSigned)];
};

const SHOWN = 3;

const promptOf = ({ sentences }: Review, { plural }: SummaryWords): string => {
  const shown = sentences.slice(0, SHOWN).join(' ');
  const more = sentences.length - SHOWN;
  return more > 0 ? `${shown} ${plural(more, { one: 'And {count} more.', other: 'And {count} more.' })}` : shown;
};

/** Of what a wallet does with its own coins alone. */
const NOTHING_ASKED: Expectation = { effects: [], isRequested: true };

/** What is checked, for whom, and who reads it. */
export interface CheckOptions {
  readonly wallet: Wallet;
  readonly onReview: OnReview | undefined;
  /** Whether the wallet makes a coin for itself alone. */
  readonly isPreparation?: boolean;
  /** What was signed for the same purpose before, hex, which the service says cannot be mined. */
  readonly earlier?: readonly string[];
}

const GIVES: ReadonlySet<string> = new Set([
  'OPENS_STREAMS',
  'OPENS_LOCKS',
  'OPENS_CAMPAIGN',
  'OPENS_CURRENCY_PAYMENTS',
  'PAYS',
  'PAYS_FROM_PURSE',
  'OPENS_ROSTER',
]);

/**
 * Checks that money of the wallet's leaves once, without trust in what the service reports of an earlier transaction: both must spend
 * a coin in common. A move of a contract happens once by itself.
 *
 * @throws Difference OTHER_TERMS
 */
const assertPaysOnce = ({ effects, vault }: Reading, transaction: string, earlier: readonly string[]): void => {
  if (vault !== undefined || !effects.some(({ kind }) => GIVES.has(kind))) return;
  if (earlier.some((one) => !excludeEachOther(one, transaction)))
    throw new Difference(
      'OTHER_TERMS',
      `It does the same as one of ${earlier.length} transactions that you signed a moment ago, by other coins, and both could be mined. See whether the first one was, and call again if not`,
    );
};

/** Returns the coin by which the chain shows what became of a proposal that was signed, `txid:vout`. */
export const vaultCoinOf = (transaction: string): string => outpointsOf(transaction)[0] ?? '';

/** Begins a review with what was signed for the same proposal before. */
const withWarning = (review: Review, before: string, { text }: SummaryWords): Review => {
  const coin = vaultCoinOf(before);
  const warning = text(
    'You signed another transaction for this proposal before. If it was mined, this one does the same again: check first which transaction spent the treasury’s coin {coin}.',
    { coin },
  );
  return { ...review, sentences: [warning, ...review.sentences] };
};

/** @throws WeirError REVIEW_REQUIRED where nobody reads what only a reader can judge */
const assertReadable = (isRequested: boolean, before: string | undefined, onReview: OnReview | undefined): void => {
  if (onReview !== undefined) return;
  if (before !== undefined)
    throw new WeirError(
      'REVIEW_REQUIRED',
      'Another transaction was signed for this proposal before, and may be mined, too: pass onReview to read which coin to check',
    );
  if (!isRequested)
    throw new WeirError(
      'REVIEW_REQUIRED',
      'Nobody said here what this should do: make the record by this client, or pass onReview to read the transaction',
    );
};

/**
 * Checks a transaction against what the caller asked for, before the wallet sees it, and has it read.
 *
 * @param built the service's answer: what it leaves out of a selection; no term is believed
 * @throws WeirError UNEXPECTED_TRANSACTION, REVIEW_DECLINED, or REVIEW_REQUIRED where neither terms nor a reader are known
 */
export const checkRequest = async (
  connection: Connection,
  purpose: Purpose,
  request: WcTransaction,
  built: unknown,
  { wallet, onReview, isPreparation = false, earlier = [] }: CheckOptions,
): Promise<Checked> => {
  let review: Review;
  let signs: string | undefined;
  const { reviewWords = ENGLISH } = connection;
  try {
    const addresses = await addressesOf(wallet);
    const { network, height } = await networkAt(connection, addresses[0]);
    const reads = createChainReads(connection, network);
    const asked = isPreparation
      ? NOTHING_ASKED
      : await expectationOf({ connection, wallet, addresses, network, reads }, purpose, built);
    const signer = {
      network,
      own: lockingBytecodesOf(inOrder(addresses, asked.signed), network),
      parties: lockingBytecodesOf(reads.recipients(), network),
      fundings: reads.fundings(),
      ...(height !== undefined && { height }),
      // Chains of one's own have a time of their own.
      ...(!isLocal(network) && { time: BigInt(Math.floor(Date.now() / 1000)) }),
    };
    const feeRate = BigInt(Math.max(FEE_RATE, 2 * (purpose.feeRate ?? 0)));
    const reading = verify(request, signer, { effects: asked.effects, feeRate });
    assertPaysOnce(reading, request.transaction, earlier);
    signs = reading.signs;
    const names = await tokenNames(connection, tokensIn(reading));
    review = summarize(reading, names, reviewWords, await oraclePrices(connection, reading));
    const before = signedBefore(connection, purpose, request.transaction);
    if (before !== undefined) review = withWarning(review, before, reviewWords);
    assertReadable(asked.isRequested, before, onReview);
    for (const effect of reading.effects)
      if (effect.kind === 'OPENS_ROSTER') reads.noteOpening(purpose.id, effect.vault);
  } catch (error) {
    throw refused(error);
  }
  await show(review, onReview);
  const toSign = requestToSign(request, promptOf(review, reviewWords)) as unknown as WcTransaction;
  return {
    request: toSign,
    signer: signs,
    assertSigned(signedTransaction) {
      try {
        checkSigned(request, signedTransaction);
      } catch (cause) {
        if (!(cause instanceof Difference)) throw cause;
        throw new WeirError('WALLET_ANSWER_UNUSABLE', cause.message, { cause });
      }
    },
  };
};

const unexpectedMessage = (what: string): WeirError =>
  new WeirError('UNEXPECTED_TRANSACTION', `Not signed: the service's message ${what}`);

/**
 * Checks a message that signs in.
 *
 * @throws WeirError UNEXPECTED_TRANSACTION where it is for another address, network or domain, or is not such a message
 */
export const checkSignIn = async (connection: Connection, address: string, message: string): Promise<void> => {
  const { network } = await networkAt(connection, address).catch((error: unknown) => {
    throw refused(error);
  });
  if (!isSignInMessage(connection, { address, network }, message))
    throw unexpectedMessage(
      "is not one that signs this address in to this service (signInDomain names another domain than the API's or the page's)",
    );
};

/**
 * Checks a message that closes a campaign, by the campaign's funding on the chain, and has it read.
 *
 * @throws WeirError UNEXPECTED_TRANSACTION, REVIEW_DECLINED
 */
export const checkClosing = async (
  connection: Connection,
  { id, wallet }: { readonly id: string; readonly wallet: Wallet },
  message: string,
  onReview: OnReview | undefined,
): Promise<void> => {
  let review: Review;
  try {
    const { network } = await networkAt(connection, await addressOf(wallet));
    const reads = createChainReads(connection, network);
    const closing = await closingMessageOf({ connection, network, reads }, id);
    if (closing.message !== message) throw unexpectedMessage('does not close this campaign');
    ({ review } = closing);
  } catch (error) {
    throw refused(error);
  }
  await show(review, onReview);
};
