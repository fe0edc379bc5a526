import type { NewCurrencyPayment } from '../src/database/currency/currency-record.js';
import type { CurrencyScope } from '../src/database/currency/currency-scope.js';
import { randomHex } from './streams.js';

/** A payment in a currency to be stored: 45.00 USD a day. */
export const newCurrencyPayment = (changes: Partial<NewCurrencyPayment> = {}): NewCurrencyPayment => {
  const script = randomHex(32);
  const [sender, recipient] = [randomHex(20), randomHex(20)];
  return {
    sender: `bchtest:${sender}`,
    senderHash: sender,
    recipient: `bchtest:${recipient}`,
    recipientHash: recipient,
    recipientName: null,
    currency: 'USD',
    decimals: 2,
    amountPerPeriod: 4_500n,
    paymentInterval: 'DAILY',
    firstDue: 1_700_000_000,
    periods: 12,
    cancelNoticeBlocks: 6,
    openingSatoshis: 30_000n,
    announcement: `6a${randomHex(40)}`,
    contractAddress: `bchtest:${script}`,
    lockingBytecode: `aa20${script}87`,
    scriptHash: script,
    initialCommitment: '01',
    ...changes,
  };
};

/** PENDING to ACTIVE: the funding of a transaction opens it. */
export const fundCurrency = (scope: CurrencyScope, txHash = randomHex(32), vout = 1): Promise<boolean> => {
  const output = { commitment: '01', satoshis: scope.payment.openingSatoshis };
  const category = randomHex(32);
  return scope.advance({
    transition: {
      ...({ kind: 'fund', txHash, source: 'confirm', spent: null, block: null, locktime: 0 } as const),
      ...({ paidToRecipient: 0n, paidToSender: 0n } as const),
      state: { ...output, vout, tokenAmount: null },
    },
    changes: {
      status: 'ACTIVE',
      state: { ...output, category, txid: txHash, vout },
      funding: { txHash, vout, category, activatedAt: 1_700_000_100 },
    },
  });
};

/** ACTIVE to another status, by a step that leaves the state or ends it. */
export const stepCurrency = (scope: CurrencyScope, status: 'PAUSED' | 'COMPLETED' | 'CANCELLED'): Promise<boolean> => {
  const { state } = scope.payment;
  if (state === null) throw new Error('The payment has ended');
  const txHash = randomHex(32);
  const left = status === 'PAUSED' ? { ...state, txid: txHash, vout: 0 } : null;
  return scope.advance({
    transition: {
      ...({ kind: 'step', txHash, source: 'chain', block: null, locktime: 0 } as const),
      ...({ paidToRecipient: 0n, paidToSender: 0n } as const),
      spent: { txid: state.txid, vout: state.vout },
      state:
        left === null ? null : { vout: 0, commitment: left.commitment, satoshis: left.satoshis, tokenAmount: null },
    },
    changes: { status, state: left },
  });
};
