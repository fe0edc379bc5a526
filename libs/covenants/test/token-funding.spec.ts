import { binToHex } from '@bitauth/libauth';
import {
  buildTokenVestingFunding,
  createVestingContract,
  decodeAnnouncement,
  findTokenVestingDeployment,
  InsufficientFundsError,
  InsufficientTokensError,
  MAX_TOKEN_COINS,
  TOKEN_OUTPUT_SATOSHIS,
  tokenVestingFunding,
  type UnsignedTransaction,
  type WalletCoins,
} from '../src/index.js';
import { assemble } from '../src/transaction/assemble.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { pay } from './support/pay.js';
import { termsBetween } from './support/stream-scenario.js';
import { tokensOf, TokenStreamScenario } from './support/token-stream-scenario.js';

const total = 1_000n;

/** A sender with plain coins, and a stream of a token of which they own only what a test makes up. */
const scene = (...plain: bigint[]) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', ...plain);
  const recipient = createParty(chain, 'recipient');
  const category = 'c0'.repeat(32);
  const start = chain.locktime();
  const parameters = termsBetween(sender, recipient, {
    schedule: { total, start, end: start + 1_000_000n, cliff: 0n, step: 0n },
  });
  const contract = createVestingContract(parameters, 'devnet', { type: 'FUNGIBLE_TOKEN', category });
  const build = (wallet: WalletCoins = sender.funds()): UnsignedTransaction => {
    const funding = buildTokenVestingFunding(contract, wallet, chain.tip());
    if (funding.kind === 'preparation') throw new Error('This wallet must be prepared first');
    return funding.transaction;
  };
  /** Coins of the token as wallets hold them, made without a transaction: for selection only. */
  const coin = (index: number, amount: bigint, nft?: 'none' | 'mutable' | 'minting') => ({
    txid: index.toString(16).padStart(64, '0'),
    vout: 1,
    satoshis: 1_000n,
    token: { category, amount, ...(nft !== undefined && { nft: { capability: nft, commitment: 'ab' } }) },
  });
  return { chain, sender, recipient, category, parameters, contract, build, coin };
};

