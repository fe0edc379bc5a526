import { binToHex } from '@bitauth/libauth';
import {
  buildCurrencyMove,
  buildCurrencySweep,
  buildTillTaking,
  CURRENCY_COMMITMENT_LENGTH,
  isCurrencyStray,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { currencyTerms, DAY, fundCurrency } from './support/currency-scenario.js';
import { createParty, pay } from './support/party.js';

const NOTICE = 12;

const open = async () => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 9_000_000_000n, 1_000_000n);
  const recipient = createParty(chain, 'recipient', 1_000_000n);
  const stranger = createParty(chain, 'stranger', 5_000_000_000n);
  chain.mine(1);
  const start = chain.locktime() + DAY;
  const draft = (amount: bigint) => ({
    recipient: recipient.lockingBytecode,
    amount,
    periods: 12,
    firstDue: start,
    satoshis: 1_020_000_000n,
  });
  const [life, other] = await fundCurrency(
    chain,
    sender,
    [draft(150_000n), draft(90_000n)],
    currencyTerms(sender.lockingBytecode),
  );
  if (life === undefined || other === undefined) throw new Error('Two payments were funded');
  const { category, state } = life.now;
  const owner = { category, index: state.index };
  const inTill = () => chain.coinsOf(life.till.lockingBytecode);
  return { chain, sender, recipient, stranger, life, other, owner, inTill };
};

describe('the taking of coins from a till', () => {
  it('returns every kind of token as it is, beside the plain coins', async () => {
    const { chain, sender, life, owner, inTill } = await open();
    const locking = binToHex(life.till.lockingBytecode);
    chain.node.mint(locking, { amount: 9_223_372_036_854_775_807n });
    chain.node.mint(locking, { nft: { capability: 'minting', commitment: '01'.repeat(40) }, amount: 7n });
    chain.fund(life.till.lockingBytecode, 1_000n, 6_000_000n);
    chain.mine(NOTICE);
    const deposits = inTill();
    expect(deposits).toHaveLength(4);
    const before = sender.balance();
    const built = buildTillTaking(life.contract, owner, deposits, sender.funds());
    await sender.send(built);
    expect(inTill()).toEqual([]);
    expect(sender.balance()).toBe(before + deposits.reduce((sum, { satoshis }) => sum + satoshis, 0n) - built.fee);
    const held = sender.coins().flatMap(({ token }) => (token === undefined ? [] : [token]));
    for (const { token } of deposits) if (token !== undefined) expect(held).toContainEqual(token);
  });

  it('returns what came during a notice and after the end', async () => {
    const { chain, sender, stranger, life, owner, inTill } = await open();
    const cancel = buildCurrencyMove([life.item], 'cancel', sender.funds(), chain.locktime());
    life.follow(await sender.send(cancel));
    await pay(stranger, { to: life.till.lockingBytecode, amount: 900_000_000n });
    expect(life.duty(45_000n)).toBeUndefined();
    chain.mine(NOTICE);
    expect(life.perform(45_000n)).toMatchObject({ kind: 'refund', next: undefined });
    await pay(stranger, { to: life.till.lockingBytecode, amount: 800_000_000n });
    chain.mine(NOTICE);
    await sender.send(buildTillTaking(life.contract, owner, inTill(), sender.funds()));
    expect(inTill()).toEqual([]);
  });

  it('is refused to strangers, to the recipient, and from the till of another payment', async () => {
    const { chain, sender, recipient, stranger, life, other, owner, inTill } = await open();
    await pay(stranger, { to: life.till.lockingBytecode, amount: 6_000_000n });
    chain.mine(NOTICE);
    const take = (by: typeof sender) => buildTillTaking(life.contract, owner, inTill(), by.funds());
    for (const party of [stranger, recipient]) expect(() => take(party)).toThrow(RangeError);
    // The contract says so, too: the same with a coin of a stranger at input 0.
    const stolen = { ...life.contract, terms: { ...life.contract.terms, sender: stranger.lockingBytecode } };
    const theft = buildTillTaking({ ...stolen, till: () => life.till }, owner, inTill(), stranger.funds());
    await expect(stranger.send(theft)).rejects.toThrow();
    const foreign = { category: other.now.category, index: other.now.state.index };
    await expect(sender.send(buildTillTaking(life.contract, foreign, inTill(), sender.funds()))).rejects.toThrow();
    await sender.send(take(sender));
  });

  it('takes fifty coins at once, and says so when there are more or none', async () => {
    const { chain, sender, life, owner, inTill } = await open();
    chain.fund(life.till.lockingBytecode, ...Array.from({ length: 51 }, () => 2_000n));
    chain.mine(NOTICE);
    const take = (count: number) => buildTillTaking(life.contract, owner, inTill().slice(0, count), sender.funds());
    expect(() => take(51)).toThrow(RangeError);
    expect(() => take(0)).toThrow(RangeError);
    await sender.send(take(50));
    expect(inTill()).toHaveLength(1);
  });
});

describe('a sweep of the address of payments', () => {
  it('returns plain coins and tokens to the sender, and never takes a payment', async () => {
    const { chain, sender, stranger, life } = await open();
    const at = life.contract.lockingBytecode;
    const commitment = '01'.repeat(CURRENCY_COMMITMENT_LENGTH);
    chain.node.mint(binToHex(at), { amount: 5n });
    chain.node.mint(binToHex(at), { nft: { capability: 'none', commitment } });
    chain.fund(at, 70_000n);
    chain.mine(1);
    const coins = chain.coinsOf(at);
    const strays = coins.filter(isCurrencyStray);
    expect([coins.length, strays.length]).toEqual([5, 3]);
    expect(() => buildCurrencySweep(life.contract, coins, sender.funds())).toThrow(RangeError);
    expect(() => buildCurrencySweep(life.contract, strays, stranger.funds())).toThrow(RangeError);
    const before = sender.balance();
    const built = buildCurrencySweep(life.contract, strays, sender.funds());
    await sender.send(built);
    expect(sender.balance()).toBe(before + strays.reduce((sum, { satoshis }) => sum + satoshis, 0n) - built.fee);
    expect(chain.coinsOf(at).filter(isCurrencyStray)).toEqual([]);
    expect(chain.coinsOf(at)).toHaveLength(2);
  });
});
