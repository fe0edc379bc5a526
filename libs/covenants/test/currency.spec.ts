import {
  buildCurrencyMove,
  buildCurrencyTopUp,
  buildPaidCurrencyPayment,
  buildTillTaking,
  type CurrencyDraft,
  type CurrencyMoveKind,
  DEFAULT_CURRENCY_FEES,
  isCurrencyPaused,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import {
  currencyTerms,
  DAY,
  fundCurrency,
  type LiveCurrency,
  MONTH,
  pairAt,
  signByOracle,
} from './support/currency-scenario.js';
import { createParty, pay, type Party } from './support/party.js';

const { reserve, bound, fee } = DEFAULT_CURRENCY_FEES;
/** 1,500.00 USD. */
const AMOUNT = 150_000n;
const satoshisAt = (price: bigint): bigint => (AMOUNT * 100_000_000n) / price;

const open = async (change: Partial<CurrencyDraft> = {}, terms: Parameters<typeof currencyTerms>[1] = {}) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 9_000_000_000n, 1_000_000n);
  const recipient = createParty(chain, 'recipient');
  const stranger = createParty(chain, 'stranger', 5_000_000_000n);
  chain.mine(1);
  const start = chain.locktime() + DAY;
  const draft = { recipient: recipient.lockingBytecode, amount: AMOUNT, periods: 32_767, firstDue: start, ...change };
  const given = { satoshis: 1_000_000_000n + reserve, ...draft };
  const [life] = await fundCurrency(chain, sender, [given], currencyTerms(sender.lockingBytecode, terms));
  if (life === undefined) throw new Error('One payment was funded');
  return { chain, sender, recipient, stranger, start, life };
};

const move = async (life: LiveCurrency, sender: Party, kind: CurrencyMoveKind) => {
  const built = buildCurrencyMove([life.item], kind, sender.funds(), life.chain.locktime());
  return life.follow(await sender.send(built));
};

