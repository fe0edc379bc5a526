/** Payments in a currency, in BCH at an oracle's price. */
export * from './currency/currency-terms.js';
export * from './currency/currency-announcement.js';
export * from './currency/currency-state.js';
export * from './currency/currency-contract.js';
export * from './currency/currency-consent.js';
export * from './currency/currency-coin.js';
export * from './currency/currency-payout.js';
export * from './currency/currency-funding.js';
export * from './currency/currency-transition.js';
export * from './currency/currency-duties.js';
export * from './currency/transactions/fund-currency.js';
export * from './currency/transactions/pay-currency.js';
export * from './currency/transactions/top-up-currency.js';
export * from './currency/transactions/stop-currency.js';
export * from './currency/transactions/end-currency.js';
