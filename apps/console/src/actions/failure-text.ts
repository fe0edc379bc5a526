import { isWeirError, type WeirError, type WeirErrorCode } from '@weir/client';
import { amountWithUnit, type AssetOfRecord, exactText } from '../format/amount.js';
import { timeText } from '../format/time.js';

/** Returns the field that a refusal is about, as requests name it; undefined where it is about none. */
export const fieldOf = ({ details: { field, problems } }: WeirError): string | undefined => {
  const [first] = problems ?? [];
  return field ?? (typeof first === 'object' ? first.field : undefined) ?? undefined;
};

/** What forms call the fields that the service names in its messages. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  ...{ recipient: 'the recipient', recipientName: 'the name', description: 'the description', title: 'the title' },
  ...{ totalAmount: 'the amount', amountPerPeriod: 'the amount', amount: 'the amount', totalDeposit: 'the deposit' },
  ...{ amountPerClaim: 'the amount of a claim', tokenCategory: 'the token category', intervalSeconds: 'the interval' },
  ...{ startTime: 'the start', startDate: 'the start', endTime: 'the end', endDate: 'the end' },
  ...{ cliffTimestamp: 'the cliff', address: 'the address', reason: 'the reason', name: 'the name' },
  ...{ signers: 'the address of a signer', signerPubkeys: 'the key of a signer' },
};

/** Names in camel case are never words; others only where the message is about them, at its beginning. */
const NAMES = new RegExp(
  `\\b(${Object.keys(FIELD_WORDS)
    .filter((name) => /[A-Z]/.test(name))
    .join('|')})\\b`,
  'g',
);
const FIRST = new RegExp(`^(${Object.keys(FIELD_WORDS).join('|')})(?= (?:is|has|must|exceeds|times)\\b)`);

