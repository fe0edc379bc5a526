import { binToHex } from '@bitauth/libauth';
import {
  buildCurrencyFunding,
  buildRosterFirstDeposit,
  createCurrencyContract,
  DEFAULT_CURRENCY_FEES,
  findCurrencyFunding,
  findRosterDeployment,
  guardianHash,
  lockingBytecodeOf,
  nextCurrencyDuty,
  partyAddress,
  usableLocktime,
} from '@weir/covenants';
import {
  calendarPart,
  currencyTermsOf,
  fundCalendar,
  lastDaySalary,
  minuteOf,
  openedByCalendar,
  openOracle,
} from '@weir/simulation';
import { createWallet, type Wallet } from '@weir/wallet';
import { useFixture } from './support/fixture.js';
import { DAY, given, send } from './support/stream.js';

const fixture = useFixture();
const open = (privateKey: string): Wallet => createWallet({ privateKey });
const partyOf = ({ publicKeyHash }: Wallet): Uint8Array => lockingBytecodeOf(publicKeyHash);

it('shows a payment in a currency with its terms, its state, and the price of each step', async () => {
  const { node } = fixture;
  const [sender, recipient] = [open('currency sender'), open('currency recipient')];
  const oracle = await openOracle(45_000n);
  const contract = createCurrencyContract(currencyTermsOf(partyOf(sender), oracle, 1), 'devnet');
  const due = minuteOf(BigInt(node.tip.medianTimePast - DAY));
  const draft = { recipient: partyOf(recipient), amount: 150_000n, periods: 12, firstDue: due };
  const satoshis = DEFAULT_CURRENCY_FEES.reserve + 200_000_000n;
  const funds = { hash: sender.publicKeyHash, coins: [given(node, sender, 900_000_000n)] };
  const built = buildCurrencyFunding(contract, [{ ...draft, satoshis }], funds, {
    height: node.tip.height,
    medianTimePast: 0,
  });
  const { txid, transaction } = await send(node, sender, built.transaction);
  const result = findCurrencyFunding('devnet', txid, transaction);
  const [payment] = result.ok ? result.plan.payments : [];
  if (payment === undefined) throw new Error('A payment was funded');
  const pair = oracle.pairAt(due);
  const time = usableLocktime(node.tip);
  const duty = nextCurrencyDuty({ contract, ...payment, clock: undefined, time, pair, deposits: [] });
  const paid = node.submit(duty?.transaction.hex ?? '');
  node.mine();
  await fixture.indexed();

  const { body: list } = await fixture.get(`/indexer/currency-payments?address=${recipient.address}`);
  const row = {
    contractAddress: contract.address,
    product: 'CURRENCY_PAYMENT',
    sender: sender.address,
    recipient: recipient.address,
    tokenType: 'BCH',
    totalAmount: 2,
    // 1,500.00 USD at 450.00 USD are more than there is: the rest is a debt, and earned.
    releasedAmountBase: '200000000',
    vestedAmountBase: '333333333',
    status: 'ACTIVE',
    terms: {
      currency: 'USD',
      decimals: 2,
      oracle: binToHex(oracle.publicKey),
      amountPerPeriod: '150000',
      periods: 12,
      intervalSeconds: DAY,
      firstDue: Number(due),
      topUpAddress: contract.till(payment.coin.category, 1).address,
    },
    current: { owedSatoshis: '133333333', periodsLeft: 11, periodsOpen: 11, nextDue: Number(due) + DAY },
    lastTxHash: paid,
  };
  expect(list).toMatchObject({ success: true, nextCursor: null, currencyPayments: [row] });
  const { status, body } = await fixture.get(`/indexer/currency-payments/${contract.address}`);
  expect([status, body]).toMatchObject([
    200,
    {
      currencyPayment: row,
      events: [
        { event: 'fund', details: {} },
        {
          event: 'pay',
          txHash: paid,
          paidToRecipientBase: '200000000',
          details: {
            due: Number(due),
            price: '45000',
            priceTime: Number(due),
            periodSatoshis: '333333333',
            owedSatoshis: '133333333',
          },
        },
      ],
      otherInstances: [],
    },
  ]);
  expect(await fixture.get(`/indexer/payments/${contract.address}`)).toMatchObject({ status: 404 });
});

