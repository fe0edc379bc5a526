import type { Weir } from '@weir/client';
import { createWallet } from '@weir/wallet';
import type { LocalStack } from '../stack.js';

const DAY = 86_400;
const SATOSHIS = 2_000_000_000n;

/** The key of whose pages are shown, and that of who claims, as the page keeps them. */
export const KEYS = { own: '44'.repeat(32), claimer: '45'.repeat(32) } as const;

const walletOf = (key: string) => createWallet({ privateKey: Buffer.from(key, 'hex') });

/** The names in the contacts of whose pages are shown, with their wallets. */
export const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing'].map((name) => ({
  name,
  wallet: createWallet({ privateKey: `pictures ${name}` }),
}));

/** Creates the records that the pictures show, each a product's. */
export const createRecords = async (weir: Weir, { control }: Pick<LocalStack, 'control'>) => {
  const [own, claimer] = [walletOf(KEYS.own), walletOf(KEYS.claimer)];
  const [ada, grace] = PEOPLE.map(({ wallet }) => wallet);
  if (ada === undefined || grace === undefined) throw new Error('The pictures need two people');
  for (const { address } of [own, ada, grace]) await control.fund(address, SATOSHIS);
  const river = { amount: 1_000_000n, name: 'River token', symbol: 'RVR', decimals: 2 };
  const { category } = await weir.dev.tokens(river, own.address);
  await control.mine();
  const { medianTimePast: now } = await weir.dev.chain();

  const grant = { streamType: 'LINEAR', startTime: now, endTime: now + 100 * DAY } as const;
  const token = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category } as const;
  await (
    await weir.streams.create(
      { ...grant, ...token, recipient: grace.address, totalAmount: 1_250n, description: 'Community grant' },
      own,
    )
  ).fund(own);
  const stream = await weir.streams.create(
    { ...grant, recipient: ada.address, totalAmount: 2.5, description: 'Research grant' },
    own,
  );
  await stream.fund(own);
  const ended = await weir.streams.create(
    { ...grant, recipient: ada.address, totalAmount: 1, description: 'Translation' },
    own,
  );
  await ended.fund(own);
  const received = await weir.streams.create(
    { ...grant, recipient: own.address, totalAmount: 1.5, description: 'Advisor' },
    grace,
  );
  await received.fund(grace);
  const payment = await weir.payments.create(
    { recipient: ada.address, amountPerPeriod: 0.25, interval: 'WEEKLY', startDate: now, recipientName: 'Hosting' },
    own,
  );
  await payment.fund(own);
  const lock = await weir.locks.create(
    { recipient: own.address, totalAmount: 0.5, description: 'Founders', unlockTime: now + 365 * DAY },
    ada,
  );
  await lock.fund(ada);
  const plan = await weir.plans.create(
    {
      product: 'recurring',
      interval: 'MONTHLY',
      start: now,
      description: 'Team payroll',
      streams: PEOPLE.map(({ name, wallet }) => ({ recipient: wallet.address, amount: 5_000_000n, label: name })),
    },
    own,
  );
  await plan.fund(own);

  const list = [claimer, ada].map(({ address }) => ({ address, amount: 1_000_000n }));
  const drop = await weir.airdrops.create({ title: 'Early supporters', totalAmount: 0.02, requireKyc: true }, own);
  await drop.generateList(list, own);
  await drop.fund(own);
  const locks = await weir.airdrops.create(
    {
      title: 'Grants for contributors',
      totalAmount: 1.2,
      requireKyc: true,
      vesting: { streamType: 'LINEAR', startTime: now, endTime: now + 60 * DAY },
    },
    own,
  );
  await locks.generateList(
    list.map(({ address }) => ({ address, amount: 60_000_000n })),
    own,
  );
  await locks.fund(own);

  const signers = [ada, grace, own];
  const vault = await weir.vaults.create(
    {
      name: 'Operations',
      totalDeposit: 3,
      signers: signers.map(({ address }) => address),
      signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
    },
    ada,
  );
  await vault.deposit(ada);
  const proposal = await vault.propose({ recipient: grace.address, amount: 0.25, reason: 'Office chairs' }, ada);
  await proposal.approve(ada);

  await control.passTime(20 * DAY);
  await received.claim(own);
  await payment.push();
  // Made last: what nobody funds expires.
  await weir.streams.create(
    { ...grant, recipient: grace.address, totalAmount: 1, description: 'Marketing budget' },
    own,
  );
  await control.mine(11);
  return { stream, ended, lock, plan, drop, locks, vault, proposal, recipient: ada.address };
};