/** Writes a message of the service in the words of the forms: "totalAmount exceeds …" as "The amount exceeds …". */
export const inFormWords = (message: string): string => {
  const word = (name: string): string => FIELD_WORDS[name] ?? name;
  const text = message.replace(FIRST, word).replace(NAMES, word);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** A failure in words for the user. */
export interface Failure {
  readonly title: string;
  /** What it means for the user. */
  readonly meaning: string;
  /** What to do next. */
  readonly next: string;
  /** Request id that identifies it in the service's logs. */
  readonly reference: string | undefined;
}

type Words = Pick<Failure, 'title' | 'next'> & { readonly meaning?: string };

const WORDS: Partial<Record<WeirErrorCode, Words>> = {
  INSUFFICIENT_FUNDS: { title: 'Not enough coins', next: 'Pay into the wallet, then do it again.' },
  NOTHING_TO_PUSH: { title: 'Nothing can be paid out now', next: 'The recipient can claim it; or come back later.' },
  FEE_RATE_TOO_HIGH: {
    title: 'Fees are too high at the moment',
    next: 'Come back when the network is quieter; nothing is lost by waiting.',
  },
  NOTHING_TO_CLAIM: { title: 'Nothing is due yet', next: 'Come back then; nothing is lost by waiting.' },
  WALLET_REFUSED: {
    title: 'You declined it in the wallet',
    meaning: 'Nothing was signed, nothing was sent and nothing has changed.',
    next: 'Do it again when you are ready, and approve the request in your wallet.',
  },
  WALLET_FAILED: {
    title: 'The wallet failed',
    meaning: 'It may be locked, closed or disconnected. Nothing was sent and nothing has changed.',
    next: 'Open and unlock it, check that it is connected, then retry.',
  },
  WALLET_REQUIRED: { title: 'A wallet is needed', next: 'Connect a wallet above, then do it again.' },
  UNEXPECTED_TRANSACTION: {
    title: 'This is not what you asked for',
    next: 'Nothing was signed. Do not sign it elsewhere, and report it to whoever runs this site.',
  },
  REVIEW_DECLINED: {
    title: 'You declined it',
    meaning: 'The wallet was not asked. Nothing was signed and nothing has changed.',
    next: 'Do it again when you are ready.',
  },
  WALLET_ANSWER_UNUSABLE: {
    title: 'The wallet answered something else',
    next: 'Update the wallet or use another one, then do it again. Nothing was sent.',
  },
  NOTHING_TO_SIGN: { title: 'There is nothing left to do', next: 'Reload the page to see the current state.' },
  CONNECTION_FAILED: {
    title: 'The service cannot be reached',
    meaning:
      'You may be offline, or the service is away. What is shown may be old; money in contracts is not affected.',
    next: 'Check your connection and try again.',
  },
  ANSWER_UNREADABLE: {
    title: 'The service’s answer cannot be read',
    next: 'Something between you and the service changed the answer. Retry in a moment.',
  },
  STATE_MOVED: {
    title: 'Another transaction came first',
    meaning: 'Other transactions moved this contract several times. Yours was not sent.',
    next: 'Check the current state, then retry.',
  },
  TX_REPLACED: {
    title: 'The transaction was replaced',
    meaning: 'Another transaction that spends the same coins reached the network instead.',
    next: 'Check the current state, then retry.',
  },
  TX_NOT_FOUND: {
    title: 'The network does not show the transaction yet',
    meaning: 'It was sent, and no server shows it after a minute. It may still come.',
    next: 'Keep this page open or come back later: it is picked up again by itself.',
  },
  TX_MISMATCH: {
    title: 'The transaction is not the one expected',
    next: 'It was not recorded. Look at the transaction in your wallet before you sign again.',
  },
  BROADCAST_REJECTED: {
    title: 'The network refused the transaction',
    next: 'Nothing was spent. Do it again: it is built anew from what the chain shows now.',
  },
  CHAIN_UNAVAILABLE: {
    title: 'The chain cannot be read at the moment',
    meaning: 'No Electrum server answers the service. Contracts go on by themselves.',
    next: 'Try again in a minute.',
  },
  NOTICE_NOT_OVER: { title: 'The notice is not over', next: 'Come back when that block is reached.' },
  FORBIDDEN: { title: 'This wallet may not do that', next: 'Connect the wallet of whoever it concerns.' },
  NOT_FOUND: {
    title: 'There is no such record',
    next: 'Check the address of this page. Records that nobody funds are removed after a while.',
  },
  WRONG_STATE: { title: 'This cannot be done now', next: 'Reload the page to see the current state.' },
  NOT_ELIGIBLE: {
    title: 'This address is not on the list',
    next: 'Connect the wallet whose address was announced to you.',
  },
  CLAIM_LIMIT_REACHED: { title: 'This address has reached its claim limit', next: 'There is nothing more to do.' },
  OUTSIDE_CLAIM_WINDOW: { title: 'Claims are not open now', next: 'Come back while they are.' },
  RATE_LIMITED: { title: 'Too many requests', next: 'Wait a minute, then try again.' },
  QUOTA_EXCEEDED: {
    title: 'Too many unfunded records',
    next: 'Fund what you have created, or let it expire, then create more.',
  },
  UNSAFE_CANCEL_DESTINATION: {
    title: 'The rest would go to another address',
    next: 'Connect the wallet that the stream was created with.',
  },
};

/** Matches the reasons that nodes give for a transaction whose inputs have been spent by another one. */
const SPENT = /missing|spent|conflict|orphan/i;

/**
 * Returns the code to explain: a broadcast rejected because its inputs are spent is explained as STATE_MOVED, and an id that can be
 * none as NOT_FOUND.
 */
const codeOf = (error: WeirError): WeirErrorCode => {
  const {
    code,
    details: { reason },
  } = error;
  if (code === 'INVALID_REQUEST' && fieldOf(error) === 'id') return 'NOT_FOUND';
  return code === 'BROADCAST_REJECTED' && typeof reason === 'string' && SPENT.test(reason) ? 'STATE_MOVED' : code;
};

/** Returns the first sentence of a message; what follows is for integrators. */
const firstSentence = (message: string): string => message.replace(/\. .*$/s, '');

const meaningOf = (error: WeirError, words: Words | undefined): string => {
  const { neededBase, availableBase, tokenCategory, claimableAt, availableAtHeight, reason, wallet } = error.details;
  if (error.code === 'INSUFFICIENT_FUNDS' && neededBase !== undefined && availableBase !== undefined) {
    // Coins of a wallet's other addresses are no consent of the sender's.
    if (wallet === 'sender' && neededBase === 1n)
      return 'It takes a coin at the sender’s own address, which has none. Send a little BCH there first.';
    if (tokenCategory === undefined)
      return `It takes ${amountWithUnit(neededBase, 'BCH')}, and the wallet has ${amountWithUnit(availableBase, 'BCH')} that can be spent.`;
    const of: AssetOfRecord = { token_type: 'FUNGIBLE_TOKEN', token_category: tokenCategory };
    return `It takes ${exactText(neededBase, of)} of the token, and the wallet has ${exactText(availableBase, of)} that can be spent.`;
  }
  if (error.code === 'NOTHING_TO_CLAIM' && typeof claimableAt === 'number')
    return `Something falls due ${timeText(claimableAt)} by the chain's time, which runs about an hour behind the clock.`;
  if (error.code === 'NOTICE_NOT_OVER' && typeof availableAtHeight === 'number')
    return `It ends with block ${availableAtHeight}.`;
  const said = error.code === 'WALLET_FAILED' && error.cause instanceof Error ? error.cause.message : '';
  if (said !== '') return `It says: ${said}. Nothing was sent and nothing has changed.`;
  if (codeOf(error) === 'BROADCAST_REJECTED' && typeof reason === 'string') return `The node says: ${reason}.`;
  if (error.code !== 'NOT_FOUND' && codeOf(error) === 'NOT_FOUND') return 'The address of this page names none.';
  return words?.meaning ?? `${inFormWords(error.code === 'NOT_FOUND' ? firstSentence(error.message) : error.message)}.`;
};

/** Matches what browsers say of a part of the page that is not there: they are offline, or a new version has replaced it. */
const NO_PART = /dynamically imported module|preload CSS|module script/i;

/** Returns whether an error is that of a part of the page that could not be loaded: only a reload helps. */
export const isPartMissing = (error: unknown): boolean => error instanceof Error && NO_PART.test(error.message);

const UNKNOWN = { title: 'That did not work', next: 'Change what the message names, then try again.' };
const UNUSABLE = { title: 'This is not valid', next: 'Change it, then try again.' };

/** Explains an error to the user: what it means and what they can do. */
export const failureOf = (error: unknown): Failure => {
  if (isWeirError(error)) {
    const words = WORDS[codeOf(error)];
    const other = error.remedy === 'CHANGE_INPUT' ? UNUSABLE : UNKNOWN;
    return {
      title: words?.title ?? other.title,
      meaning: meaningOf(error, words),
      next: words?.next ?? (error.retryable ? 'Try again in a moment.' : other.next),
      // Nothing is to be reported of what the user can change.
      reference: other === UNUSABLE ? undefined : error.requestId,
    };
  }
  if (isPartMissing(error))
    return {
      title: 'A part of this page could not be loaded',
      meaning: 'You may be offline, or a new version of the page is out.',
      next: 'Check your connection, then reload the page.',
      reference: undefined,
    };
  return {
    title: 'This page failed',
    meaning: error instanceof Error ? `${error.message}.` : 'Something unexpected happened.',
    next: 'Reload it. If it fails again, report what you did.',
    reference: undefined,
  };
};
