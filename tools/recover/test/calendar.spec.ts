import { binToHex } from '@bitauth/libauth';
import {
  buildVaultDeposit,
  lockingBytecodeOf,
  parseVaultRecipient,
  type Party,
  partyAddress,
  proposeCalendarFunding,
} from '@weir/covenants';
import { calendarPart, lastDaySalary, monthlyGrant, trancheList } from '@weir/simulation';
import type { Wallet } from '@weir/wallet';
import { toSign } from '../src/vault/propose.js';
import { readVaultOf } from '../src/vault/read-vault.js';
import { openCalendar } from './support/deploy.js';
import { COIN, only, possible, type Proposal, termsOf, useFixture } from './support/fixture.js';

/** 2025-01-10, noon UTC. */
const fixture = useFixture(Date.UTC(2025, 0, 10, 12) / 1000);
const MILLION = 1_000_000n;
/** 09:00, one hour east of Greenwich. */
const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day, 8) / 1000;
const scriptOf = ({ publicKeyHash }: Wallet): Party => lockingBytecodeOf(publicKeyHash);

/** The month that follows the one of a time. */
const monthAfter = (time: number): { readonly year: number; readonly month: number } => {
  const date = new Date(time * 1_000);
  const next = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
  return { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1 };
};

/** Mines until the chain's clock is past a time. */
const passTo = (time: number): void => {
  fixture.passDays((time - fixture.node.tip.medianTimePast) / 86_400 + 0.1);
};
const signed = async (wallet: Wallet, line: string): Promise<void> => {
  await fixture.sign(wallet, line);
  fixture.node.mine(1, { timeStep: 1 });
};
const sent = async (line: string): Promise<void> => {
  expect((await fixture.build(`${line} --broadcast`)).sent).toHaveLength(1);
  fixture.node.mine(1, { timeStep: 1 });
};

it('a salary of the last day is claimed, paused, settled, resumed on its payday, cancelled and refunded', async () => {
  const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
  await openCalendar(fixture, sender, 'SALARY_BCH', [lastDaySalary(scriptOf(recipient), { year: 2025, month: 1 })]);
  const first = await fixture.listed(recipient.address);
  expect(first).toMatchObject({
    product: 'CALENDAR_SALARY_BCH',
    roles: ['recipient'],
    status: 'ACTIVE',
    funded: '12000000',
    due: '0',
    nextDue: at(2025, 1, 31),
  });
  const { contractAddress: address } = first;
  passTo(at(2025, 2, 28));
  expect(await fixture.listed(recipient.address)).toMatchObject({ due: '2000000', nextDue: null });
  await fixture.sendOne(`${address} --action claim --address ${recipient.address}`);
  fixture.node.mine(1, { timeStep: 1 });
  expect(await fixture.listed(recipient.address)).toMatchObject({ paid: '2000000', nextDue: at(2025, 3, 31) });

  await signed(sender, `${address} --action pause`);
  expect(await fixture.listed(recipient.address)).toMatchObject({ status: 'PAUSED', notice: { after: 'pause' } });
  fixture.node.mine(6, { timeStep: 1 });
  await sent(`${address} --action settle`);
  // The period that ran at the pause is paid at its date.
  passTo(at(2025, 3, 31));
  expect(await fixture.listed(recipient.address)).toMatchObject({ status: 'PAUSED', due: '1000000' });
  await sent(`${address} --action push`);
  // A resume skips the paydays that have passed.
  passTo(at(2025, 5, 31));
  expect(possible(await fixture.listed(sender.address))).toEqual(['cancel', 'resume']);
  await signed(sender, `${address} --action resume`);
  expect(await fixture.listed(recipient.address)).toMatchObject({
    status: 'ACTIVE',
    paid: '3000000',
    due: '0',
    nextDue: at(2025, 6, 30),
  });

  await signed(sender, `${address} --action cancel`);
  fixture.node.mine(6, { timeStep: 1 });
  const before = await fixture.balance(sender);
  await sent(`${address} --action refund`);
  expect((await fixture.balance(sender)) - before).toBeGreaterThan(9n * MILLION);
  expect(await fixture.listed(sender.address)).toMatchObject({ status: 'CANCELLED', ended: true });
});

