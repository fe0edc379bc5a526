import { isWeirError, type WeirError, type WeirErrorCode } from '@weir/client';
import { amountWithUnit, type AssetOfRecord, exactText } from '../format/amount.js';
import { timeText } from '../format/time.js';
import { currentLanguage, t } from '../language/text.js';
import { hasWords, wordsOf } from './failure-words.js';
import { inFormWords } from './form-words.js';
import { type Failure, loadingFailureOf } from './loading-failure.js';
import { TooLateToChange, tooLateToChange } from './too-late-to-change.js';
import { TreasuryShort, treasuryShort } from './treasury-short.js';
import { lacksWebAssembly, WITHOUT_WEB_ASSEMBLY } from './web-assembly.js';
import { WrongNetwork } from './wrong-network.js';

/** Returns the field that a refusal is about, as requests name it; undefined where it is about none. */
export const fieldOf = ({ details: { field, problems } }: WeirError): string | undefined => {
  const [first] = problems ?? [];
  return field ?? (typeof first === 'object' ? first.field : undefined) ?? undefined;
};

/**
 * Returns the code to explain: a broadcast rejected because its inputs are spent is explained as STATE_MOVED, and an id that can be
 * none as NOT_FOUND.
 */
const codeOf = (error: WeirError): WeirErrorCode => {
  const {
    code,
    details: { inputsGone },
  } = error;
  if (code === 'INVALID_REQUEST' && fieldOf(error) === 'id') return 'NOT_FOUND';
  return code === 'BROADCAST_REJECTED' && inputsGone === true ? 'STATE_MOVED' : code;
};

/** Returns the first sentence of a message; what follows is for integrators. */
const firstSentence = (message: string): string => message.replace(/\. .*$/s, '');

/** Returns what the facts of an error mean; undefined where it has none that say more than its code. */
const factsOf = (error: WeirError): string | undefined => {
  const { neededBase, availableBase, tokenCategory, claimableAt, availableAtHeight, reason, wallet } = error.details;
  if (error.code === 'INSUFFICIENT_FUNDS' && neededBase !== undefined && availableBase !== undefined) {
    // Coins of a wallet's other addresses do not show the sender's consent.
    if (wallet === 'sender' && neededBase === 1n)
      return t('This needs a coin at the sender’s own address, which has none. Send a little BCH there first.');
    if (tokenCategory === undefined)
      return t('You need {needed}, and the wallet has {available} to spend.', {
        needed: amountWithUnit(neededBase, 'BCH'),
        available: amountWithUnit(availableBase, 'BCH'),
      });
    const of: AssetOfRecord = { token_type: 'FUNGIBLE_TOKEN', token_category: tokenCategory };
    return t('You need {needed} of the token, and the wallet has {available} to spend.', {
      needed: exactText(neededBase, of),
      available: exactText(availableBase, of),
    });
  }
  if (error.code === 'NOTHING_TO_CLAIM' && typeof claimableAt === 'number')
    return t('The next amount unlocks {when} by the chain’s time, which is about an hour behind the clock.', {
      when: timeText(claimableAt),
    });
  if (error.code === 'NOTICE_NOT_OVER' && typeof availableAtHeight === 'number')
    return t('It ends with block {height}.', { height: availableAtHeight });
  const said = error.code === 'WALLET_FAILED' && error.cause instanceof Error ? error.cause.message : '';
  if (said !== '') return t('It reports: {said}. Nothing was sent and nothing has changed.', { said });
  if (codeOf(error) === 'BROADCAST_REJECTED' && typeof reason === 'string')
    return t('The node says: {reason}.', { reason });
  if (error.code !== 'NOT_FOUND' && codeOf(error) === 'NOT_FOUND')
    return t('The address of this page does not name one.');
  return undefined;
};

/** Returns the name that wallets give a network. */
const networkName = (network: string): string => {
  if (network === 'mainnet') return t('Bitcoin Cash (mainnet)');
  return network === 'regtest'
    ? t('a local test chain (regtest)')
    : t('the Bitcoin Cash test network ({network})', { network });
};

/** Returns an error's own message in the words of the forms. */
const detailOf = ({ code, message }: WeirError): string =>
  inFormWords(code === 'NOT_FOUND' ? firstSentence(message) : message);

/**
 * Returns what the service says of a field or row, in the page's language: its own sentence in English, else what its code means.
 *
 * @param code of an error, or one that rows have
 */
export const problemOf = (code: string, message: string): string =>
  currentLanguage() === 'en' ? inFormWords(message) : t(wordsOf(hasWords(code) ? code : 'INVALID_REQUEST').meaning);

/**
 * Explains an error to the user: what it means and what they can do.
 *
 * @param isPage whether it is the whole page's
 */
export const failureOf = (error: unknown, isPage = false): Failure => {
  const known = loadingFailureOf(error);
  if (known !== undefined) return known;
  if (error instanceof TooLateToChange) return tooLateToChange(error);
  if (error instanceof TreasuryShort) return treasuryShort(error);
  if (lacksWebAssembly(error))
    return {
      title: t(WITHOUT_WEB_ASSEMBLY.title),
      meaning: t(WITHOUT_WEB_ASSEMBLY.meaning),
      next: t(WITHOUT_WEB_ASSEMBLY.next),
      reference: undefined,
    };
  if (isWeirError(error) && error.cause instanceof WrongNetwork) {
    const network = networkName(error.cause.network);
    return {
      title: t('The wallet is on another network'),
      meaning: t('This site uses {network}. The wallet does not offer it, so it was not connected.', { network }),
      next: t('Switch the wallet to {network}, then connect it again. Or use a wallet that supports it.', { network }),
      reference: undefined,
    };
  }
  if (isWeirError(error)) {
    const { title, meaning, next, hasDetail = false } = wordsOf(codeOf(error));
    const facts = factsOf(error);
    const detail = hasDetail && facts === undefined ? `${detailOf(error)}.` : undefined;
    const isEnglish = currentLanguage() === 'en';
    return {
      title: t(title),
      meaning: facts ?? (isEnglish ? detail : undefined) ?? t(meaning),
      detail: isEnglish ? undefined : detail,
      next: t(next),
      // Nothing is to be reported of what the user can change.
      reference: error.remedy === 'CHANGE_INPUT' ? undefined : error.requestId,
    };
  }
  return {
    title: isPage ? t('This page failed') : t('This part of the page failed'),
    meaning: error instanceof Error ? `${error.message}.` : t('Something unexpected happened.'),
    next: t('Reload it. If it fails again, report what you did.'),
    reference: undefined,
  };
};
