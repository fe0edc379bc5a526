import { binToHex } from '@bitauth/libauth';
import {
  buildPurseHome,
  buildPursePayment,
  createDraftedPurse,
  lockingBytecodeOf,
  outpointKey,
  payeeListHash,
  proposePurses,
  type PurseCoin,
  type PurseContract,
  type PurseDraft,
  PURSE_RESERVE,
} from '@weir/covenants';
import type { AskedEffect } from '../../src/index.js';
import { hashOf, TIP, TOKEN, walletOf } from './coins.js';
import { addressAt, type Flow, flowOf, NETWORK } from './flow.js';
import { createVault, VAULT_SIGNERS } from './vault.js';

/** Names of the key that pays, and of two payees. */
const [SPENDER, SHOP, BAKER] = [0x35, 0x36, 0x37];

/** A purse of the vault, with a limit of 100,000 units a day. */
export const drafted = (hasTokens: boolean, change: Partial<PurseDraft> = {}): PurseDraft => {
  const { contract } = createVault();
  return {
    asset: hasTokens ? { type: 'FUNGIBLE_TOKEN', category: TOKEN } : { type: 'BCH' },
    owner: contract.lockingBytecode,
    signers: contract.parameters.signers,
    spender: hashOf(SPENDER),
    payees: [SHOP, BAKER].map((name) => lockingBytecodeOf(hashOf(name))),
    limit: 100_000n,
    period: 144,
    amount: 500_000n,
    ...change,
  };
};

/** A purse with its coin, mined for some blocks. */
export interface LivePurse {
  readonly contract: PurseContract;
  readonly coin: PurseCoin;
}

/** Returns a drafted purse as it is a block after its opening. */
export const livePurse = (draft: PurseDraft, txid = 'ab'): LivePurse => ({
  contract: createDraftedPurse(draft, NETWORK),
  coin: {
    outpoint: { txid: txid.repeat(32), vout: 1 },
    height: TIP.height,
    ...(draft.asset.type === 'BCH'
      ? { satoshis: draft.amount }
      : { satoshis: PURSE_RESERVE, token: { category: draft.asset.category, amount: draft.amount } }),
  },
});

const addressOf = (name: number): string => addressAt(lockingBytecodeOf(hashOf(name)));

/** Asks for a purse to be opened. */
export const opens = (draft: PurseDraft, isListed = false): AskedEffect => ({
  kind: 'OPENS_PURSES',
  isListed,
  vault: addressAt(draft.owner),
  asset: draft.asset.type === 'BCH' ? undefined : draft.asset.category,
  purses: [
    {
      spender: addressAt(lockingBytecodeOf(draft.spender)),
      payees: draft.payees.map(addressAt),
      paysAnybody: draft.payees.length === 0,
      limit: draft.limit,
      period: draft.period,
      amount: draft.amount,
      reserve: draft.asset.type === 'BCH' ? 0n : PURSE_RESERVE,
    },
  ],
});

/** Every transaction of a purse: opened, paid from, sent home, renewed, and taken back. */
export const purseFlows = (hasTokens: boolean): readonly Flow[] => {
  const { contract: vault, holdings, spends, proposed } = createVault();
  const draft = drafted(hasTokens);
  const listed = drafted(hasTokens, { period: 288 });
  const anybody = drafted(hasTokens, { payees: [], period: 1_008 });
  const purse = livePurse(draft);
  const free = livePurse(anybody, 'ac');
  const { contract, coin } = purse;
  const asset = hasTokens ? TOKEN : undefined;
  const name = (what: string): string => `purse of ${hasTokens ? 'tokens' : 'BCH'}: ${what}`;
  const shop = lockingBytecodeOf(hashOf(SHOP));
  const pays = (from: LivePurse, to: Uint8Array, amount: bigint): AskedEffect => ({
    kind: 'PAYS_FROM_PURSE',
    purse: from.contract.address,
    outpoint: outpointKey(from.coin.outpoint),
    treasury: vault.address,
    to: addressAt(to),
    asset,
    amount,
    limit: from.contract.terms.limit,
    period: from.contract.terms.period,
  });
  const recalls: AskedEffect = { kind: 'RECALLS_PURSE', purse: contract.address, outpoint: outpointKey(coin.outpoint) };
  const payment = (from: LivePurse, payees: readonly Uint8Array[], to: Uint8Array, amount: bigint) =>
    buildPursePayment({ ...from, payees, to, amount }, TIP);
  const renewed = drafted(hasTokens, { limit: 50_000n, amount: 700_000n });
  return [
    proposed(name('opening'), proposePurses(vault, holdings, { opened: [draft] }), [spends, opens(draft)]),
    proposed(name('opening that the chain lists'), proposePurses(vault, holdings, { opened: [listed] }, { tip: TIP }), [
      spends,
      opens(listed, true),
    ]),
    proposed(name('opening for anybody'), proposePurses(vault, holdings, { opened: [anybody] }), [
      spends,
      opens(anybody),
    ]),
    flowOf(name('payment'), payment(purse, draft.payees, shop, 40_000n), walletOf(SPENDER), [
      pays(purse, shop, 40_000n),
    ]),
    flowOf(name('payment to anybody'), payment(free, [], vault.lockingBytecode, 30_000n), walletOf(SPENDER), [
      pays(free, vault.lockingBytecode, 30_000n),
    ]),
    flowOf(name('way home'), buildPurseHome(contract, coin), walletOf(VAULT_SIGNERS[0]), [
      { kind: 'SENDS_PURSE_HOME', purse: contract.address, treasury: vault.address },
    ]),
    proposed(name('new terms'), proposePurses(vault, holdings, { recalled: [purse], opened: [renewed] }), [
      spends,
      recalls,
      opens(renewed),
    ]),
    proposed(name('closing'), proposePurses(vault, holdings, { recalled: [purse] }), [spends, recalls]),
  ];
};

/** Where the payees of the flows are paid. */
export const PAYEES = [SHOP, BAKER].map(addressOf);
/** The hash of their list, hex. */
export const LIST_HASH = binToHex(payeeListHash(drafted(false).payees));
