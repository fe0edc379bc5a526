import { binToHex } from '@bitauth/libauth';
import { CURRENCY_NOTE_SATOSHIS, DEFAULT_CURRENCY_FEES, lockingBytecodeOf, salaryPaydayTime } from '@weir/covenants';
import { AMOUNT, buildCurrency, openCurrency, type OpenedCurrency, useOracle } from './support/deploy-currency.js';
import { COIN, DAY, only, possible, useFixture } from './support/fixture.js';

const fixture = useFixture();
const oracle = useOracle(fixture);

const satoshisAt = (price: bigint): bigint => (AMOUNT * COIN) / price;
const PERIOD = satoshisAt(45_000n);

const sent = async (line: string): Promise<readonly string[]> => {
  const { sent: txids } = await fixture.build(`${line} --broadcast`);
  fixture.node.mine(1, { timeStep: 1 });
  return txids;
};
const tillOf = ({ contract, payments: [payment] }: OpenedCurrency) => {
  if (payment === undefined) throw new Error('A payment was opened');
  return contract.till(payment.coin.category, payment.coin.state.index);
};
/** Sends BCH as a wallet does that knows nothing but an address. */
const deposit = (opened: OpenedCurrency, satoshis: bigint): void => {
  fixture.node.fund(binToHex(tillOf(opened).lockingBytecode), satoshis);
  fixture.node.mine(1, { timeStep: 1 });
};
/** The messages that a relay has around a time, as it answers. */
const answerAround = (time: bigint) => ({
  oracleMessages: [-120n, -60n, 0n, 60n, 120n].flatMap((seconds) => oracle.messageAt(time + seconds) ?? []),
});