it('shows a salary by the calendar with its days, its next date, and the payday of each payment', async () => {
  const { node } = fixture;
  const [sender, recipient] = [open('calendar sender'), open('calendar recipient')];
  // Of the two months before this one.
  const now = new Date(node.tip.medianTimePast * 1_000);
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1));
  const month = { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1 };
  const part = calendarPart('SALARY_BCH', partyOf(sender), [lastDaySalary(partyOf(recipient), month)], {
    nonce: new Uint8Array(16).fill(3),
  });
  const funds = { hash: sender.publicKeyHash, coins: [given(node, sender, 90_000_000n)] };
  const built = fundCalendar(part, funds, { height: node.tip.height, medianTimePast: 0 });
  const { txid, transaction } = await send(node, sender, built);
  const [opened] = openedByCalendar(txid, transaction);
  if (opened === undefined) throw new Error('A salary was funded');
  const { stream, state } = opened;
  /** The last day of a month, counted from the first one of the salary, at 09:00, one hour east of Greenwich. */
  const paydayOf = (place: number): number => Date.UTC(month.year, month.month + place, 0, 8) / 1_000;
  const push = stream
    .at(state)
    .payoutAt(BigInt(paydayOf(1)))
    ?.buildPush();
  node.submit(push?.hex ?? '');
  node.mine();
  await fixture.indexed();
  const row = {
    contractAddress: stream.address,
    product: 'CALENDAR_SALARY_BCH',
    recipient: recipient.address,
    totalAmountBase: '12000000',
    releasedAmountBase: '2000000',
    terms: {
      amountPerPeriodBase: '1000000',
      periods: 12,
      months: 1,
      day: 31,
      secondDay: null,
      time: '09:00',
      utcOffset: '+01:00',
      firstDue: paydayOf(0),
      lastDue: paydayOf(11),
    },
    current: { nextDue: paydayOf(2), periodsLeft: 10 },
  };
  const { body: list } = await fixture.get(`/indexer/payments?address=${recipient.address}`);
  expect(list).toMatchObject({ success: true, payments: [row] });
  expect((await fixture.get(`/indexer/payments/${stream.address}`)).body).toMatchObject({
    payment: row,
    events: [
      { event: 'fund', details: {} },
      {
        event: 'push',
        details: { firstNumber: 1, lastNumber: 2, firstPayday: paydayOf(0), lastPayday: paydayOf(1) },
      },
    ],
  });
});

it('shows a treasury with a roster: who signs, who may recover it, and whether a recovery runs', async () => {
  const { node } = fixture;
  const signers = ['anna', 'ben', 'cleo'].map(open);
  const [anna, ben, cleo] = signers.map(({ publicKeyHash }) => publicKeyHash);
  if (anna === undefined || ben === undefined || cleo === undefined) throw new Error('Three sign');
  const guardian = guardianHash(partyOf(open('guardian')));
  const members = { signers: [anna, ben, cleo], guardian, quiet: 30, review: 20 } as const;
  const depositor = open('depositor');
  const funds = { hash: depositor.publicKeyHash, coins: [given(node, depositor, 90_000_000n)] };
  const tip = { height: node.tip.height };
  const built = buildRosterFirstDeposit('devnet', members, funds, 50_000_000n, { tip });
  const { txid, transaction } = await send(node, depositor, built.transaction);
  const found = findRosterDeployment('devnet', txid, transaction);
  if (!found.ok) throw new Error(found.problem);
  await fixture.indexed();
  const { address, category, lockingBytecode } = found.contract;
  const row = {
    contractAddress: address,
    product: 'ROSTER',
    sender: partyAddress(lockingBytecode, 'devnet'),
    recipient: null,
    totalAmountBase: '50000000',
    terms: { category },
    current: {
      phase: 'active',
      signerHashes: [anna, ben, cleo].map(binToHex),
      guardianHash: binToHex(guardian),
      quietBlocks: 30,
      reviewBlocks: 20,
      spends: 0,
    },
  };
  expect((await fixture.get('/indexer/rosters')).body).toMatchObject({ rosters: [row] });
  expect((await fixture.get(`/indexer/rosters/${address}`)).body).toMatchObject({
    roster: row,
    events: [{ event: 'fund', txHash: txid, details: row.current }],
  });
  expect((await fixture.get('/indexer/purses')).body).toMatchObject({ success: true, purses: [] });
});