it('a plan of salaries is found by each recipient from the funding alone, paid one by one, and cancelled by one signature', async () => {
  const sender = fixture.wallet(10n * COIN);
  const people = Array.from({ length: 3 }, () => fixture.wallet());
  const { year, month } = monthAfter(fixture.node.tip.medianTimePast);
  const drafts = people.map((person) => lastDaySalary(scriptOf(person), { year, month }));
  const txid = await openCalendar(fixture, sender, 'SALARY_BCH', drafts);
  const bySender = async () =>
    (await fixture.list(sender.address)).contracts.filter(({ funding }) => funding.startsWith(txid));
  const opened = await bySender();
  expect(opened.map(({ status, due }) => [status, due])).toEqual(people.map(() => ['ACTIVE', '0']));
  expect(new Set(opened.map(({ contractAddress }) => contractAddress)).size).toBe(1);
  fixture.passDays(62);
  const [first, second, third] = people;
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are three people');
  const [own] = (await fixture.listed(second.address)).states;
  await fixture.sendOne(`${own ?? ''} --action claim --address ${second.address}`);
  fixture.node.mine(1, { timeStep: 1 });
  const paidTo = async (person: Wallet) => (await fixture.listed(person.address)).paid;
  expect(BigInt(await paidTo(second))).toBeGreaterThan(0n);
  expect([await paidTo(first), await paidTo(third)]).toEqual(['0', '0']);
  await signed(sender, `${txid} --all --action cancel --address ${sender.address}`);
  expect((await bySender()).map(({ status }) => status)).toEqual(people.map(() => 'CANCELLED'));
});

it('a grant of tokens is claimed at its cliff, moved to another address, cancelled there and refunded', async () => {
  const [sender, old, fresh] = [fixture.wallet(10n * COIN), fixture.wallet(COIN), fixture.wallet(COIN)];
  const category = fixture.mint(sender, 48n * MILLION);
  const { year, month } = { year: 2025, month: 7 };
  const txid = await openCalendar(
    fixture,
    sender,
    'GRANT_TOKEN',
    [monthlyGrant(scriptOf(old), { year, month })],
    category,
  );
  expect(await fixture.listed(old.address)).toMatchObject({
    product: 'CALENDAR_GRANT_TOKEN',
    tokenCategory: category,
    due: '0',
    nextDue: at(2025, 12, 15),
  });
  passTo(at(2025, 12, 15));
  await sent(`${txid} --action claim --address ${old.address}`);
  expect(await fixture.tokens(old, category)).toBe(6n * MILLION);

  await signed(old, `${txid} --action announce --to ${fresh.address}`);
  fixture.node.mine(1_008, { timeStep: 1 });
  await signed(fresh, `${txid} --action finish`);
  passTo(at(2026, 2, 15));
  expect(await fixture.listed(fresh.address)).toMatchObject({ roles: ['recipient'], due: '2000000' });
  // A cancel pays the recipient of now.
  await signed(sender, `${txid} --action cancel`);
  expect(await fixture.tokens(fresh, category)).toBe(2n * MILLION);
  fixture.node.mine(6, { timeStep: 1 });
  await sent(`${txid} --action refund`);
  expect(await fixture.tokens(sender, category)).toBe(40n * MILLION);
  expect(await fixture.listed(sender.address)).toMatchObject({ status: 'CANCELLED', ended: true });
});

