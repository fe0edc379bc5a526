import { binToHex } from '@bitauth/libauth';
import type { TokenDetails } from 'cashscript';
import {
  createLockContract,
  createLockStream,
  lockPaymentNeed,
  type LockPayment,
  readLockCoin,
  toLockState,
} from '../src/index.js';
import { shapesOf } from '../src/lock/transactions/pay-lock.js';
import { assemble, type ContractPart } from '../src/transaction/assemble.js';
import { createTestChain } from './support/chain.js';
import { fundLocks, LiveLock } from './support/lock-scenario.js';
import { createParty, tokensOf } from './support/party.js';

type Nft = NonNullable<TokenDetails['nft']>;

const DAY = 86_400n;
const TOTAL = 1_000_000n;
const RICH = 5_000_000_000n;
const EMPTY: Nft = { capability: 'none', commitment: '' };
let scenes = 0;

/** A lock of a token, and the token's issuer, who can mint NFTs of its category at will. */
const scene = () => {
  const chain = createTestChain();
  scenes += 1;
  const issuer = createParty(chain, `lock issuer ${scenes}`, RICH, RICH);
  const recipient = createParty(chain, `lock recipient ${scenes}`, 500_000n);
  const baton: Nft = { capability: 'minting', commitment: '' };
  const { category } = chain.node.mint(binToHex(issuer.lockingBytecode), { amount: 10n * TOTAL, nft: baton });
  chain.mine(1);
  const start = chain.locktime();
  const terms = { start, cliff: start, step: DAY, steps: 100n, recipient: recipient.lockingBytecode, total: TOTAL };
  const fund = async () => {
    const { found } = await fundLocks(chain, issuer, { type: 'FUNGIBLE_TOKEN', category }, [{ ...terms, payments: 6 }]);
    if (found[0] === undefined) throw new Error('A lock was funded');
    return new LiveLock(chain, found[0]);
  };
  /** The issuer sends outputs with an NFT of theirs on the first one's tokens. */
  const sendWith = (nft: Nft, { outputs, ...part }: ContractPart): Promise<string> => {
    const coin = issuer.coins().find(({ token }) => token?.nft?.capability === 'minting');
    const [first, ...others] = outputs;
    if (coin?.token === undefined || first?.token === undefined)
      throw new Error('They cannot mint, or nothing carries it');
    // What they do not pay out of their tokens returns with the minting NFT.
    const spent = part.contractInputs.length === 0 ? first.token.amount : 0n;
    const rest = { ...coin.token, amount: coin.token.amount - spent };
    return issuer.send(
      assemble({
        ...part,
        outputs: [
          { ...first, token: { ...first.token, nft } },
          ...others,
          { to: issuer.lockingBytecode, amount: 1_000n, token: rest },
        ],
        requiredCoins: [coin],
        wallet: issuer.funds(),
        change: 'last',
        userPrompt: 'Pay, and hang an NFT on the lock',
      }),
    );
  };
  const hang = (payment: LockPayment, nft: Nft) => sendWith(nft, shapesOf(payment)(0n));
  const day = (days: bigint) => chain.reach(start + days * DAY);
  /** A lock whose funder left an NFT on it. */
  const fundWith = async (nft: Nft) => {
    const contract = createLockContract({ asset: 'FUNGIBLE_TOKEN', ...terms }, 'devnet');
    const output = { to: contract.lockingBytecode, amount: 9_000n, token: { category, amount: TOTAL } };
    const txid = await sendWith(nft, { network: 'devnet', contractInputs: [], outputs: [output] });
    const coin = readLockCoin(contract, txid, chain.transaction(txid).outputs, 0);
    if (coin === undefined) throw new Error('No coin at the lock');
    return new LiveLock(chain, { contract, coin });
  };
  const nftsOf = () => recipient.coins().flatMap(({ token }) => (token?.nft === undefined ? [] : [token.nft]));
  return { chain, recipient, issuer, category, fund, fundWith, hang, day, nftsOf };
};

describe('an NFT of the token hung on a lock by anybody who pays', () => {
  it.each([
    ['marked', { capability: 'none', commitment: 'ab' }],
    ['mutable', { capability: 'mutable', commitment: '' }],
    ['minting', { capability: 'minting', commitment: '' }],
  ] as const)('is refused where it is %s', async (_, nft) => {
    const { fund, hang, day } = scene();
    const lock = await fund();
    day(10n);
    await expect(hang(lock.due(), nft)).rejects.toThrow();
    lock.push();
  });

  it('goes on to the recipient where it is an empty immutable one, and costs nothing', async () => {
    const { chain, fund, hang, day, nftsOf, recipient, category, issuer } = scene();
    const [plain, hung] = [await fund(), await fund()];
    for (const days of [10n, 50n]) {
      day(days);
      plain.push();
      expect(hung.follow(await hang(hung.due(), EMPTY)).next?.token?.nft).toEqual(EMPTY);
      day(days + 20n);
      const [one, other] = [plain.push(), days === 10n ? hung.push() : await hung.pay(issuer)];
      expect(other.transition.released).toBe(one.transition.released);
      if (days === 10n) expect(other.built.size).toBe(one.built.size);
      expect(other.transition.next?.token).not.toHaveProperty('nft');
    }
    day(80n);
    hung.follow(await hang(hung.due(), EMPTY));
    // From its stored form as well, where the recipient signs what they spend.
    const { contract, coin } = hung;
    if (coin === undefined) throw new Error('It goes on');
    const state = toLockState(contract, coin);
    expect(state.companion).toMatchObject({ nft: EMPTY });
    const model = createLockStream(contract, { sender: issuer.lockingBytecode, category });
    day(81n);
    const claim = model.at(state).payoutAt(chain.locktime())?.buildClaim(recipient.coins());
    if (claim === undefined) throw new Error('Something is due');
    hung.follow(await recipient.send(claim));
    expect(nftsOf()).toEqual([EMPTY, EMPTY, EMPTY]);
    day(100n);
    hung.push();
    plain.push();
    expect(tokensOf(recipient, category)).toBe(2n * TOTAL);
  });
});

describe('a lock that its funder left an NFT on', () => {
  it.each([
    ['empty', EMPTY, 'NOTHING'],
    ['marked', { capability: 'none', commitment: 'ab'.repeat(40) }, 'NOTHING'],
    // Its output needs more satoshis than go with a payment.
    ['of 128 bytes', { capability: 'none', commitment: 'ab'.repeat(128) }, 'A_COIN'],
    ['mutable', { capability: 'mutable', commitment: 'ab' }, 'NOTHING'],
    ['minting', { capability: 'minting', commitment: '' }, 'NOTHING'],
  ] as const)('is paid, and the NFT goes to the recipient first: %s', async (_, nft, need) => {
    const { fundWith, day, nftsOf, issuer, recipient, category } = scene();
    const [early, late] = [await fundWith(nft), await fundWith(nft)];
    day(50n);
    expect(lockPaymentNeed(early.due())).toBe(need);
    const { transition } = need === 'NOTHING' ? early.push() : await early.pay(issuer);
    expect(transition.next?.token).not.toHaveProperty('nft');
    expect(nftsOf()).toEqual([nft]);
    day(100n);
    expect(lockPaymentNeed(late.due())).toBe('NOTHING');
    late.push();
    early.push();
    expect(nftsOf()).toEqual([nft, nft]);
    expect(tokensOf(recipient, category)).toBe(2n * TOTAL);
  });
});
