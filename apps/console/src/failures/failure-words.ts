import type { WeirErrorCode } from '@weir/client';
import { type Message, msg } from '../language/text.js';

interface Words {
  readonly title: Message;
  readonly meaning: Message;
  readonly next: Message;
  /** Whether the error's own message says more than `meaning`. It is in English: other languages have it beside. */
  readonly hasDetail?: true;
}

/** What the user entered is not accepted. */
const unusable = (meaning: Message): Words => ({
  title: msg('This is not valid'),
  meaning,
  next: msg('Change it, then try again.'),
  hasDetail: true,
});

const NOT_SIGNED_IN: Words = {
  title: msg('You are not signed in'),
  meaning: msg('The wallet has to prove your address, and the service did not accept the proof.'),
  next: msg('Try again, and sign the message in the wallet.'),
  hasDetail: true,
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
  hasDetail: true,
};

const RELOAD = msg('Reload the page to see the current state.');
const NO_MORE = msg('No further action is needed.');

/** Every code in words: `Record` keeps it complete. */
const WORDS: Readonly<Record<WeirErrorCode, Words>> = {
  INVALID_REQUEST: unusable(msg('An entered value is not accepted.')),
  INVALID_ADDRESS: unusable(msg('An address is not valid here.')),
  INVALID_AMOUNT: unusable(msg('An amount is not valid here.')),
  INVALID_TIME: unusable(msg('A time is not valid here.')),
  SCHEDULE_UNSOUND: unusable(msg('With this schedule, a part of the money could never be paid out.')),
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
    meaning: msg('The wallet does not have enough to spend.'),
    next: msg('Pay into the wallet, then try again.'),
    hasDetail: true,
  },
  NOTHING_TO_PUSH: {
    title: msg('Nothing can be paid out now'),
    meaning: msg('Nothing has unlocked, or the amount is too small to pay its own fee.'),
    next: msg('The recipient can claim it; or come back later.'),
    hasDetail: true,
  },
  LIMIT_EXCEEDED: {
    title: msg('More than the purse may pay now'),
    meaning: msg('The amount and its fee exceed what the purse may pay at the moment.'),
    next: msg('Pay less, or wait until its limit has refilled.'),
  },
  FEE_RATE_TOO_HIGH: {
    title: msg('Fees are too high at the moment'),
    meaning: msg('The network requires a higher fee than the contract pays.'),
    next: msg('Come back when the network is quieter; nothing is lost by waiting.'),
    hasDetail: true,
  },
  NOTHING_TO_CLAIM: {
    title: msg('Nothing is claimable yet'),
    meaning: msg('Later amounts can be claimed later.'),
    next: msg('Come back then; nothing is lost by waiting.'),
    hasDetail: true,
  },
  WALLET_REFUSED: {
    title: msg('You declined it in the wallet'),
    meaning: msg('Nothing was signed, nothing was sent and nothing has changed.'),
    next: msg('Try again when you are ready, and approve the request in your wallet.'),
  },
  WALLET_FAILED: {
    title: msg('The wallet failed'),
    meaning: msg('It may be locked, closed or disconnected. Nothing was sent and nothing has changed.'),
    next: msg('Open and unlock it, check that it is connected, then retry.'),
  },
  WALLET_REQUIRED: {
    title: msg('You need a wallet'),
    meaning: msg('This needs the wallet of the person concerned.'),
    next: msg('Connect a wallet above, then try again.'),
    hasDetail: true,
  },
  UNEXPECTED_TRANSACTION: {
    title: msg('This does not match your request'),
    meaning: msg('The service asked for a signature on something else.'),
    next: msg('Nothing was signed. Do not sign it elsewhere, and report it to the operator of this site.'),
    hasDetail: true,
  },
  UNEXPECTED_PRICE: {
    title: msg('A price is not proven'),
    meaning: msg('What the service says that a payment came to does not follow from the oracle’s signatures.'),
    next: msg('Compare the payment with the chain, and report it to the operator of this site.'),
    hasDetail: true,
  },
  REVIEW_DECLINED: {
    title: msg('You declined it'),
    meaning: msg('The wallet was not asked. Nothing was signed and nothing has changed.'),
    next: msg('Try again when you are ready.'),
  },
  WALLET_ANSWER_UNUSABLE: {
    title: msg('The wallet answered something else'),
    meaning: msg('Its answer does not match the request.'),
    next: msg('Update the wallet or use another one, then try again. Nothing was sent.'),
    hasDetail: true,
  },
  NOTHING_TO_SIGN: {
    title: msg('There is nothing left to do'),
    meaning: msg('This is already done.'),
    next: RELOAD,
  },
  PENDING_UNUSABLE: {
    title: msg('A signed transaction cannot be resumed'),
    meaning: msg('It was stored by another version of this page.'),
    next: RELOAD,
  },
  CONNECTION_FAILED: BUSY,
  ANSWER_UNREADABLE: {
    title: msg('The service’s answer cannot be read'),
    meaning: msg('Something between you and the service changed the answer.'),
    next: msg('Try again in a moment.'),
    hasDetail: true,
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
    meaning: msg('It was sent, but no server shows it after a minute. It may still arrive.'),
    next: msg('Keep this page open or come back later: it continues automatically.'),
  },
  TX_UNCONFIRMED: {
    title: msg('The transaction needs more blocks'),
    meaning: msg('It counts after more blocks follow it.'),
    next: msg('Keep this page open or come back later: it continues automatically.'),
    hasDetail: true,
  },
  TX_MISMATCH: {
    title: msg('The transaction does not match'),
    meaning: msg('It does something else on the chain.'),
    next: msg('It was not recorded. Look at the transaction in your wallet before you sign again.'),
    hasDetail: true,
  },
  HASH_ALREADY_USED: {
    title: msg('The transaction belongs to another record'),
    meaning: msg('A transaction can be recorded only once.'),
    next: RELOAD,
    hasDetail: true,
  },
  BROADCAST_REJECTED: {
    title: msg('The network refused the transaction'),
    meaning: msg('Its rules do not allow it now.'),
    next: msg('Nothing was spent. Try again: the transaction is rebuilt from the current state of the chain.'),
    hasDetail: true,
  },
  CHAIN_UNAVAILABLE: {
    title: msg('The chain cannot be read at the moment'),
    meaning: msg('No Electrum server answers the service. Contracts keep working.'),
    next: msg('Try again in a minute.'),
  },
  ORACLE_UNAVAILABLE: {
    title: msg('The price is not known at the moment'),
    meaning: msg('The oracle of this payment has published no price in the last day.'),
    next: msg('Try again in a minute.'),
  },
  NOTICE_NOT_OVER: {
    title: msg('The notice is not over'),
    meaning: msg('It ends with a block that is not mined yet.'),
    next: msg('Come back when that block is reached.'),
    hasDetail: true,
  },
  FORBIDDEN: {
    title: msg('This wallet may not do that'),
    meaning: msg('It belongs to somebody else.'),
    next: msg('Connect the wallet of the person concerned.'),
    hasDetail: true,
  },
  NOT_FOUND: {
    title: msg('There is no such record'),
    meaning: msg('No page has this address.'),
    next: msg('Check the address of this page. Records that nobody funds are removed after a while.'),
    hasDetail: true,
  },
  RECORD_EXPIRED: {
    title: msg('The record has expired'),
    meaning: msg('Nobody funded it in time.'),
    next: msg('Create it again.'),
    hasDetail: true,
  },
  WRONG_STATE: {
    title: msg('This cannot be done now'),
    meaning: msg('The record is in another state.'),
    next: RELOAD,
    hasDetail: true,
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
    meaning: msg('It has claimed everything it can.'),
    next: NO_MORE,
    hasDetail: true,
  },
  OUTSIDE_CLAIM_WINDOW: {
    title: msg('Claims are not open now'),
    meaning: msg('They have a start, an end, or both.'),
    next: msg('Come back while claims are open.'),
    hasDetail: true,
  },
  LANE_EXHAUSTED: {
    title: msg('Nothing is left for this address'),
    meaning: msg('Each address claims from a random part of the pool, and this part is used up.'),
    next: NO_MORE,
  },
  FEES_NOT_SPONSORED: {
    title: msg('The claimer pays the fee'),
    meaning: msg('This airdrop does not pay the fees of its claims.'),
    next: msg('Pay into the wallet, then try again.'),
  },
  PROPOSAL_STALE: {
    title: msg('The signatures are void'),
    meaning: msg('Another transaction spent the treasury’s coins.'),
    next: msg('Check on the chain that this transaction did not pay the proposal. Only then sign again.'),
  },
  PROPOSAL_MAY_BE_PAID: {
    title: msg('This proposal may be paid already'),
    meaning: msg(
      'You signed it, and the service says that the signatures are void. The payment may have been sent all the same.',
    ),
    next: msg(
      'Look up in a block explorer which transaction spent the treasury’s coin. Sign again only if that transaction did not pay this proposal.',
    ),
    hasDetail: true,
  },
  PROPOSAL_SIGNATURE_INVALID: {
    title: msg('The signature is not valid'),
    meaning: msg('The wallet’s signature does not fit the treasury. Nothing was sent.'),
    next: msg('Check that the wallet holds the key of this signer, then try again.'),
    hasDetail: true,
  },
  UNSAFE_CANCEL_DESTINATION: {
    title: msg('The rest would go to another address'),
    meaning: msg('Its contract pays the rest to another wallet.'),
    next: msg('Connect the wallet that the stream was created with.'),
    hasDetail: true,
  },
  RATE_LIMITED: {
    title: msg('Too many requests'),
    meaning: msg('The service limits the number of requests.'),
    next: msg('Wait a minute, then try again.'),
    hasDetail: true,
  },
  QUOTA_EXCEEDED: {
    title: msg('Too many unfunded records'),
    meaning: msg('The service stores only a limited number of unfunded records.'),
    next: msg('Fund your records or let them expire, then create more.'),
    hasDetail: true,
  },
  REQUEST_TIMEOUT: BUSY,
  IDEMPOTENCY_KEY_IN_USE: BUSY,
  DATABASE_UNAVAILABLE: BUSY,
  OVERLOADED: BUSY,
  INDEXER_UNAVAILABLE: {
    title: msg('The indexer cannot be reached'),
    meaning: msg('Its figures are missing at the moment. Money in contracts is not affected.'),
    next: msg('Try again in a minute.'),
  },
  INTERNAL: {
    title: msg('The service failed'),
    meaning: msg('Something went wrong on our side. Money in contracts is not affected.'),
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

/** Returns whether a code, which a newer service may have sent, is known here. */
export const hasWords = (code: string): code is WeirErrorCode => Object.hasOwn(WORDS, code);

/** Returns the words of a code; of one that a newer service has, those of a page that does not fit. */
export const wordsOf = (code: WeirErrorCode): Words => (hasWords(code) ? WORDS[code] : MISFIT);