it('tranches that no database knows are claimed to the last one, from the funding alone', async () => {
  const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
  const start = fixture.node.tip.medianTimePast;
  const tranches = Array.from({ length: 20 }, (_, i) => ({ at: BigInt(start + (i + 1) * 86_400), amount: MILLION }));
  const txid = await openCalendar(fixture, sender, 'TRANCHES_BCH', [trancheList(scriptOf(recipient), tranches)]);
  passTo(start + 3 * 86_400);
  expect(await fixture.listed(recipient.address)).toMatchObject({
    product: 'CALENDAR_TRANCHES_BCH',
    funded: '20000000',
    due: '3000000',
  });
  await sent(`${txid} --action claim --address ${recipient.address}`);
  passTo(start + 30 * 86_400);
  // Of many that are due, all but the last one are paid first.
  expect(await fixture.listed(recipient.address)).toMatchObject({ paid: '3000000', due: '16000000' });
  await sent(`${txid} --action push`);
  expect(await fixture.listed(recipient.address)).toMatchObject({ paid: '19000000', due: '1000000' });
  await sent(`${txid} --action push`);
  expect(await fixture.listed(recipient.address)).toMatchObject({ status: 'COMPLETED', ended: true, paid: '20000000' });
  expect(await fixture.balance(recipient)).toBeGreaterThanOrEqual(20n * MILLION);
});

it('tranches that are cancelled pay what is due until the refund', async () => {
  const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
  const start = fixture.node.tip.medianTimePast;
  const tranches = [1, 2, 9].map((days) => ({ at: BigInt(start + days * 86_400), amount: MILLION }));
  const txid = await openCalendar(fixture, sender, 'TRANCHES_BCH', [trancheList(scriptOf(recipient), tranches)]);
  passTo(start + 2 * 86_400);
  await signed(sender, `${txid} --action cancel`);
  expect(await fixture.listed(recipient.address)).toMatchObject({ status: 'CANCELLED', due: '2000000' });
  await sent(`${txid} --action push`);
  fixture.node.mine(6, { timeStep: 1 });
  const before = await fixture.balance(sender);
  await sent(`${txid} --action refund`);
  expect((await fixture.balance(sender)) - before).toBeGreaterThan(MILLION);
  expect(await fixture.listed(recipient.address)).toMatchObject({ paid: '2000000', ended: true });
});

it('coins that were sent to the address by mistake return to the sender', async () => {
  const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
  const { year, month } = { year: 2027, month: 1 };
  await openCalendar(fixture, sender, 'SALARY_BCH', [lastDaySalary(scriptOf(recipient), { year, month })]);
  const [{ contractAddress }, coins] = [await fixture.listed(sender.address), 123_456n];
  const read = parseVaultRecipient(contractAddress, 'devnet');
  if (!read.ok) throw new Error('It is an address');
  fixture.node.fund(binToHex(read.lockingBytecode), coins);
  fixture.node.mine();
  expect((await fixture.listed(sender.address)).strays).toEqual({ coins: 1, satoshis: coins.toString() });
  const before = await fixture.balance(sender);
  const { fee } = await fixture.sign(sender, `${contractAddress} --action sweep`);
  expect((await fixture.balance(sender)) - before).toBe(coins - BigInt(fee));
});

it('grants of a plan with terms of their own are found by each person from the funding alone, paid and cancelled', async () => {
  const [sender, ada, ben] = [fixture.wallet(10n * COIN, COIN), fixture.wallet(), fixture.wallet()];
  const category = fixture.mint(sender, 96n * MILLION);
  const { year, month } = monthAfter(fixture.node.tip.medianTimePast);
  const [own, other] = [ada, ben].map((each) => monthlyGrant(scriptOf(each), { year, month }));
  if (own === undefined || other === undefined) throw new Error('There are two grants');
  const late = { ...other, group: { ...other.group, cliff: 24n } };
  const txid = await openCalendar(fixture, sender, 'GRANT_TOKEN', [own, late], category);
  fixture.passDays(8 * 31);
  const [state] = (await fixture.listed(ada.address)).states;
  await sent(`${state ?? ''} --action claim --address ${ada.address}`);
  expect(await fixture.tokens(ada, category)).toBeGreaterThanOrEqual(6n * MILLION);
  expect(await fixture.listed(ben.address)).toMatchObject({ paid: '0', due: '0', funded: (48n * MILLION).toString() });
  await signed(sender, `${txid} --all --action cancel`);
  fixture.node.mine(6, { timeStep: 1 });
  const opened = async () =>
    (await fixture.list(sender.address)).contracts.filter(({ funding }) => funding.startsWith(txid));
  for (const { states } of await opened()) await sent(`${states[0] ?? ''} --action refund`);
  expect((await opened()).map(({ status, ended }) => [status, ended])).toEqual([
    ['CANCELLED', true],
    ['CANCELLED', true],
  ]);
  expect((await fixture.tokens(sender, category)) + (await fixture.tokens(ada, category))).toBe(96n * MILLION);
});