describe('a payment in a currency', () => {
  it('is found from the address of its recipient, and paid at the price that a relay has', async () => {
    const [sender, recipient] = [fixture.wallet(20n * COIN), fixture.wallet()];
    const opened = await openCurrency(fixture, oracle, sender, [recipient]);
    const { address } = opened.contract;
    expect(await fixture.listed(recipient.address)).toMatchObject({
      contractAddress: address,
      funding: opened.names[0],
      product: 'CURRENCY_PAYMENT',
      roles: ['recipient'],
      status: 'ACTIVE',
      ended: false,
      tokenCategory: null,
      funded: String(10n * COIN + DEFAULT_CURRENCY_FEES.reserve),
      paid: '0',
      due: '0',
      nextDue: Number(opened.firstDue),
      actions: [],
    });
    expect(await fixture.refusal(`build ${address} --action push --oracle ${oracle.url}`)).toMatch(
      /^5: Nothing is due before/,
    );

    fixture.passDays(1.5);
    const unpriced = await fixture.listed(recipient.address);
    expect(unpriced).toMatchObject({ due: '0', nextDue: null, actions: [] });
    expect(unpriced.remarks).toContainEqual(expect.stringContaining('no message fixes its price in USD'));
    expect(await fixture.refusal(`build ${address} --action claim`)).toMatch(/^5: .*with --oracle/);
    const priced = await fixture.listed(`${recipient.address} --oracle ${oracle.url}`);
    expect(priced).toMatchObject({ due: String(PERIOD), nextDue: null });
    expect(possible(priced)).toEqual(['claim', 'push']);

    expect(await sent(`${address} --action claim --oracle ${oracle.url}`)).toHaveLength(1);
    expect(await fixture.balance(recipient)).toBe(PERIOD + CURRENCY_NOTE_SATOSHIS);
    expect(await fixture.listed(recipient.address)).toMatchObject({
      paid: String(PERIOD),
      due: '0',
      nextDue: Number(opened.firstDue) + DAY,
    });
    const shown = (await fixture.run(`list ${recipient.address}`)).printed;
    expect(shown).toContain('A period is 1500.00 USD');
    expect(shown).toContain(tillOf(opened).address);
  });

  it('is found and paid on a payday of the calendar', async () => {
    const [sender, recipient] = [fixture.wallet(20n * COIN), fixture.wallet()];
    const paydays = { months: 1n, day: 31n, time: 43_200n, utcOffset: 0n };
    const opened = await openCurrency(fixture, oracle, sender, [recipient], { rhythm: { paydays } });
    const { address } = opened.contract;
    const { payday = 0n, next } = only(opened.payments).coin.state;
    expect(next).toBe(salaryPaydayTime(paydays, payday));
    expect(await fixture.listed(recipient.address)).toMatchObject({ status: 'ACTIVE', nextDue: Number(next) });
    fixture.passDays((Number(next) - fixture.node.tip.medianTimePast) / DAY + 0.5);
    await sent(`${address} --action push --oracle ${oracle.url}`);
    expect(await fixture.balance(recipient)).toBe(PERIOD + CURRENCY_NOTE_SATOSHIS);
    const second = Number(salaryPaydayTime(paydays, payday + 1n));
    expect(await fixture.listed(recipient.address)).toMatchObject({ paid: String(PERIOD), nextDue: second });
  });

  it('pays all periods that are late, each at the price of its own date', async () => {
    const [sender, recipient] = [fixture.wallet(30n * COIN), fixture.wallet()];
    const { contract, firstDue } = await openCurrency(fixture, oracle, sender, [recipient], { money: 20n * COIN });
    oracle.priceAt = (time) => 40_000n + ((time - firstDue + BigInt(DAY)) / BigInt(DAY)) * 10_000n;
    fixture.passDays(3.5);
    const { sent: txids } = await fixture.build(`${contract.address} --action push --oracle ${oracle.url} --broadcast`);
    expect(txids).toHaveLength(3);
    const paid = satoshisAt(50_000n) + satoshisAt(60_000n) + satoshisAt(70_000n);
    expect(await fixture.balance(recipient)).toBe(paid + CURRENCY_NOTE_SATOSHIS);
  });

  it('is paid and topped up while its address of top-ups has a coin of a coinbase, which nodes let nobody spend yet', async () => {
    const [sender, recipient] = [fixture.wallet(20n * COIN), fixture.wallet()];
    const opened = await openCurrency(fixture, oracle, sender, [recipient]);
    fixture.node.mine(1, { to: binToHex(tillOf(opened).lockingBytecode), timeStep: 1 });
    deposit(opened, 3n * COIN);
    fixture.passDays(1.5);
    expect(await sent(`${opened.contract.address} --action push --oracle ${oracle.url}`)).toHaveLength(2);
    expect(await fixture.balance(recipient)).toBe(PERIOD + CURRENCY_NOTE_SATOSHIS);
    fixture.node.mine(100, { timeStep: 1 });
    expect(await sent(`${opened.contract.address} --action push --oracle ${oracle.url}`)).toHaveLength(1);
  });

  it('is paid at the price that another payment of its funding shows, without a relay', async () => {
    const [sender, first, second] = [fixture.wallet(30n * COIN), fixture.wallet(), fixture.wallet()];
    const { names, contract } = await openCurrency(fixture, oracle, sender, [first, second]);
    fixture.passDays(1.5);
    expect(await fixture.refusal(`build ${contract.address} --action push --oracle ${oracle.url}`)).toMatch(
      /^5: There are 2 payments: name one of/,
    );
    expect(await fixture.refusal(`build ${names[1] ?? ''} --action push`)).toMatch(/^5: .*with --oracle/);
    await sent(`${names[0] ?? ''} --action push --oracle ${oracle.url}`);
    await sent(`${names[1] ?? ''} --action push`);
    expect([await fixture.balance(first), await fixture.balance(second)]).toEqual([
      PERIOD + CURRENCY_NOTE_SATOSHIS,
      PERIOD + CURRENCY_NOTE_SATOSHIS,
    ]);
  });

  it('is paid at the price that a transaction of strangers shows, or a file holds', async () => {
    const [stranger, sender, recipient] = [fixture.wallet(20n * COIN), fixture.wallet(20n * COIN), fixture.wallet()];
    const theirs = await openCurrency(fixture, oracle, stranger, [fixture.wallet()]);
    const { firstDue } = theirs;
    const { contract } = await openCurrency(fixture, oracle, sender, [recipient], { firstDue });
    fixture.passDays(1.5);
    const shows = only(await sent(`${theirs.contract.address} --action push --oracle ${oracle.url}`));
    await sent(`${contract.address} --action push --oracle ${shows}`);
    expect(await fixture.balance(recipient)).toBe(PERIOD + CURRENCY_NOTE_SATOSHIS);

    fixture.passDays(1);
    const next = firstDue + BigInt(DAY);
    const push = `build ${contract.address} --action push --oracle`;
    expect(await fixture.refusal(`${push} ${shows}`)).toMatch(/^5: .*no message fixes its price/);
    expect(await fixture.refusal(`${push} ${'f'.repeat(64)}`)).toMatch(/^4: No server knows transaction/);
    expect(await fixture.refusal(`${push} nothing.json`)).toMatch(/^2: nothing.json is not the answer of a relay/);
    const forged = answerAround(next).oracleMessages.map((each) => ({ ...each, signature: '00'.repeat(64) }));
    fixture.files.set('forged.json', JSON.stringify({ oracleMessages: forged }));
    expect(await fixture.refusal(`${push} forged.json`)).toMatch(/^5: .*no message fixes its price/);
    fixture.files.set('prices.json', JSON.stringify(answerAround(next)));
    await sent(`${contract.address} --action push --oracle prices.json`);
    expect(await fixture.balance(recipient)).toBe(2n * PERIOD + CURRENCY_NOTE_SATOSHIS);
  });

  it('is paid a day late where the oracle was silent at the date', async () => {
    const [sender, recipient] = [fixture.wallet(20n * COIN), fixture.wallet()];
    const { contract, firstDue } = await openCurrency(fixture, oracle, sender, [recipient]);
    oracle.priceAt = (time) => (time > firstDue - 7_200n && time < firstDue + 43_200n ? undefined : 60_000n);
    const push = `${contract.address} --action push --oracle ${oracle.url}`;
    fixture.passDays(1.25);
    expect(await fixture.refusal(`build ${push}`)).toMatch(/^5: .*hours later fixes it/);
    fixture.passDays(0.9);
    // By now the second period is due as well, at the same price.
    expect(await sent(push)).toHaveLength(2);
    expect(await fixture.balance(recipient)).toBe(2n * satoshisAt(60_000n) + CURRENCY_NOTE_SATOSHIS);
  });

  it('without money has debts, and pays them from what anybody sends or adds', async () => {
    const [sender, recipient] = [fixture.wallet(20n * COIN), fixture.wallet()];
    const stranger = fixture.wallet(20n * COIN);
    const opened = await openCurrency(fixture, oracle, sender, [recipient], { money: COIN });
    const { address } = opened.contract;
    fixture.passDays(2.5);
    const push = `${address} --action push --oracle ${oracle.url}`;
    expect(await sent(push)).toHaveLength(2);
    expect(await fixture.balance(recipient)).toBe(COIN + CURRENCY_NOTE_SATOSHIS);
    const dry = await fixture.listed(`${recipient.address} --oracle ${oracle.url}`);
    const debt = 2n * PERIOD - COIN;
    expect(dry.remarks).toContain(`It has a debt of ${debt} satoshis of earlier periods, which is paid first`);

    deposit(opened, 4n * COIN);
    const filled = await fixture.listed(recipient.address);
    expect(possible(filled)).toEqual(['claim', 'push']);
    // Without a price: what was sent there is added, and the debt is paid.
    expect(await sent(`${address} --action push`)).toHaveLength(2);
    const received = BigInt(filled.due);
    expect(received > 4n * COIN - 10_000n && received < 4n * COIN).toBe(true);
    expect(await fixture.balance(recipient)).toBe(COIN + received + CURRENCY_NOTE_SATOSHIS);

    const topUp = `${address} --action topup --amount`;
    expect(await fixture.refusal(`build ${topUp} 0.001 --address ${stranger.address}`)).toMatch(/^2: A topup adds/);
    expect(await fixture.refusal(`build ${address} --action topup --address ${stranger.address}`)).toMatch(
      /^2: .*--amount/,
    );
    await fixture.sign(stranger, `${topUp} 5`);
    fixture.node.mine(1, { timeStep: 1 });
    expect(await sent(`${address} --action push`)).toHaveLength(1);
    expect(await fixture.balance(recipient)).toBe(2n * PERIOD + CURRENCY_NOTE_SATOSHIS);
  });

  it('is paused, settled, resumed, cancelled and refunded, and what came too late is taken back', async () => {
    const [sender, recipient] = [fixture.wallet(20n * COIN), fixture.wallet()];
    const opened = await openCurrency(fixture, oracle, sender, [recipient]);
    const { address, terms } = opened.contract;
    const signed = async (action: string) => {
      await fixture.sign(sender, `${address} --action ${action}`);
      fixture.node.mine(1, { timeStep: 1 });
    };
    expect(possible(await fixture.listed(sender.address))).toEqual(['cancel', 'pause', 'topup']);
    expect(await fixture.refusal(`build ${address} --action cancel --address ${recipient.address}`)).toMatch(
      /^5: Only the sender/,
    );
    await signed('pause');
    const { height } = fixture.node.tip;
    expect(await fixture.listed(sender.address)).toMatchObject({
      status: 'PAUSED',
      notice: { after: 'pause', height, overAtHeight: height + 5 },
      actions: [],
    });
    expect(await fixture.refusal(`build ${address} --action settle`)).toMatch(
      /^5: The notice is not over: it is over at/,
    );
    expect(await fixture.refusal(`build ${address} --action refund`)).toMatch(/^5: .*ends with a settle/);
    fixture.node.mine(6, { timeStep: 1 });
    expect(possible(await fixture.listed(sender.address))).toEqual(['settle']);
    await sent(`${address} --action settle`);
    expect(possible(await fixture.listed(sender.address))).toEqual(['cancel', 'resume', 'topup']);
    await signed('resume');
    await signed('cancel');
    deposit(opened, 3n * COIN);
    expect(await fixture.refusal(`build ${address} --action topup --amount 1 --address ${sender.address}`)).toMatch(
      /^5: No money can be added/,
    );
    fixture.node.mine(6, { timeStep: 1 });
    const noticed = await fixture.listed(sender.address);
    expect(noticed).toMatchObject({ status: 'CANCELLED', strays: { coins: 1, satoshis: String(3n * COIN) } });
    expect(possible(noticed)).toEqual(['refund', 'sweep']);
    const before = await fixture.balance(sender);
    await sent(`${address} --action refund`);
    const returned = (await fixture.balance(sender)) - before;
    expect(returned > 10n * COIN && returned <= 10n * COIN + terms.reserve + 2n * terms.bound).toBe(true);
    const over = await fixture.listed(sender.address);
    expect(over).toMatchObject({ status: 'CANCELLED', ended: true, states: [] });
    expect(possible(over)).toEqual(['sweep']);
    expect(await fixture.refusal(`build ${opened.txid} --action push`)).toMatch(/^5: This payment has ended/);
    await fixture.sign(sender, `${opened.txid} --action sweep`);
    expect((await fixture.balance(sender)) > before + 12n * COIN).toBe(true);
    // What was sent to the contract itself by mistake comes back, too.
    fixture.node.fund(binToHex(opened.contract.lockingBytecode), 70_000n);
    fixture.node.mine(1, { timeStep: 1 });
    const lost = await fixture.listed(sender.address);
    expect(lost).toMatchObject({ strays: { coins: 1, satoshis: '70000' } });
    expect(possible(lost)).toEqual(['sweep']);
    await fixture.sign(sender, `${opened.txid} --action sweep`);
    expect(possible(await fixture.listed(sender.address))).toEqual([]);
  });

  it('is cancelled with others of its sender by one signature', async () => {
    const [sender, first, second] = [fixture.wallet(40n * COIN), fixture.wallet(), fixture.wallet()];
    const { txid, contract } = await openCurrency(fixture, oracle, sender, [first, second]);
    const other = await openCurrency(fixture, oracle, sender, [first], { money: COIN });
    await fixture.sign(sender, `${txid} ${other.txid} --action pause --all`);
    fixture.node.mine(1, { timeStep: 1 });
    const listed = await fixture.list(sender.address);
    expect(listed.contracts.map(({ status }) => status)).toEqual(['PAUSED', 'PAUSED', 'PAUSED']);
    expect(
      await fixture.refusal(`build ${contract.address} --action cancel --all --address ${sender.address}`),
    ).toMatch(/^5: None of the payments allows a cancel now/);
  });

  it('is one of several that one funding opened: each is found, topped up and paid for itself', async () => {
    const [sender, first, second] = [fixture.wallet(40n * COIN), fixture.wallet(), fixture.wallet()];
    const opened = await openCurrency(fixture, oracle, sender, [first, second], { money: 10n * COIN });
    const [one, other] = opened.names;
    deposit(opened, 3n * COIN);
    fixture.passDays(1.5);
    const seen = await fixture.listed(`${first.address} --oracle ${oracle.url}`);
    expect(seen).toMatchObject({ funding: one, roles: ['recipient'] });
    expect(await fixture.listed(`${second.address} --oracle ${oracle.url}`)).toMatchObject({ funding: other });
    expect((await fixture.list(sender.address)).contracts.map(({ funding }) => funding).sort()).toEqual(
      [...opened.names].sort(),
    );
    // The money at the address of the first is not the second's.
    expect(await sent(`${other} --action push --oracle ${oracle.url}`)).toHaveLength(1);
    expect([await fixture.balance(first), await fixture.balance(second)]).toEqual([
      CURRENCY_NOTE_SATOSHIS,
      PERIOD + CURRENCY_NOTE_SATOSHIS,
    ]);
    expect(await sent(`${one} --action push --oracle ${oracle.url}`)).toHaveLength(2);
    expect(await fixture.balance(first)).toBe(PERIOD + CURRENCY_NOTE_SATOSHIS);
  });

  it('whose sender is a treasury offers nothing that a key could sign, and returns the rest to the treasury', async () => {
    const [alice, bob, carol] = [fixture.wallet(30n * COIN, COIN), fixture.wallet(), fixture.wallet()];
    const recipient = fixture.wallet();
    const vault = await fixture.openVault([alice, bob, carol], 7, alice, COIN);
    fixture.node.mine(1, { timeStep: 1 });
    const terms = { sender: vault.lockingBytecode };
    const opened = await openCurrency(fixture, oracle, alice, [recipient], { periods: 1, terms });
    deposit(opened, 100_000n);
    fixture.node.mine(6, { timeStep: 1 });
    // A treasury that did not fund it itself is not named by the funding: its recipient is.
    const seen = await fixture.listed(recipient.address);
    expect(seen).toMatchObject({ funding: opened.names[0], roles: ['recipient'] });
    expect(possible(seen)).toEqual([]);
    for (const action of ['cancel', 'pause', 'sweep'])
      expect(
        (await fixture.run(`build ${opened.txid} --action ${action} --address ${alice.address}`)).code,
      ).toBeGreaterThan(0);
    fixture.passDays(1.5);
    await sent(`${opened.txid} --action push --oracle ${oracle.url}`);
    expect(await fixture.balance(recipient)).toBe(PERIOD + CURRENCY_NOTE_SATOSHIS);
    const held = async (): Promise<bigint> =>
      (await fixture.chain.unspent(vault.lockingBytecode)).reduce((sum, { satoshis }) => sum + satoshis, 0n);
    const before = await held();
    await sent(`${opened.txid} --action close`);
    expect((await held()) - before > 10n * COIN - PERIOD).toBe(true);
  });

  it('pays what falls due during the notice of a cancel', async () => {
    const [sender, recipient] = [fixture.wallet(20n * COIN), fixture.wallet()];
    const { contract } = await openCurrency(fixture, oracle, sender, [recipient], { terms: { noticeBlocks: 400 } });
    await fixture.sign(sender, `${contract.address} --action cancel`);
    fixture.node.mine(1, { timeStep: 1 });
    fixture.passDays(1.5);
    const noticed = await fixture.listed(`${recipient.address} --oracle ${oracle.url}`);
    expect(possible(noticed)).toEqual(['claim', 'push']);
    expect(noticed.remarks).toContainEqual(expect.stringContaining('A notice runs'));
    await sent(`${contract.address} --action push --oracle ${oracle.url}`);
    expect(await fixture.balance(recipient)).toBe(PERIOD + CURRENCY_NOTE_SATOSHIS);
  });

  it('whose periods are all paid is closed, and the rest returns to its sender', async () => {
    const [sender, recipient] = [fixture.wallet(20n * COIN), fixture.wallet()];
    const { contract } = await openCurrency(fixture, oracle, sender, [recipient], { periods: 1 });
    expect(await fixture.refusal(`build ${contract.address} --action close`)).toMatch(/^5: It cannot be closed/);
    fixture.passDays(1.5);
    await sent(`${contract.address} --action push --oracle ${oracle.url}`);
    expect(possible(await fixture.listed(sender.address))).toEqual(['close']);
    const before = await fixture.balance(sender);
    await sent(`${contract.address} --action close`);
    expect((await fixture.balance(sender)) - before > 10n * COIN - PERIOD).toBe(true);
    expect(await fixture.listed(sender.address)).toMatchObject({
      status: 'COMPLETED',
      ended: true,
      paid: String(PERIOD),
    });
  });

  it('is paid beside a coin of anybody where nodes ask for more than it may give', async () => {
    const [sender, recipient, stranger] = [fixture.wallet(20n * COIN), fixture.wallet(), fixture.wallet(COIN)];
    const { contract } = await openCurrency(fixture, oracle, sender, [recipient]);
    fixture.passDays(1.5);
    const push = `${contract.address} --action push --oracle ${oracle.url} --fee-rate 5000`;
    expect(await fixture.refusal(`build ${push}`)).toMatch(/^5: .*--address/);
    await fixture.sign(stranger, push);
    expect(await fixture.balance(recipient)).toBe(PERIOD + CURRENCY_NOTE_SATOSHIS);
  });

  it('whose funding breaks a rule is listed as rejected', async () => {
    const [sender, recipient] = [fixture.wallet(20n * COIN), fixture.wallet()];
    const { firstDue: _due, ...built } = await buildCurrency(fixture, oracle, sender, [recipient]);
    const { transaction } = built.wcTransaction;
    const outputs = transaction.outputs.map((output) =>
      output.token === undefined ? output : { ...output, token: { ...output.token, amount: 9n } },
    );
    await fixture.send(sender, {
      ...built,
      wcTransaction: { ...built.wcTransaction, transaction: { ...transaction, outputs } },
    });
    const { contracts, rejected } = await fixture.list(recipient.address);
    expect(contracts).toEqual([]);
    expect(rejected).toMatchObject([{ verdict: 'FORGED', problem: 'units not index' }]);
  });
});

it('a holder of nothing sees no payments of others', async () => {
  const [sender, recipient, stranger] = [fixture.wallet(20n * COIN), fixture.wallet(), fixture.wallet(COIN)];
  await openCurrency(fixture, oracle, sender, [recipient]);
  fixture.node.fund(binToHex(lockingBytecodeOf(stranger.publicKeyHash)), COIN);
  fixture.node.mine();
  expect((await fixture.list(stranger.address)).contracts).toEqual([]);
});
