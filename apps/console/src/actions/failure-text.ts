import { isWeirError, type WeirError, type WeirErrorCode } from '@weir/client';
import { amountWithUnit, type AssetOfRecord, exactText } from '../format/amount.js';
import { timeText } from '../format/time.js';
import { currentLanguage, type Message, msg, t } from '../language/text.js';
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
const inFormWords = (message: string): string => {
  const word = (name: string): string => {
    const known = FIELD_WORDS[name];
    return known === undefined ? name : t(known);
  };
  const text = message.replace(FIRST, word).replace(NAMES, word);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

interface Words {
  readonly title: Message;
  readonly meaning: Message;
  readonly next: Message;
  /** Whether the error's own message says more than `meaning`. It is in English: other languages have it beside. */
  readonly isToldMore?: true;
}

/** What the user entered is not accepted. */
const unusable = (meaning: Message): Words => ({
  ...{ title: msg('This is not valid'), meaning, next: msg('Change it, then try again.') },
  isToldMore: true,
});

const NOT_SIGNED_IN: Words = {
  title: msg('You are not signed in'),
  meaning: msg('The wallet has to show who you are, and the service did not accept it.'),
  next: msg('Do it again, and sign the message in the wallet.'),
  isToldMore: true,
};

const BUSY: Words = {
  title: msg('The service is busy'),
  meaning: msg('It cannot answer at the moment. Money in contracts is not affected.'),
  next: msg('Try again in a minute.'),
};

/** What a page never asks for, unless it is not of the service's version. */
const MISFIT: Words = {
  title: msg('The service does not understand this page'),
  meaning: msg('The page may be older or newer than the service.'),
  next: msg('Reload the page. If it fails again, report what you did.'),
  isToldMore: true,
};

const RELOAD = msg('Reload the page to see the current state.');
const NO_MORE = msg('There is nothing more to do.');

/** Every code in words: `Record` keeps it complete. */
const WORDS: Readonly<Record<WeirErrorCode, Words>> = {
  INVALID_REQUEST: unusable(msg('Something that was entered is not accepted.')),
  INVALID_ADDRESS: unusable(msg('An address is not valid here.')),
  INVALID_AMOUNT: unusable(msg('An amount is not valid here.')),
  INVALID_TIME: unusable(msg('A time is not valid here.')),
  SCHEDULE_UNSOUND: unusable(msg('By this schedule a part of the money could never be paid out.')),
  INVALID_WHITELIST: unusable(msg('The list of recipients is not valid.')),
  INVALID_RECIPIENTS: unusable(msg('Some rows of the list are not valid.')),
  PAYLOAD_TOO_LARGE: unusable(msg('It is too large to be sent.')),
  WHITELIST_TOO_LARGE: unusable(msg('The list of recipients is too long.')),
  PLAN_TOO_LARGE: unusable(msg('The list of recipients is too long.')),
  CALLER_REQUIRED: NOT_SIGNED_IN,
  TOKEN_INVALID: NOT_SIGNED_IN,
  TOKEN_EXPIRED: NOT_SIGNED_IN,
  NONCE_INVALID: NOT_SIGNED_IN,
  AUTH_SIGNATURE_INVALID: NOT_SIGNED_IN,
  INSUFFICIENT_FUNDS: {
    title: msg('Not enough coins'),
    meaning: msg('The wallet has too little that can be spent.'),
    next: msg('Pay into the wallet, then do it again.'),
    isToldMore: true,
  },
  NOTHING_TO_PUSH: {
    title: msg('Nothing can be paid out now'),
    meaning: msg('Nothing has unlocked, or it is too little to be paid out by itself.'),
    next: msg('The recipient can claim it; or come back later.'),
    isToldMore: true,
  },
  FEE_RATE_TOO_HIGH: {
    title: msg('Fees are too high at the moment'),
    meaning: msg('The network asks for more than the contract pays by itself.'),
    next: msg('Come back when the network is quieter; nothing is lost by waiting.'),
    isToldMore: true,
  },
  NOTHING_TO_CLAIM: {
    title: msg('Nothing is due yet'),
    meaning: msg('What is due later can be claimed later.'),
    next: msg('Come back then; nothing is lost by waiting.'),
    isToldMore: true,
  },
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
  WALLET_REQUIRED: {
    title: msg('A wallet is needed'),
    meaning: msg('It takes the wallet of whoever it concerns.'),
    next: msg('Connect a wallet above, then do it again.'),
    isToldMore: true,
  },
  UNEXPECTED_TRANSACTION: {
    title: msg('This is not what you asked for'),
    meaning: msg('The service asked for a signature on something else.'),
    next: msg('Nothing was signed. Do not sign it elsewhere, and report it to whoever runs this site.'),
    isToldMore: true,
  },
  REVIEW_DECLINED: {
    title: msg('You declined it'),
    meaning: msg('The wallet was not asked. Nothing was signed and nothing has changed.'),
    next: msg('Do it again when you are ready.'),
  },
  WALLET_ANSWER_UNUSABLE: {
    title: msg('The wallet answered something else'),
    meaning: msg('Its answer is not what was asked for.'),
    next: msg('Update the wallet or use another one, then do it again. Nothing was sent.'),
    isToldMore: true,
  },
  NOTHING_TO_SIGN: {
    title: msg('There is nothing left to do'),
    meaning: msg('It is done already.'),
    next: RELOAD,
  },
  PENDING_UNUSABLE: {
    title: msg('What was signed cannot be resumed'),
    meaning: msg('It was kept by another version of this page.'),
    next: RELOAD,
  },
  CONNECTION_FAILED: BUSY,
  ANSWER_UNREADABLE: {
    title: msg('The service’s answer cannot be read'),
    meaning: msg('Something between you and the service changed the answer.'),
    next: msg('Try again in a moment.'),
    isToldMore: true,
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
  TX_UNCONFIRMED: {
    title: msg('The transaction needs more blocks'),
    meaning: msg('It counts once more blocks follow it.'),
    next: msg('Keep this page open or come back later: it is picked up again by itself.'),
    isToldMore: true,
  },
  TX_MISMATCH: {
    title: msg('The transaction is not the one expected'),
    meaning: msg('It does something else on the chain.'),
    next: msg('It was not recorded. Look at the transaction in your wallet before you sign again.'),
    isToldMore: true,
  },
  HASH_ALREADY_USED: {
    title: msg('The transaction belongs to another record'),
    meaning: msg('A transaction is recorded once.'),
    next: RELOAD,
    isToldMore: true,
  },
  BROADCAST_REJECTED: {
    title: msg('The network refused the transaction'),
    meaning: msg('Its rules do not allow it now.'),
    next: msg('Nothing was spent. Do it again: it is built anew from what the chain shows now.'),
    isToldMore: true,
  },
  CHAIN_UNAVAILABLE: {
    title: msg('The chain cannot be read at the moment'),
    meaning: msg('No Electrum server answers the service. Contracts go on by themselves.'),
    next: msg('Try again in a minute.'),
  },
  NOTICE_NOT_OVER: {
    title: msg('The notice is not over'),
    meaning: msg('It ends with a block that is not there yet.'),
    next: msg('Come back when that block is reached.'),
    isToldMore: true,
  },
  FORBIDDEN: {
    title: msg('This wallet may not do that'),
    meaning: msg('It concerns somebody else.'),
    next: msg('Connect the wallet of whoever it concerns.'),
    isToldMore: true,
  },
  NOT_FOUND: {
    title: msg('There is no such record'),
    meaning: msg('Nothing has this address.'),
    next: msg('Check the address of this page. Records that nobody funds are removed after a while.'),
    isToldMore: true,
  },
  RECORD_EXPIRED: {
    title: msg('The record has expired'),
    meaning: msg('Nobody funded it in time.'),
    next: msg('Create it again.'),
    isToldMore: true,
  },
  WRONG_STATE: {
    title: msg('This cannot be done now'),
    meaning: msg('The record is in another state.'),
    next: RELOAD,
    isToldMore: true,
  },
  NOT_PAUSABLE: {
    title: msg('This cannot be paused'),
    meaning: msg('Its contract does not allow it.'),
    next: NO_MORE,
  },
  NOT_CANCELABLE: {
    title: msg('This cannot be cancelled'),
    meaning: msg('Its contract does not allow it.'),
    next: NO_MORE,
  },
  NOT_ELIGIBLE: {
    title: msg('This address is not on the list'),
    meaning: msg('Only addresses on the list can claim.'),
    next: msg('Connect the wallet whose address was announced to you.'),
  },
  CLAIM_LIMIT_REACHED: {
    title: msg('This address has reached its claim limit'),
    meaning: msg('It has claimed what it can.'),
    next: NO_MORE,
    isToldMore: true,
  },
  OUTSIDE_CLAIM_WINDOW: {
    title: msg('Claims are not open now'),
    meaning: msg('They have a start, an end, or both.'),
    next: msg('Come back while they are.'),
    isToldMore: true,
  },
  LANE_EXHAUSTED: {
    title: msg('Nothing is left for this address'),
    meaning: msg('Each address claims from a part of the pool that chance gives it, and this part is used up.'),
    next: NO_MORE,
  },
  FEES_NOT_SPONSORED: {
    title: msg('The claimer pays the fee'),
    meaning: msg('This campaign does not pay the fees of its claims.'),
    next: msg('Pay into the wallet, then do it again.'),
  },
  PROPOSAL_STALE: {
    title: msg('The signatures are void'),
    meaning: msg('Another transaction spent the treasury’s coins.'),
    next: msg('Sign again: it is built anew from what the chain shows now.'),
  },
  PROPOSAL_SIGNATURE_INVALID: {
    title: msg('The signature is not valid'),
    meaning: msg('The wallet did not sign what the treasury needs. Nothing was sent.'),
    next: msg('Check that the wallet holds the key of this signer, then do it again.'),
    isToldMore: true,
  },
  UNSAFE_CANCEL_DESTINATION: {
    title: msg('The rest would go to another address'),
    meaning: msg('Its contract pays the rest to another wallet than this one.'),
    next: msg('Connect the wallet that the stream was created with.'),
    isToldMore: true,
  },
  RATE_LIMITED: {
    title: msg('Too many requests'),
    meaning: msg('The service limits how often it is asked.'),
    next: msg('Wait a minute, then try again.'),
    isToldMore: true,
  },
  QUOTA_EXCEEDED: {
    title: msg('Too many unfunded records'),
    meaning: msg('The service keeps a limited number of records that nobody has funded.'),
    next: msg('Fund what you have created, or let it expire, then create more.'),
    isToldMore: true,
  },
  REQUEST_TIMEOUT: BUSY,
  IDEMPOTENCY_KEY_IN_USE: BUSY,
  DATABASE_UNAVAILABLE: BUSY,
  OVERLOADED: BUSY,
  INDEXER_UNAVAILABLE: {
    title: msg('The indexer cannot be reached'),
    meaning: msg('What it counts is missing at the moment. Money in contracts is not affected.'),
    next: msg('Try again in a minute.'),
  },
  INTERNAL: {
    title: msg('The service failed'),
    meaning: msg('It made a mistake. Money in contracts is not affected.'),
    next: msg('Try again in a moment. If it fails again, report it with the number below.'),
  },
  REVIEW_REQUIRED: MISFIT,
  NO_DEV_KIT: MISFIT,
  MALFORMED_REQUEST: MISFIT,
  INVALID_CURSOR: MISFIT,
  ROUTE_NOT_FOUND: MISFIT,
  METHOD_NOT_ALLOWED: MISFIT,
  PRECONDITION_FAILED: MISFIT,
  URI_TOO_LONG: MISFIT,
  UNSUPPORTED_MEDIA_TYPE: MISFIT,
  RANGE_NOT_SATISFIABLE: MISFIT,
  EXPECTATION_FAILED: MISFIT,
  HEADERS_TOO_LARGE: MISFIT,
  IDEMPOTENCY_KEY_REUSED: MISFIT,
  EVENTS_DROPPED: MISFIT,
  WEBHOOK_LIMIT_REACHED: MISFIT,
};

const hasWords = (code: string): code is WeirErrorCode => Object.hasOwn(WORDS, code);

/** Returns the words of a code; of one that a newer service has, those of a page that does not fit. */
const wordsOf = (code: WeirErrorCode): Words => (hasWords(code) ? WORDS[code] : MISFIT);

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

/** Returns what the facts of an error mean; undefined where it has none that say more than its code. */
const factsOf = (error: WeirError): string | undefined => {
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
  return undefined;
};

/** Returns an error's own message in the words of the forms. */
const toldBy = ({ code, message }: WeirError): string =>
  inFormWords(code === 'NOT_FOUND' ? firstSentence(message) : message);

/**
 * Returns what the service says of a field or row, in the page's language: its own sentence in English, else what its code means.
 *
 * @param code of an error, or one that rows have
 */
export const problemOf = (code: string, message: string): string =>
  currentLanguage() === 'en' ? inFormWords(message) : t(WORDS[hasWords(code) ? code : 'INVALID_REQUEST'].meaning);

/** Explains an error to the user: what it means and what they can do. */
export const failureOf = (error: unknown): Failure => {
  const known = loadingFailureOf(error);
  if (known !== undefined) return known;
  if (isWeirError(error)) {
    const { title, meaning, next, isToldMore = false } = wordsOf(codeOf(error));
    const facts = factsOf(error);
    const told = isToldMore && facts === undefined ? `${toldBy(error)}.` : undefined;
    const isEnglish = currentLanguage() === 'en';
    return {
      title: t(title),
      meaning: facts ?? (isEnglish ? told : undefined) ?? t(meaning),
      told: isEnglish ? undefined : told,
      next: t(next),
      // Nothing is to be reported of what the user can change.
      reference: error.remedy === 'CHANGE_INPUT' ? undefined : error.requestId,
    };
  }
  return {
    title: t('This page failed'),
    meaning: error instanceof Error ? `${error.message}.` : t('Something unexpected happened.'),
    next: t('Reload it. If it fails again, report what you did.'),
    reference: undefined,
  };
};