it('lists of tranches of a plan are read from the funding alone, also where two are equal', async () => {
  const sender = fixture.wallet(10n * COIN, COIN);
  const people = Array.from({ length: 3 }, () => fixture.wallet());
  const start = fixture.node.tip.medianTimePast;
  const list = (days: readonly number[]) => days.map((day) => ({ at: BigInt(start + day * 86_400), amount: MILLION }));
  const drafts = people.map((person, place) => trancheList(scriptOf(person), list(place === 1 ? [2, 20] : [1, 3, 30])));
  const txid = await openCalendar(fixture, sender, 'TRANCHES_BCH', drafts);
  passTo(start + 4 * 86_400);
  const dues = async () => Promise.all(people.map(async ({ address }) => (await fixture.listed(address)).due));
  expect(await dues()).toEqual(['2000000', '1000000', '2000000']);
  const [, , last] = people;
  const [state] = (await fixture.listed(last?.address ?? '')).states;
  await sent(`${state ?? ''} --action push`);
  expect(await dues()).toEqual(['2000000', '1000000', '0']);
  await signed(sender, `${txid} --all --action cancel`);
  // What has come stays payable until the refund.
  expect(await dues()).toEqual(['2000000', '1000000', '0']);
});

it('salaries of a plan are cancelled by one signature', async () => {
  const [sender, ada, ben] = [fixture.wallet(10n * COIN, COIN), fixture.wallet(), fixture.wallet()];
  const drafts = [ada, ben].map((each) => lastDaySalary(scriptOf(each), { year: 2027, month: 1 }));
  const txid = await openCalendar(fixture, sender, 'SALARY_BCH', drafts);
  await signed(sender, `${txid} --all --action cancel`);
  const { contracts } = await fixture.list(sender.address);
  expect(contracts.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
  expect(contracts.map(possible)).toEqual([[], []]);
});

it('a salary whose sender is a vault is cancelled by two of its signers, and goes back to it', async () => {
  const signers = [fixture.wallet(10n * COIN, COIN), fixture.wallet(), fixture.wallet()] as const;
  const [alice, bob, carol] = signers;
  const contract = await fixture.openVault(signers, 0x79, alice, COIN);
  await fixture.send(alice, buildVaultDeposit(contract, await fixture.funds(alice), 3n * COIN));
  fixture.node.mine();
  const vault = contract.lockingBytecode;
  const nonce = new Uint8Array(16).fill(0x79);
  const part = calendarPart(
    'SALARY_BCH',
    vault,
    [lastDaySalary(scriptOf(fixture.wallet()), { year: 2027, month: 1 })],
    {
      nonce,
    },
  );
  const found = await readVaultOf(contract, {
    chain: fixture.chain,
    network: 'devnet',
    servers: [],
    onProgress: () => undefined,
    eachHistory: () => Promise.resolve([]),
  });
  if (found === undefined) throw new Error('The vault has a state');
  const opening = toSign(proposeCalendarFunding(contract, found, part, fixture.tip()), 'tagged');
  fixture.files.set('open.json', JSON.stringify(opening.file));
  const txid = await fixture.join('open.json', opening, [bob, carol]);
  fixture.node.mine();
  const own = async () => only((await fixture.list(partyAddress(vault, 'devnet') ?? '')).contracts);
  expect((await own()).remarks).toEqual([expect.stringContaining('The sender is a script')]);
  const line = `vault cancel ${txid} --all ${termsOf(signers, '79')} --out cancel.json`;
  await fixture.join('cancel.json', await fixture.ask<Proposal>(line), [bob, carol]);
  fixture.node.mine(7);
  const coins = (await fixture.chain.unspent(vault)).length;
  await sent(`${txid} --action refund`);
  expect((await fixture.chain.unspent(vault)).length).toBe(coins + 1);
  expect(await own()).toMatchObject({ status: 'CANCELLED', ended: true });
});
