import { bindUseCases } from '../shared/bind-use-cases.js';
import { createCurrency, listOracles, previewCurrency } from './create-currency.js';
import type { CurrencyContext } from './currency-context.js';
import { confirmCurrencyFunding, currencyFundingInfo } from './fund-currency.js';
import {
  cancelCurrency,
  confirmCurrencyStep,
  pauseCurrency,
  pushCurrency,
  resumeCurrency,
  topUpCurrency,
} from './move-currency.js';
import { getCurrency, listCurrency } from './read-currency.js';
import { confirmTaking, readTill, takeFromTill } from './take-currency.js';

/** Builds the use cases of payments in a currency. Holds no state of its own: any number of replicas may serve. */
export const createCurrencyService = (context: CurrencyContext) =>
  bindUseCases(context, {
    oracles: listOracles,
    list: listCurrency,
    get: getCurrency,
    preview: previewCurrency,
    create: createCurrency,
    fundingInfo: currencyFundingInfo,
    confirmFunding: confirmCurrencyFunding,
    cancel: cancelCurrency,
    pause: pauseCurrency,
    resume: resumeCurrency,
    topUp: topUpCurrency,
    confirm: confirmCurrencyStep,
    push: pushCurrency,
    till: readTill,
    take: takeFromTill,
    confirmTaking,
  });

export type CurrencyService = ReturnType<typeof createCurrencyService>;