describe('the funding of a stream of tokens', () => {
  it('is made by somebody who merely holds the token, and leaves them what they do not need', async () => {
    const { chain, sender, recipient, parameters } = scene(1_000_000n);
    const { category } = chain.node.mint(binToHex(sender.lockingBytecode), { amount: 1_500n });
    const before = sender.balance();
    const scenario = await TokenStreamScenario.fund(chain, sender, category, parameters);
    const { outputs, fee, size } = scenario.funding;
    // Two coins, each signed with Schnorr: 7 bytes shorter than the longest there is.
    expect(chain.node.transaction(scenario.fundingTxid)?.size).toBe(size - 2 * 7);
    expect(fee).toBe(BigInt(size));
    expect(scenario.state).toMatchObject({
      outpoint: { vout: 1 },
      satoshis: tokenVestingFunding().state,
      companion: { amount: total, satoshis: 1_000n },
    });
    expect(tokensOf(sender, category)).toBe(500n);
    expect(outputs[0]?.token).toBeUndefined();
    expect(outputs[0]?.to).toEqual(sender.lockingBytecode);
    expect(sender.balance()).toBe(before - tokenVestingFunding().state - 1_000n - 576n - 1_000n - fee);
    expect(recipient.balance()).toBe(1_000n);
  });

  it('announces the parameters and the token', async () => {
    const { chain, sender, parameters } = scene(1_000_000n);
    const { category } = chain.node.mint(binToHex(sender.lockingBytecode), { amount: total });
    const scenario = await TokenStreamScenario.fund(chain, sender, category, parameters);
    const data = chain.transaction(scenario.fundingTxid).outputs[3]?.lockingBytecode ?? new Uint8Array();
    expect(data.length).toBe(123);
    expect(decodeAnnouncement(data)).toEqual({ product: 'VESTING_TOKEN', parameters, category });
    expect(scenario.funding.outputs).toHaveLength(6);
  });

  it('gathers tokens from several coins, the largest first, and no more than it needs', async () => {
    const { chain, sender, parameters } = scene(1_000_000n);
    const giver = createParty(chain, 'giver', 1_000_000n);
    const token = (amount: bigint) => ({
      to: sender.lockingBytecode,
      amount: TOKEN_OUTPUT_SATOSHIS,
      token: { category: mine.category, amount },
    });
    const mine = chain.node.mint(binToHex(giver.lockingBytecode), { amount: 1_310n });
    const held = giver.coins().filter((coin) => coin.token !== undefined);
    const outputs = [600n, 10n, 300n, 200n, 200n].map(token);
    const plan = {
      network: 'devnet',
      contractInputs: [],
      requiredCoins: held,
      outputs,
      locktime: 0n,
      wallet: giver.funds(),
      change: 'last',
      userPrompt: '',
    } as const;
    await giver.send(assemble(plan));
    const scenario = await TokenStreamScenario.fund(chain, sender, mine.category, parameters);
    const spent = scenario.funding.inputs.flatMap(({ token: spentToken }) =>
      spentToken === undefined ? [] : [spentToken.amount],
    );
    expect(spent).toEqual([600n, 300n, 200n]);
    expect(tokensOf(sender, mine.category)).toBe(310n);
  });

  it('returns an NFT intact where its tokens are needed, and leaves it alone where they are not', async () => {
    const { chain, sender, parameters } = scene(1_000_000n);
    const nft = { capability: 'minting', commitment: 'c0ffee' } as const;
    const { category } = chain.node.mint(binToHex(sender.lockingBytecode), { amount: 2_000n, nft });
    const [before] = sender.coins().filter(({ token }) => token !== undefined);
    const scenario = await TokenStreamScenario.fund(chain, sender, category, parameters);
    const kept = sender.coins().flatMap(({ token }) => (token === undefined ? [] : [token]));
    expect(kept).toEqual([
      { category, amount: 0n, nft },
      { category, amount: 1_000n },
    ]);
    expect(before?.token).toEqual({ category, amount: 2_000n, nft });
    chain.mine(1);
    const again = await TokenStreamScenario.fund(chain, sender, category, {
      ...parameters,
      nonce: new Uint8Array(16).fill(9),
    });
    expect(again.funding.inputs.some(({ token }) => token?.nft !== undefined)).toBe(false);
    expect(sender.coins().flatMap(({ token }) => (token === undefined ? [] : [token]))).toEqual([
      { category, amount: 0n, nft },
    ]);
    expect(scenario.contract.address).not.toBe(again.contract.address);
  });

  it('moves no coin of another category, and none without fungible units', async () => {
    const { chain, sender, parameters } = scene(1_000_000n);
    const locking = binToHex(sender.lockingBytecode);
    const { category } = chain.node.mint(locking, { amount: total });
    chain.node.mint(locking, { amount: 5_000_000n });
    chain.node.mint(locking, { nft: { capability: 'mutable', commitment: '01' } });
    const others = sender.coins().filter(({ token }) => token !== undefined && token.category !== category);
    await TokenStreamScenario.fund(chain, sender, category, parameters);
    expect(sender.coins().filter(({ token }) => token !== undefined)).toEqual(others);
  });
});

