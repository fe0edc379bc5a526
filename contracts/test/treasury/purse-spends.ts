import type { Output } from '@bitauth/libauth';
import type { HonestSpend } from '../support/attack-suite.js';
import { named32 } from '../support/bytes.js';
import { payTo } from '../support/coins.js';
import type { Coin } from '../support/transaction.js';
import { stateOutput } from '../vault/support/vault.js';
import { landlord, SIGNERS, spender } from './parties.js';
import {
  createPurse,
  draftHome,
  draftManage,
  draftPay,
  type Payment,
  type Purse,
  type PurseAsset,
  purseCoin,
  purseOutput,
  termsOf,
  vault,
  vaultInput,
} from './purse.js';
import { spendOf, tipAfter } from './transactions.js';

/** Old enough for every age that the tests claim. */
export const TIP = tipAfter(10_000);

/** A purse that was partly spent, with what it holds: three quarters of the limit left of four limits. */
export const purseScene = (asset: PurseAsset) => {
  const terms = termsOf(asset);
  const left = (terms.limit * 3n) / 4n;
  const purse = createPurse(terms, left);
  const held = 4n * terms.limit;
  const coin = purseCoin(purse, held);
  /** The least that a move counts as. */
  const least = terms.limit / 64n;
  const half = terms.limit / 2n;
  const pay = (spent: bigint, more: Partial<Payment> = {}) => draftPay({ purse, coin, spent, ...more });
  return { asset, terms, left, purse, held, coin, least, half, pay };
};

export type PurseScene = ReturnType<typeof purseScene>;

/** A coin of a purse with tokens that somebody sent along. */
export const withStray = (coin: Coin, token: Output['token']): Coin => ({
  ...coin,
  output: { ...coin.output, ...(token === undefined ? {} : { token }) },
});

/** The owner's state goes on, and everything of the purse goes to one output. */
export const recalledTo =
  (coin: Coin, lockingBytecode: Uint8Array) =>
  (satoshis: bigint): readonly Output[] => [
    stateOutput(vault, 8, 50_000n),
    { ...coin.output, lockingBytecode, valueSatoshis: satoshis - 50_000n },
  ];

const withNewTerms = ({ purse: { terms }, coin, held }: PurseScene) => {
  const next: Purse = createPurse({ ...terms, limit: terms.limit * 2n, spender: SIGNERS[1] });
  return (satoshis: bigint): readonly Output[] => {
    const output = purseOutput(next, held, coin.output.valueSatoshis);
    return [stateOutput(vault, 8, satoshis - output.valueSatoshis), output];
  };
};

/** Every valid path of a purse, with a state that is not zero. */
export const purseSpends = (asset: PurseAsset): HonestSpend[] => {
  const scene = purseScene(asset);
  const { terms, left, purse, held, coin, least, half, pay } = scene;
  const paying = (name: string, spent: bigint, more: Partial<Payment> = {}) =>
    spendOf(`payment ${name}`, pay(spent, more), TIP, spender, { state: 0, payouts: [1] });
  const anybody = createPurse({ ...terms, payees: [] }, left);
  const token = { category: named32('category: a stray'), amount: 7n };
  const stray = asset === 'BCH' ? withStray(coin, token) : coin;
  const art = withStray(coin, {
    category: named32('category: art'),
    amount: 0n,
    nft: { capability: 'mutable', commitment: Uint8Array.of(1, 2) },
  });
  return [
    paying('of a half', half),
    paying('of everything that is left', left),
    paying('of the least that counts', least),
    paying('of less than counts', asset === 'BCH' ? 2_000n : 1n),
    paying('to the second payee', half, { to: landlord.lockingBytecode, place: 1 }),
    paying('of the limit, after it refilled', terms.limit, { age: 252 }),
    paying('of the limit, after long rest', terms.limit, { age: 9_000 }),
    spendOf(
      'payment to anybody, without a list',
      draftPay({
        purse: anybody,
        coin: purseCoin(anybody, held),
        spent: half,
        to: payTo(SIGNERS[2], 1n).lockingBytecode,
      }),
      TIP,
      spender,
      { state: 0, payouts: [1] },
    ),
    ...(asset === 'BCH'
      ? []
      : [
          spendOf(
            'payment of all tokens',
            draftPay({ purse, coin: purseCoin(purse, left), spent: left }),
            TIP,
            spender,
            { state: 0, payouts: [1] },
          ),
        ]),
    ...SIGNERS.map((signer) => spendOf(`home by the ${signer.name}`, draftHome(purse, coin, signer), TIP, signer)),
    spendOf('home with the highest fee', draftHome(purse, coin, SIGNERS[1], 2_000n), TIP, SIGNERS[1]),
    spendOf('home with tokens that somebody sent', draftHome(purse, stray, SIGNERS[0]), TIP, SIGNERS[0]),
    spendOf('home with an NFT that somebody sent', draftHome(purse, art, SIGNERS[0]), TIP, SIGNERS[0]),
    spendOf('recall', draftManage(purse, coin, vaultInput(), recalledTo(coin, vault.lockingBytecode)), TIP),
    spendOf(
      'recall to anywhere',
      draftManage(purse, coin, vaultInput(), recalledTo(coin, landlord.lockingBytecode)),
      TIP,
    ),
    spendOf('new terms', draftManage(purse, coin, vaultInput(), withNewTerms(scene)), TIP),
  ];
};
