import type {
  CurrencyChanges,
  NewCurrencyPayment,
  NewCurrencyPrice,
} from '../src/database/currency/currency-record.js';
import type { CurrencyScope } from '../src/database/currency/currency-scope.js';
import { newTerms, party, randomHex } from './streams.js';

/** The number of a payday, which stands for a date in the commitments of payments by the calendar. */
const PAYDAY = 330n;
/** When the next period of a payment with a state falls due. */
const NEXT_DUE = 1_700_086_400;

/** The debt of a payment, as its commitment says it. The rest of it says nothing to the database. */
const commitmentOf = ({ owed = 0n }): string => {
  const littleEndian = (value: bigint, bytes: number): string =>
    Array.from({ length: bytes }, (_, i) => ((value >> BigInt(8 * i)) & 255n).toString(16).padStart(2, '0')).join('');
  return [
    littleEndian(1n, 2),
    '00',
    littleEndian(12n, 2),
    littleEndian(12n, 2),
    littleEndian(PAYDAY, 5),
    littleEndian(owed, 7),
    littleEndian(150_000n, 6),
    '00'.repeat(20),
  ].join('');
};

/** A payment of 1,500.00 USD a day. */
export const newCurrencyPayment = (overrides: Partial<NewCurrencyPayment> = {}): NewCurrencyPayment => {
  const { contractAddress, lockingBytecode, scriptHash, announcement } = newTerms();
  const [sender, recipient] = [party(overrides.senderHash), party(overrides.recipientHash)];
  return {
    sender: sender.address,
    senderHash: sender.hash,
    recipient: recipient.address,
    recipientHash: recipient.hash,
    recipientName: 'Ada',
    currency: 'USD',
    decimals: 2,
    amountPerPeriod: 150_000n,
    paymentInterval: 'DAILY',
    firstDue: 1_700_000_000,
    periods: 12,
    cancelNoticeBlocks: 288,
    openingSatoshis: 1_000_000n,
    announcement,
    contractAddress,
    lockingBytecode,
    scriptHash,
    initialCommitment: commitmentOf({}),
    vaultId: null,
    ...overrides,
  };
};

interface Step {
  readonly kind: 'fund' | 'pay' | 'pay-debt' | 'top-up' | 'pause' | 'cancel' | 'close';
  /** What the state holds after it; undefined where it ends the payment. */
  readonly satoshis?: bigint | undefined;
  readonly owed?: bigint;
  readonly toRecipient?: bigint;
  readonly toSender?: bigint;
  readonly price?: Pick<NewCurrencyPrice, 'due' | 'price' | 'satoshis'> | undefined;
  /** Output of the state, by default the first. */
  readonly vout?: number;
  /** By default ACTIVE while there is a state, then COMPLETED. */
  readonly status?: CurrencyChanges['status'];
}

/** Records a step of a payment. @returns its hash */
export const stepCurrency = async (
  scope: CurrencyScope,
  { kind, satoshis, owed = 0n, toRecipient = 0n, toSender = 0n, price, vout = 0, status }: Step,
  txHash = randomHex(32),
): Promise<string> => {
  const { payment } = scope;
  const commitment = commitmentOf({ owed });
  const category = payment.funding?.category ?? randomHex(32);
  const state = satoshis === undefined ? null : { txid: txHash, vout, category, satoshis, commitment };
  await scope.advance({
    transition: {
      kind,
      txHash,
      spent: payment.state === null ? null : { txid: payment.state.txid, vout: payment.state.vout },
      state: satoshis === undefined ? null : { vout, commitment, satoshis, tokenAmount: null },
      paidToRecipient: toRecipient,
      paidToSender: toSender,
      locktime: 0,
      block: null,
      source: 'chain',
    },
    changes: {
      state,
      nextDue: state === null ? null : NEXT_DUE,
      status: status ?? (state === null ? 'COMPLETED' : 'ACTIVE'),
      totalPaid: payment.totalPaid + toRecipient,
      totalReturned: payment.totalReturned + toSender,
      paymentCount: payment.paymentCount + (price === undefined ? 0 : 1),
      ...(kind === 'fund' && { funding: { txHash, vout, category, activatedAt: 1_700_000_000 } }),
    },
    price: price && {
      priceTime: price.due + 20,
      priceNumber: 7,
      message: 'ab'.repeat(16),
      signature: 'cd'.repeat(64),
      previousMessage: 'ef'.repeat(16),
      previousSignature: '12'.repeat(64),
      ...price,
    },
  });
  return txHash;
};