/** What a builder throws. */
const refusalOf = (attempt: () => unknown): unknown => {
  try {
    attempt();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('the choice of tokens', () => {
  const spentOf = ({ inputs }: UnsignedTransaction) =>
    inputs.flatMap(({ token }) => (token === undefined ? [] : [[token.amount, token.nft?.capability]]));

  it('takes coins with an NFT last', () => {
    const { sender, build, coin } = scene(1_000_000n);
    const plain = sender.coins();
    const coins = [...plain, coin(1, 5_000n, 'none'), coin(2, 400n), coin(3, 600n), coin(4, 9_000n, 'minting')];
    expect(spentOf(build({ hash: sender.hash, coins }))).toEqual([
      [600n, undefined],
      [400n, undefined],
    ]);
    const less = coins.filter(({ txid }) => txid !== coin(2, 0n).txid);
    expect(spentOf(build({ hash: sender.hash, coins: less }))).toEqual([
      [600n, undefined],
      [9_000n, 'minting'],
    ]);
  });

  it('burns nothing, whatever the coins carry', () => {
    const { sender, build, coin, category } = scene(1_000_000n);
    const coins = [
      ...sender.coins(),
      coin(1, 300n, 'none'),
      coin(2, 300n, 'mutable'),
      coin(3, 300n, 'minting'),
      coin(4, 300n),
    ];
    const { inputs, outputs } = build({ hash: sender.hash, coins });
    const units = (items: readonly { token?: { category: string; amount: bigint } }[]) =>
      items.reduce((sum, { token }) => (token?.category === category ? sum + token.amount : sum), 0n);
    const nfts = (items: readonly { token?: { category: string; nft?: { capability: string } } }[]) =>
      items
        .flatMap(({ token }) => (token?.category === category && token.nft !== undefined ? [token.nft.capability] : []))
        .sort();
    expect(units(outputs)).toBe(units(inputs));
    expect(nfts(outputs)).toEqual(nfts(inputs));
    expect(nfts(inputs)).toEqual(['minting', 'mutable', 'none']);
  });

  it('says what is missing', () => {
    const { sender, build, coin, category } = scene(1_000_000n);
    const attempt = () => build({ hash: sender.hash, coins: [...sender.coins(), coin(1, 998n), coin(2, 1n, 'none')] });
    expect(attempt).toThrow(InsufficientTokensError);
    expect(refusalOf(attempt)).toMatchObject({ data: { category, needed: 1_000n, available: 999n } });
    expect(refusalOf(build)).toMatchObject({ data: { needed: 1_000n, available: 0n } });
  });

  it('counts on no more coins than one transaction may spend', () => {
    const { sender, build, coin } = scene(1_000_000n);
    const scattered = Array.from({ length: 1_000 }, (_, index) => coin(index + 1, 1n));
    expect(refusalOf(() => build({ hash: sender.hash, coins: [...sender.coins(), ...scattered] }))).toMatchObject({
      data: { available: BigInt(MAX_TOKEN_COINS) },
    });
    const doubled = Array.from({ length: MAX_TOKEN_COINS }, (_, index) => coin(index + 1, 3n));
    expect(build({ hash: sender.hash, coins: [...sender.coins(), ...doubled] }).size < 100_000).toBe(true);
  });
});

describe('the coin a stream is made of', () => {
  it('is plain: a token coin with index 0 is none, and the wallet is prepared', async () => {
    const { chain, sender, parameters } = scene();
    const { category } = chain.node.mint(binToHex(sender.lockingBytecode), { amount: total });
    const giver = createParty(chain, 'giver', 1_000_000n);
    await pay(giver, { to: giver.lockingBytecode, amount: 1_000n }, { to: sender.lockingBytecode, amount: 200_000n });
    const contract = createVestingContract(parameters, 'devnet', { type: 'FUNGIBLE_TOKEN', category });
    const funding = buildTokenVestingFunding(contract, sender.funds(), chain.tip());
    expect(funding.kind).toBe('preparation');
    await sender.send(funding.transaction);
    expect(tokensOf(sender, category)).toBe(total);
    const scenario = await TokenStreamScenario.fund(chain, sender, category, parameters);
    expect(
      findTokenVestingDeployment(scenario.contract, scenario.fundingTxid, chain.transaction(scenario.fundingTxid)).ok,
    ).toBe(true);
  });

  it('must be worth the reserve', () => {
    const { chain, sender, contract, build, coin } = scene(40_000n);
    expect(() => build({ hash: sender.hash, coins: [...sender.coins(), coin(1, total)] })).toThrow(
      InsufficientFundsError,
    );
    expect(() =>
      buildTokenVestingFunding(contract, { hash: sender.hash, coins: [coin(1, total)] }, chain.tip()),
    ).toThrow(InsufficientFundsError);
  });
});