describe('a payment in a currency', () => {
  it('pays each period by the price of its date, keyless, and exactly', async () => {
    const { chain, life, recipient, start } = await open();
    expect(life.duty(45_000n)).toBeUndefined();
    let received = recipient.balance();
    for (const [i, price] of [45_000n, 61_234n, 38_777n].entries()) {
      chain.reach(start + BigInt(i) * MONTH - 1n);
      expect(life.duty(price)).toBeUndefined();
      chain.reach(start + BigInt(i) * MONTH);
      const step = life.perform(price);
      received += satoshisAt(price);
      expect(step).toMatchObject({ kind: 'pay', paidToRecipient: satoshisAt(price) });
      expect(step.price).toMatchObject({ due: start + BigInt(i) * MONTH, satoshis: satoshisAt(price) });
      expect(step.price?.message.price).toBe(price);
      expect(recipient.balance()).toBe(received);
      expect(life.duty(price)).toBeUndefined();
    }
    expect(life.now.state).toMatchObject({ left: 32_764, open: 32_764, debt: 0n });
  });

  it('counts a price beyond the announced bounds as the nearer one', async () => {
    const { chain, life, start } = await open({ satoshis: 2_000_000_000n });
    chain.reach(start);
    expect(life.perform(1n).paidToRecipient).toBe(satoshisAt(11_000n));
    chain.reach(start + MONTH);
    expect(life.perform(2_147_483_640n).paidToRecipient).toBe(satoshisAt(180_000n));
  });

  it.each([
    ['number 0', [0, 0, 0, 0], 16],
    ['a negative number', [255, 255, 255, 255], 16],
    ['no price in the message before', [7, 0, 0, 0], 12],
    ['more behind the message before', [7, 0, 0, 0], 20],
  ] as const)('is followed by what scripts read of messages with %s', async (_, number, length) => {
    const { chain, life, start } = await open();
    chain.reach(start);
    const [message, previous] = [Uint8Array.from(pairAt(start, 45_000n).message.bytes), new Uint8Array(length)];
    previous.set(pairAt(start, 45_000n).previous.bytes.slice(0, length));
    for (const bytes of [message, previous]) bytes.set(number, 4);
    const pair = { message: signByOracle(message), previous: signByOracle(previous) };
    expect(life.perform(45_000n, pair)).toMatchObject({ kind: 'pay', paidToRecipient: satoshisAt(45_000n) });
  });

  it('fixes prices on time without money, and pays the debt first once the till has some', async () => {
    const { chain, life, recipient, stranger, start } = await open({ satoshis: reserve + 300_000_000n });
    chain.reach(start);
    const first = life.perform(45_000n);
    expect(first.paidToRecipient).toBe(300_000_000n);
    expect(life.now.state.debt).toBe(satoshisAt(45_000n) - 300_000_000n);
    chain.reach(start + MONTH);
    expect(life.perform(30_000n)).toMatchObject({ kind: 'pay', paidToRecipient: 0n });
    expect(life.now.state.debt).toBe(satoshisAt(45_000n) + satoshisAt(30_000n) - 300_000_000n);

    await pay(stranger, { to: life.till.lockingBytecode, amount: 3_000_000_000n });
    const added = life.perform(1n);
    expect(added).toMatchObject({ kind: 'topUp', isFromTill: true });
    expect(added.added > 3_000_000_000n - bound).toBe(true);
    const before = recipient.balance();
    const debt = life.now.state.debt;
    expect(life.perform(1n)).toMatchObject({ kind: 'payDebt', paidToRecipient: debt });
    expect(recipient.balance()).toBe(before + debt);
    expect(life.duty(1n)).toBeUndefined();
  });

  it('is topped up by anybody’s coins, not by less than the smallest top-up', async () => {
    const { life, stranger } = await open();
    const { least } = life.contract.terms;
    expect(() => buildCurrencyTopUp(life.contract, life.now, least - 1n, stranger.funds())).toThrow(RangeError);
    const step = life.follow(await stranger.send(buildCurrencyTopUp(life.contract, life.now, least, stranger.funds())));
    expect(step).toMatchObject({ kind: 'topUp', added: least, isFromTill: false });
  });

  it('leaves what is too small for a top-up in the till, and its sender takes it after the notice', async () => {
    const { chain, life, sender, stranger } = await open();
    await pay(stranger, { to: life.till.lockingBytecode, amount: 6_000_000n });
    expect(life.duty(45_000n)).toBeUndefined();
    const [deposit] = chain.coinsOf(life.till.lockingBytecode);
    if (deposit === undefined) throw new Error('A coin is in the till');
    const { category, state } = life.now;
    const taking = () => buildTillTaking(life.contract, { category, index: state.index }, [deposit], sender.funds());
    chain.mine(11);
    await expect(sender.send(taking())).rejects.toThrow();
    chain.mine(1);
    await sender.send(taking());
    expect(chain.coinsOf(life.till.lockingBytecode)).toEqual([]);
  });

  it('pauses after the running period, and resumes an interval later', async () => {
    const { chain, life, sender, start } = await open();
    await move(life, sender, 'pause');
    expect(life.duty(45_000n)).toBeUndefined();
    chain.mine(12);
    expect(life.perform(45_000n).kind).toBe('settle');
    expect(isCurrencyPaused(life.now.state)).toBe(true);
    chain.reach(start);
    expect(life.perform(47_000n)).toMatchObject({ kind: 'pay', paidToRecipient: satoshisAt(47_000n) });
    chain.reach(start + 3n * MONTH);
    expect(life.duty(47_000n)).toBeUndefined();
    await move(life, sender, 'resume');
    expect(life.now.state).toMatchObject({ left: 32_766, open: 32_766, next: chain.locktime() + MONTH });
    chain.reach(life.now.state.next);
    expect(life.perform(50_000n).paidToRecipient).toBe(satoshisAt(50_000n));
  });

  it('goes on as if never paused where the running period is not paid before the resume', async () => {
    const { chain, life, sender, start } = await open();
    await move(life, sender, 'pause');
    chain.mine(12);
    life.perform(45_000n);
    await move(life, sender, 'resume');
    expect(life.now.state).toMatchObject({ left: 32_767, open: 32_767, next: start });
  });

  it('pays a day late where the oracle skips a number at the date', async () => {
    const { chain, life, start } = await open();
    chain.reach(start + 3_600n);
    expect(life.duty(50_000n, pairAt(start, 50_000n, 1n))).toBeUndefined();
    chain.reach(start + DAY + 3_600n);
    const step = life.perform(49_000n, pairAt(start + DAY, 49_000n));
    expect(step.price).toMatchObject({ due: start, satoshis: satoshisAt(49_000n) });
    expect(life.now.state.next).toBe(start + MONTH);
  });

  it('pays what falls due during the notice of a cancel, then refunds the rest', async () => {
    const { chain, life, sender, start } = await open();
    await move(life, sender, 'cancel');
    expect(life.now.units).toBe(0n);
    chain.mine(6);
    expect(life.duty(45_000n)).toBeUndefined();
    chain.reach(start);
    const held = life.now.satoshis;
    const paid = life.perform(45_000n);
    expect(paid).toMatchObject({ kind: 'pay', paidToRecipient: satoshisAt(45_000n) });
    chain.mine(12);
    const before = sender.balance();
    const step = life.perform(45_000n);
    expect(step).toMatchObject({ kind: 'refund', next: undefined });
    expect(sender.balance()).toBe(before + step.returnedToSender);
    expect(step.returnedToSender > held - satoshisAt(45_000n) - fee).toBe(true);
  });

  it('ends after its last period, and returns the rest to the sender', async () => {
    const { chain, life, sender, start } = await open({ periods: 2 });
    chain.reach(start + MONTH);
    life.perform(45_000n);
    life.perform(50_000n);
    expect(life.now.state).toMatchObject({ left: 0, open: 0 });
    const before = sender.balance();
    const step = life.perform(50_000n);
    expect(step.kind).toBe('close');
    expect(sender.balance()).toBe(before + step.returnedToSender);
  });

  it('fixes twelve prices by itself without money, and further ones beside anybody’s coin', async () => {
    const { chain, life, stranger, start } = await open({ satoshis: reserve + 576n });
    chain.reach(start + 60n * MONTH);
    let fixed = 0;
    while (life.duty(45_000n) !== undefined && fixed < 40) {
      life.perform(45_000n);
      fixed += 1;
    }
    expect(fixed).toBeGreaterThanOrEqual(12);
    const payment = { ...life.item, pair: pairAt(life.now.state.next, 45_000n), time: chain.locktime() };
    const built = buildPaidCurrencyPayment(payment, stranger.funds());
    const step = life.follow(await stranger.send(built));
    expect(step).toMatchObject({ kind: 'pay', paidToRecipient: 0n });
    expect(life.now.satoshis >= DEFAULT_CURRENCY_FEES.floor).toBe(true);
    expect(life.now.state.debt).toBe(satoshisAt(45_000n) * BigInt(fixed + 1) - 576n);
  });

  it('is one of many that one signature opens, cancels and pauses', async () => {
    const chain = createTestChain();
    const sender = createParty(chain, 'sender', 20_000_000_000n, 1_000_000n);
    chain.mine(1);
    const firstDue = chain.locktime() + DAY;
    const drafts = Array.from({ length: 10 }, (_, i) => ({
      recipient: createParty(chain, `recipient ${i}`).lockingBytecode,
      amount: AMOUNT + BigInt(i),
      periods: 5 + i,
      firstDue: firstDue + BigInt(i) * DAY,
      satoshis: 1_000_000_000n,
    }));
    const lives = await fundCurrency(chain, sender, drafts, currencyTerms(sender.lockingBytecode));
    expect(lives.map(({ now }) => now.state.index)).toEqual(drafts.map((_, i) => i + 1));
    const paused = lives.slice(0, 4);
    const built = buildCurrencyMove(
      paused.map(({ item }) => item),
      'pause',
      sender.funds(),
      chain.locktime(),
    );
    const txid = await sender.send(built);
    for (const life of paused) expect(life.follow(txid).kind).toBe('pause');
    const others = lives.slice(4).map(({ item }) => item);
    const cancelling = await sender.send(buildCurrencyMove(others, 'cancel', sender.funds(), chain.locktime()));
    for (const life of lives.slice(4)) expect(life.follow(cancelling).kind).toBe('cancel');
    chain.mine(12);
    for (const life of lives) expect(['settle', 'refund']).toContain(life.perform(45_000n).kind);
  });

  it.each(['pause', 'resume'] as const)('cannot %s by a wallet that is not its sender’s', async (kind) => {
    const { chain, life, sender, stranger } = await open();
    if (kind === 'resume') {
      await move(life, sender, 'pause');
      chain.mine(12);
      life.perform(45_000n);
    }
    expect(() => buildCurrencyMove([life.item], kind, stranger.funds(), chain.locktime())).toThrow(RangeError);
  });
});
