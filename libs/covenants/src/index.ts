export type { WcTransaction } from './wallet-connect/wc-transaction.js';
