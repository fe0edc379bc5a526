import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import type { Fixture } from './fixture.js';

const DAY = 86_400;

/** Texts of the records, which nobody translates; most in their own letters, which no word of the console has. */
export const NAMES = {
  ...{ stream: 'Ωmega grant', payment: 'Ωmega hosting', lock: 'Ωmega lock', draft: 'Ωmega draft' },
  ...{ plan: 'Ωmega payroll', drop: 'Ωmega supporters', vault: 'Ωmega treasury', proposal: 'Ωmega chairs' },
  ...{ token: 'Ωmega gold', symbol: 'OMG-G', people: ['Ωlga', 'Ωscar', 'Ωona'], contact: 'Ωtto' },
} as const;

/** A wallet whose key is stored in a browser, so that pages that are loaded have it. */
export const walletOfKey = (key: string) => createWallet({ privateKey: Buffer.from(key, 'hex') });
type KeyedWallet = ReturnType<typeof walletOfKey>;

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
      ...{ ...terms, recipient: other.address, totalAmount: 1_250n },
      ...{ tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category },
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
  const lock = await weir.locks.create(
    {
      ...{ recipient: own.address, totalAmount: 0.5, description: NAMES.lock },
      unlockTime: now + 365 * DAY,
    },
    other,
  );
  await lock.fund(other);
  const drop = await weir.airdrops.create({ title: NAMES.drop, totalAmount: 1, requireKyc: true }, own);
  await drop.generateList([{ address: own.address, amount: 0.01 }], own);
  await drop.fund(own);
  const plan = await weir.plans.create(
    {
      ...{ product: 'recurring', interval: 'DAILY', end: null, start: now, description: NAMES.plan },
      streams: NAMES.people.map((label) => {
        const { address } = createWallet({ privateKey: `console ${label}` });
        return { recipient: address, amount: 1_000_000n, label };
      }),
    },
    own,
  );
  await plan.fund(own);
  const vault = await weir.vaults.create(
    {
      ...{ name: NAMES.vault, totalDeposit: 1 },
      signers: signers.map(({ address }) => address),
      signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
    },
    other,
  );
  await vault.deposit(other);
  const proposal = await vault.propose({ recipient: other.address, amount: 0.25, reason: NAMES.proposal }, other);
  await proposal.approve(other);
  await control.passTime(20 * DAY);
  await received.claim(own);
  // Made last: what nobody funds expires.
  const draft = await weir.streams.create({ ...terms, recipient: other.address, description: NAMES.draft }, own);
  await control.mine();
  await eventually(async () => expect((await weir.supply(category)).contracts).toBe(1));
  return { category, draft, drop, lock, other, payment, plan, proposal, received, stream, vault };
};

export type RecordsOfWallet = Awaited<ReturnType<typeof recordsOf>>;
