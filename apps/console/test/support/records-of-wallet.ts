import type { BrowserContext } from 'playwright-core';
import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import type { Fixture } from './fixture.js';

const DAY = 86_400;

/**
 * Texts of the records, which nobody translates; none has a word of the console. Some are long, in other scripts, or without a
 * place to break them.
 */
export const NAMES = {
  stream: '研究開発チームのための長期的な助成金、第三四半期から翌年度の第二四半期まで（改訂版）',
  payment: 'Ωmegahostingundwartungsvertragsverlängerungsvereinbarungsentgelt',
  lock: 'قفل المدخرات طويلة الأجل لفريق أوميغا حتى نهاية السنة المالية القادمة',
  draft: '🎁🎉👩‍👩‍👧‍👦 Ωmega 🏳️‍🌈🧾🚀',
  plan: 'Ωmega 工资单 👩🏽‍💻👨🏿‍🔧, Ωktober',
  drop: '给所有支持者的感谢空投，包括早期的测试者与翻译者',
  vault: 'خزينة أوميغا Ωmega 🏦',
  proposal: '🪑🪑🪑 Ωmega: Ωrgonomischebürostuhlbeschaffungsmaßnahmenpauschale',
  token: 'Ωmega gold',
  symbol: 'OMG-G',
  people: [
    'Ωlga',
    '山田花子（東京オフィス、研究開発部門）',
    'Ωnawashingtonmontgomeryfitzgeraldvonhohenzollernsigmaringen',
  ],
  contact: 'Ωtto von und zu Ωberammergau-Ünterallgäu, عثمان الأحمد 🦊',
} as const;

/** A wallet whose key is stored in a browser, so that pages that are loaded have it. */
export const walletOfKey = (key: string) => createWallet({ privateKey: Buffer.from(key, 'hex') });
type KeyedWallet = ReturnType<typeof walletOfKey>;

/** A contact as a browser keeps it. */
interface Contact {
  readonly name: string;
  readonly address: string;
}

