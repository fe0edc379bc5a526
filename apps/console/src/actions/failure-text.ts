import { isWeirError, type WeirError, type WeirErrorCode } from '@weir/client';
import { amountWithUnit, type AssetOfRecord, exactText } from '../format/amount.js';
import { timeText } from '../format/time.js';
import { type Message, msg, t } from '../language/text.js';
import { type Failure, loadingFailureOf } from './loading-failure.js';

/** Returns the field that a refusal is about, as requests name it; undefined where it is about none. */
export const fieldOf = ({ details: { field, problems } }: WeirError): string | undefined => {
  const [first] = problems ?? [];
  return field ?? (typeof first === 'object' ? first.field : undefined) ?? undefined;
};

/** What forms call the fields that the service names in its messages. */
const FIELD_WORDS: Readonly<Record<string, Message>> = {
  ...{
    recipient: msg('the recipient'),
    recipientName: msg('the name'),
    description: msg('the description'),
    title: msg('the title'),
  },
  ...{
    totalAmount: msg('the amount'),
    amountPerPeriod: msg('the amount'),
    amount: msg('the amount'),
    totalDeposit: msg('the deposit'),
  },
  ...{
    amountPerClaim: msg('the amount of a claim'),
    tokenCategory: msg('the token category'),
    intervalSeconds: msg('the interval'),
  },
  ...{ startTime: msg('the start'), startDate: msg('the start'), endTime: msg('the end'), endDate: msg('the end') },
  ...{
    cliffTimestamp: msg('the cliff'),
    address: msg('the address'),
    reason: msg('the reason'),
    name: msg('the name'),
  },
  ...{ signers: msg('the address of a signer'), signerPubkeys: msg('the key of a signer') },
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
  const word = (name: string): string => {
    const known = FIELD_WORDS[name];
    return known === undefined ? name : t(known);
  };
  const text = message.replace(FIRST, word).replace(NAMES, word);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

interface Words {
  readonly title: Message;
  readonly meaning?: Message;
  readonly next: Message;
}

const WORDS: Partial<Record<WeirErrorCode, Words>> = {
  INSUFFICIENT_FUNDS: { title: msg('Not enough coins'), next: msg('Pay into the wallet, then do it again.') },
  NOTHING_TO_PUSH: {
    title: msg('Nothing can be paid out now'),
    next: msg('The recipient can claim it; or come back later.'),
  },
  FEE_RATE_TOO_HIGH: {
    title: msg('Fees are too high at the moment'),
    next: msg('Come back when the network is quieter; nothing is lost by waiting.'),
  },
  NOTHING_TO_CLAIM: { title: msg('Nothing is due yet'), next: msg('Come back then; nothing is lost by waiting.') },
  WALLET_REFUSED: {
    title: msg('You declined it in the wallet'),
    meaning: msg('Nothing was signed, nothing was sent and nothing has changed.'),
    next: msg('Do it again when you are ready, and approve the request in your wallet.'),
  },
  WALLET_FAILED: {
    title: msg('The wallet failed'),
    meaning: msg('It may be locked, closed or disconnected. Nothing was sent and nothing has changed.'),
    next: msg('Open and unlock it, check that it is connected, then retry.'),
  },
  WALLET_REQUIRED: { title: msg('A wallet is needed'), next: msg('Connect a wallet above, then do it again.') },
  UNEXPECTED_TRANSACTION: {
    title: msg('This is not what you asked for'),
    next: msg('Nothing was signed. Do not sign it elsewhere, and report it to whoever runs this site.'),
  },
  REVIEW_DECLINED: {
    title: msg('You declined it'),
    meaning: msg('The wallet was not asked. Nothing was signed and nothing has changed.'),
    next: msg('Do it again when you are ready.'),
  },
  WALLET_ANSWER_UNUSABLE: {
    title: msg('The wallet answered something else'),
    next: msg('Update the wallet or use another one, then do it again. Nothing was sent.'),
  },
  NOTHING_TO_SIGN: {
    title: msg('There is nothing left to do'),
    next: msg('Reload the page to see the current state.'),
  },
  ANSWER_UNREADABLE: {
    title: msg('The service’s answer cannot be read'),
    next: msg('Something between you and the service changed the answer. Retry in a moment.'),
  },
  STATE_MOVED: {
    title: msg('Another transaction came first'),
    meaning: msg('Other transactions moved this contract several times. Yours was not sent.'),
    next: msg('Check the current state, then retry.'),
  },
  TX_REPLACED: {
    title: msg('The transaction was replaced'),
    meaning: msg('Another transaction that spends the same coins reached the network instead.'),
    next: msg('Check the current state, then retry.'),
  },
  TX_NOT_FOUND: {
    title: msg('The network does not show the transaction yet'),
    meaning: msg('It was sent, and no server shows it after a minute. It may still come.'),
    next: msg('Keep this page open or come back later: it is picked up again by itself.'),
  },
  TX_MISMATCH: {
    title: msg('The transaction is not the one expected'),
    next: msg('It was not recorded. Look at the transaction in your wallet before you sign again.'),
  },
  BROADCAST_REJECTED: {
    title: msg('The network refused the transaction'),
    next: msg('Nothing was spent. Do it again: it is built anew from what the chain shows now.'),
  },
  CHAIN_UNAVAILABLE: {
    title: msg('The chain cannot be read at the moment'),
    meaning: msg('No Electrum server answers the service. Contracts go on by themselves.'),
    next: msg('Try again in a minute.'),
  },
  NOTICE_NOT_OVER: { title: msg('The notice is not over'), next: msg('Come back when that block is reached.') },
  FORBIDDEN: { title: msg('This wallet may not do that'), next: msg('Connect the wallet of whoever it concerns.') },
  NOT_FOUND: {
    title: msg('There is no such record'),
    next: msg('Check the address of this page. Records that nobody funds are removed after a while.'),
  },
  WRONG_STATE: { title: msg('This cannot be done now'), next: msg('Reload the page to see the current state.') },
  NOT_ELIGIBLE: {
    title: msg('This address is not on the list'),
    next: msg('Connect the wallet whose address was announced to you.'),
  },
  CLAIM_LIMIT_REACHED: {
    title: msg('This address has reached its claim limit'),
    next: msg('There is nothing more to do.'),
  },
  OUTSIDE_CLAIM_WINDOW: { title: msg('Claims are not open now'), next: msg('Come back while they are.') },
  RATE_LIMITED: { title: msg('Too many requests'), next: msg('Wait a minute, then try again.') },
  QUOTA_EXCEEDED: {
    title: msg('Too many unfunded records'),
    next: msg('Fund what you have created, or let it expire, then create more.'),
  },
  UNSAFE_CANCEL_DESTINATION: {
    title: msg('The rest would go to another address'),
    next: msg('Connect the wallet that the stream was created with.'),
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
      return t('It takes a coin at the sender’s own address, which has none. Send a little BCH there first.');
    if (tokenCategory === undefined)
      return t('It takes {needed}, and the wallet has {available} that can be spent.', {
        needed: amountWithUnit(neededBase, 'BCH'),
        available: amountWithUnit(availableBase, 'BCH'),
      });
    const of: AssetOfRecord = { token_type: 'FUNGIBLE_TOKEN', token_category: tokenCategory };
    return t('It takes {needed} of the token, and the wallet has {available} that can be spent.', {
      needed: exactText(neededBase, of),
      available: exactText(availableBase, of),
    });
  }
  if (error.code === 'NOTHING_TO_CLAIM' && typeof claimableAt === 'number')
    return t('Something falls due {when} by the chain’s time, which runs about an hour behind the clock.', {
      when: timeText(claimableAt),
    });
  if (error.code === 'NOTICE_NOT_OVER' && typeof availableAtHeight === 'number')
    return t('It ends with block {height}.', { height: availableAtHeight });
  const said = error.code === 'WALLET_FAILED' && error.cause instanceof Error ? error.cause.message : '';
  if (said !== '') return t('It says: {said}. Nothing was sent and nothing has changed.', { said });
  if (codeOf(error) === 'BROADCAST_REJECTED' && typeof reason === 'string')
    return t('The node says: {reason}.', { reason });
  if (error.code !== 'NOT_FOUND' && codeOf(error) === 'NOT_FOUND') return t('The address of this page names none.');
  if (words?.meaning !== undefined) return t(words.meaning);
  return `${inFormWords(error.code === 'NOT_FOUND' ? firstSentence(error.message) : error.message)}.`;
};

const UNKNOWN = { title: msg('That did not work'), next: msg('Change what the message names, then try again.') };
const UNUSABLE = { title: msg('This is not valid'), next: msg('Change it, then try again.') };

/** Explains an error to the user: what it means and what they can do. */
export const failureOf = (error: unknown): Failure => {
  const known = loadingFailureOf(error);
  if (known !== undefined) return known;
  if (isWeirError(error)) {
    const words = WORDS[codeOf(error)];
    const other = error.remedy === 'CHANGE_INPUT' ? UNUSABLE : UNKNOWN;
    return {
      title: t(words?.title ?? other.title),
      meaning: meaningOf(error, words),
      next: t(words?.next ?? (error.retryable ? msg('Try again in a moment.') : other.next)),
      // Nothing is to be reported of what the user can change.
      reference: other === UNUSABLE ? undefined : error.requestId,
    };
  }
  return {
    title: t('This page failed'),
    meaning: error instanceof Error ? `${error.message}.` : t('Something unexpected happened.'),
    next: t('Reload it. If it fails again, report what you did.'),
    reference: undefined,
  };
};