/** Stores a wallet and contacts in a browser, before any of its pages is loaded. */
export const storeWallet = async (
  context: BrowserContext,
  key: string,
  contacts: readonly Contact[] = [],
): Promise<void> => {
  const stored = {
    'weir:local-key': key,
    'weir:session': JSON.stringify({ connector: 'local' }),
    'weir:contacts': JSON.stringify(contacts),
  };
  for (const [name, value] of Object.entries(stored))
    await context.addInitScript(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
};

/** Creates records of every kind that a wallet is a party of, so that its pages have rows and offer what can be done. */
export const recordsOf = async ({ weir, stack: { control } }: Fixture, own: KeyedWallet) => {
  const other = createWallet({ privateKey: 'console other party' });
  const signers = [other, createWallet({ privateKey: 'console other signer' }), own] as const;
  for (const { address } of signers) await control.fund(address, 2_000_000_000n);
  const { category } = await weir.dev.tokens(
    { amount: 1_000_000n, name: NAMES.token, symbol: NAMES.symbol, decimals: 2 },
    own.address,
  );
  await control.mine();
  // The chain begins in the past.
  const { medianTimePast: now } = await weir.dev.chain();
  const terms = { totalAmount: 2.5, streamType: 'LINEAR', startTime: now, endTime: now + 100 * DAY } as const;
  const token = await weir.streams.create(
    {
      ...terms,
      recipient: other.address,
      totalAmount: 1_250n,
      tokenType: 'FUNGIBLE_TOKEN',
      tokenCategory: category,
    },
    own,
  );
  await token.fund(own);
  const stream = await weir.streams.create({ ...terms, recipient: other.address, description: NAMES.stream }, own);
  await stream.fund(own);
  const received = await weir.streams.create({ ...terms, recipient: own.address, description: NAMES.stream }, other);
  await received.fund(other);
  const payment = await weir.payments.create(
    {
      recipient: other.address,
      amountPerPeriod: 0.25,
      interval: 'WEEKLY',
      startDate: now,
      recipientName: NAMES.payment,
    },
    own,
  );
  await payment.fund(own);
  await eventually(async () => expect((await weir.currencyPayments.oracles())[0]?.price).toBeGreaterThan(0));
  const inCurrency = await weir.currencyPayments.create(
    {
      recipient: other.address,
      recipientName: NAMES.payment,
      currency: 'USD',
      amountPerPeriod: 150,
      interval: 'MONTHLY',
      startDate: now + 40 * DAY,
      openingAmount: 1,
    },
    own,
  );
  await inCurrency.fund(own, { onReview: () => true });
  const lock = await weir.locks.create(
    {
      recipient: own.address,
      totalAmount: 0.5,
      description: NAMES.lock,
      unlockTime: now + 365 * DAY,
    },
    other,
  );
  await lock.fund(other);
  const drop = await weir.airdrops.create({ title: NAMES.drop, totalAmount: 1, requireKyc: true }, own);
  await drop.generateList([{ address: own.address, amount: 0.01 }], own);
  await drop.fund(own);
  const payroll = {
    ...({ product: 'recurring', interval: 'WEEKLY', end: null, start: now, description: NAMES.plan } as const),
    streams: NAMES.people.map((label) => {
      const { address } = createWallet({ privateKey: `console ${label}` });
      return { recipient: address, amount: 1_000_000n, label };
    }),
  };
  const plan = await weir.plans.create(payroll, own);
  await plan.fund(own);
  const vault = await weir.vaults.create(
    {
      name: NAMES.vault,
      totalDeposit: 1,
      signers: signers.map(({ address }) => address),
      signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
    },
    other,
  );
  await vault.deposit(other);
  const petty = await vault.propose(
    {
      kind: 'allowance',
      amount: 0.2,
      allowance: { spender: own.address, payees: [other.address], limit: 0.05, periodBlocks: 1_008 },
    },
    other,
  );
  await petty.approve(other);
  await petty.approve(own);
  await petty.execute(other);
  await control.mine();
  const [purse] = await weir.purses.of(vault.id, other);
  if (purse === undefined) throw new Error('No purse was opened');
  const [one] = signers;
  const roster = await weir.vaults.create(
    {
      name: NAMES.vault,
      totalDeposit: 1,
      signers: signers.map(({ address }) => address),
      signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
      roster: { guardian: createWallet({ privateKey: 'console guardian' }).address },
    },
    one,
  );
  await roster.deposit(one, { onProgress: ({ step }) => void (step === 'waiting' && control.mine()) });
  const proposal = await vault.propose({ recipient: other.address, amount: 0.25, reason: NAMES.proposal }, other);
  await proposal.approve(other);
  await control.passTime(20 * DAY);
  await received.claim(own);
  // Made last: what nobody funds expires.
  const draft = await weir.streams.create({ ...terms, recipient: other.address, description: NAMES.draft }, own);
  const draftLock = await weir.locks.create(
    { recipient: other.address, totalAmount: 0.5, description: NAMES.draft, unlockTime: now + 365 * DAY },
    own,
  );
  const draftDrop = await weir.airdrops.create({ title: NAMES.draft, totalAmount: 1, requireKyc: true }, own);
  await draftDrop.generateList([{ address: other.address, amount: 0.01 }], own);
  const draftPlan = await weir.plans.create(payroll, own);
  await control.mine();
  await eventually(async () => expect((await weir.supply(category)).contracts).toBe(1));
  return {
    category,
    draft,
    draftDrop,
    draftLock,
    draftPlan,
    drop,
    inCurrency,
    lock,
    other,
    payment,
    plan,
    proposal,
    purse,
    received,
    roster,
    stream,
    vault,
  };
};

export type RecordsOfWallet = Awaited<ReturnType<typeof recordsOf>>;

/** A name of a record that is one of many. */
const nameOf = (index: number): string => {
  const names = [NAMES.stream, NAMES.payment, NAMES.lock, NAMES.draft, NAMES.plan, NAMES.drop, NAMES.proposal];
  return `${names[index % names.length] ?? ''} ${index + 1}`;
};

/** How many proposals of a vault may be open at a time. */
const MOST_OPEN = 100;

/** Creates so many records of each kind that nobody funds yet, of which a wallet is a party, and proposals of a vault. @returns the vault */
export const manyRecordsOf = async ({ weir, stack: { control } }: Fixture, own: KeyedWallet, count: number) => {
  const other = createWallet({ privateKey: 'console other party' });
  const signers = [other, createWallet({ privateKey: 'console other signer' }), own] as const;
  const people = {
    signers: signers.map(({ address }) => address),
    signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
  };
  const { medianTimePast: now } = await weir.dev.chain();
  const terms = { totalAmount: 2.5, streamType: 'LINEAR', startTime: now, endTime: now + 100 * DAY } as const;
  const vault = await weir.vaults.create({ ...people, name: NAMES.vault, totalDeposit: 1 }, other);
  await vault.deposit(other);
  await control.mine();
  const { address } = other;
  for (let index = 0; index < count; index += 1) {
    const name = nameOf(index);
    await Promise.all([
      weir.streams.create({ ...terms, recipient: address, description: name }, own),
      weir.streams.create({ ...terms, recipient: own.address, description: name }, other),
      weir.payments.create(
        { recipient: address, amountPerPeriod: 0.25, interval: 'WEEKLY', startDate: now, recipientName: name },
        own,
      ),
      weir.airdrops.create({ title: name, totalAmount: 1, requireKyc: true }, own),
      weir.plans.create(
        {
          product: 'recurring',
          interval: 'DAILY',
          end: null,
          start: now,
          description: name,
          streams: [{ recipient: address, amount: 1_000_000n, label: name }],
        },
        own,
      ),
      weir.vaults.create({ ...people, name, totalDeposit: 1 }, own),
      index < MOST_OPEN && vault.propose({ recipient: address, amount: 0.001, reason: name }, other),
    ]);
  }
  return vault;
};
