import { createAddress } from '../plan/covenant.js';
import { draftActs } from '../plan/stop-drafts.js';
import { DAY, placeStream, START } from '../plan/stream.js';
import { at } from '../support/bytes.js';
import { coinNamed, FUNDED, payTo } from '../support/coins.js';
import { accept, dustOf } from '../support/judge.js';
import { seal, sizeOf, withFee, type Coin, type Draft } from '../support/transaction.js';
import { draftSpend as spendOfVault, stateCoin, stateOutput } from '../vault/support/vault.js';
import {
  first,
  guardian,
  heir,
  landlord,
  newcomer,
  otherHeir,
  printer,
  second,
  shop,
  third,
  thirdHeir,
} from './parties.js';
import {
  ASSETS,
  callPurse,
  createPurse,
  draftHome,
  draftPay,
  type PurseAsset,
  purseCoin,
  purseOutput,
  termsOf,
  tokens,
  vault,
  vaultInput,
} from './purse.js';
import {
  ACTIVE,
  createRoster,
  draftSpend,
  draftStep,
  callRoster,
  membersOf,
  QUIET,
  RECOVERING,
  REVIEW,
  rosterCoin,
  rosterOutput,
  type RosterState,
  seatOf,
  spendBy,
  spentOnce,
} from './roster.js';
import { draftOf, heldBy, inputOf, output, paidBy, tipAfter } from './transactions.js';

const TIP = tipAfter(30_000);
const sizeAt = (draft: Draft, tip = TIP): number => accept(draft, tip).size;

const roster = createRoster('sizes');
const state: RosterState = { ...membersOf(), status: ACTIVE, spends: 0x01020304 };
const coin = rosterCoin(roster, state, 200_000_000n);
const deposits = (count: number): Coin[] =>
  Array.from({ length: count }, (_, index) => coinNamed(`deposit ${index}`, output(roster.lockingBytecode, 50_000n)));

/** A spend to one recipient for a satoshi a byte. */
const spend = (behind: readonly Coin[] = [], next = spentOnce(state), how = {}): Draft =>
  withFee((fee) =>
    draftSpend({
      roster,
      coin,
      next,
      pair: [first, second],
      absent: 2,
      behind,
      payments: [payTo(shop, 10_000n)],
      fee,
      how,
    }),
  );

const recovering = rosterCoin(roster, { ...state, status: RECOVERING }, 200_000_000n);
const heirs = spentOnce(state, membersOf([heir, otherHeir, thirdHeir]));
const recovery = draftStep({
  roster,
  coin,
  next: { ...state, status: RECOVERING },
  payer: guardian,
  unlocking: callRoster(roster, 'recover'),
  sequence: QUIET,
});
const veto = draftStep({
  roster,
  coin: recovering,
  next: state,
  payer: second,
  unlocking: callRoster(roster, 'veto', [second.publicKey, { signer: second }, seatOf(1)]),
});
const end = draftStep({
  roster,
  coin: recovering,
  next: heirs,
  payer: guardian,
  unlocking: spendBy(roster, [heir, otherHeir], 2),
  sequence: REVIEW,
});

const cancel = (): number => {
  const stream = placeStream(createAddress('vesting-bch', { sender: roster.lockingBytecode }), {
    index: 1n,
    principal: 50_000_000n,
  });
  const now = START + 100n * DAY;
  const draft = draftActs([{ stream, act: 'cancel' }], now, {
    authority: inputOf(coin, spendBy(roster, [first, second], 2)),
    first: (value) => rosterOutput(roster, spentOnce(state), value),
  });
  return sizeAt(draft, { height: FUNDED.height + 10, mtp: Number(now) + 100 });
};

/** Four payees, as in the documentation. */
const purseTerms = (asset: PurseAsset, owner = vault.lockingBytecode) => ({
  ...termsOf(asset),
  owner,
  payees: [shop, landlord, printer, newcomer].map(({ lockingBytecode }) => lockingBytecode),
});

/** An exchange that opens two purses for the new signers. @param home the money of the second one, which went home before */
const renewal = (home?: Coin): Draft =>
  withFee((fee) => {
    const old = [first, third].map((spender) => createPurse({ ...purseTerms('BCH', roster.lockingBytecode), spender }));
    const renewed = [first, newcomer].map((spender) =>
      createPurse({ ...purseTerms('BCH', roster.lockingBytecode), spender, signers: [first, second, newcomer] }),
    );
    const inputs = [
      inputOf(coin, spendBy(roster, [first, second], 2)),
      ...old
        .slice(0, home === undefined ? 2 : 1)
        .map((each, index) => inputOf({ ...purseCoin(each, 40_000_000n), vout: index + 1 }, callPurse(each, 'manage'))),
      ...(home === undefined ? [] : [inputOf(home, callRoster(roster, 'follow'))]),
    ];
    const outputs = renewed.map((each) => purseOutput(each, 40_000_000n));
    const next = spentOnce(state, membersOf([first, second, newcomer]));
    return draftOf(inputs, [rosterOutput(roster, next, heldBy(inputs) - paidBy(outputs) - fee), ...outputs]);
  });

it('measures what the documentation states of a roster', () => {
  expect({
    script: roster.script.length,
    spend: sizeAt(spend()),
    'spend, ECDSA at its longest': Number(sizeOf(spend([], spentOnce(state), {}))) + 14,
    'spend with a deposit': sizeAt(spend(deposits(1))),
    'spend with 50 deposits': sizeAt(spend(deposits(50))),
    exchange: sizeAt(spend([], spentOnce(state, membersOf([first, second, newcomer])))),
    'exchange with two purses renewed': sizeAt(renewal()),
    'exchange with one renewed, and one that went home': sizeAt(renewal(at(deposits(1), 0))),
    recovery: sizeAt(recovery),
    veto: sizeAt(veto),
    end: sizeAt(end),
    'cancel of a stream': cancel(),
  }).toEqual({
    script: 411,
    spend: 872,
    'spend, ECDSA at its longest': 886,
    'spend with a deposit': 1_330,
    'spend with 50 deposits': 23_772,
    exchange: 872,
    'exchange with two purses renewed': 1_862,
    'exchange with one renewed, and one that went home': 1_852,
    recovery: 812,
    veto: 913,
    end: 1_013,
    'cancel of a stream': 1_843,
  });
});

it('asks 951 satoshis of a roster’s state', () => {
  expect(dustOf(at(spend().outputs, 0))).toBe(951n);
});

const purseSizes = (asset: PurseAsset) => {
  const terms = purseTerms(asset);
  const purse = createPurse(terms);
  const [least, total] = [terms.limit / 2n, 4n * terms.limit];
  const held = purseCoin(purse, total);
  const opened = withFee((fee) => {
    const stray = coinNamed('tokens of the vault', output(vault.lockingBytecode, 1_000n, tokens(total)));
    const coins = [stateCoin(vault, 7, 900_000_000n), ...(asset === 'BCH' ? [] : [stray])];
    const made = purseOutput(purse, total);
    const rest = paidBy(coins.map((each) => each.output)) - made.valueSatoshis - fee;
    return spendOfVault({ vault, coins, outputs: [stateOutput(vault, 8, rest), made] });
  });
  const renewed = withFee((fee) => {
    const inputs = [vaultInput(), inputOf(held, callPurse(purse, 'manage'))];
    const made = purseOutput(createPurse({ ...terms, spender: second }), total, held.output.valueSatoshis);
    return draftOf(inputs, [stateOutput(vault, 8, heldBy(inputs) - made.valueSatoshis - fee), made]);
  });
  return {
    script: purse.script.length,
    opening: sizeAt(opened),
    payment: sizeAt(withFee((fee) => draftPay({ purse, coin: held, spent: least, fee }))),
    'payment at an age': sizeAt(
      withFee((fee) =>
        draftPay({ purse, coin: held, spent: least, age: 504, place: 3, to: newcomer.lockingBytecode, fee }),
      ),
    ),
    home: sizeAt(withFee((fee) => draftHome(purse, held, third, fee))),
    'new terms': sizeAt(renewed),
  };
};

it('measures what the documentation states of purses', () => {
  expect(Object.fromEntries(ASSETS.map((asset) => [asset, purseSizes(asset)]))).toEqual({
    BCH: { script: 421, opening: 723, payment: 739, 'payment at an age': 739, home: 622, 'new terms': 1_191 },
    FUNGIBLE_TOKEN: {
      script: 475,
      opening: 1_144,
      payment: 867,
      'payment at an age': 867,
      home: 713,
      'new terms': 1_282,
    },
  });
});

it('leaves the fee of a keyless or one-key path room to rise', () => {
  for (const asset of ASSETS) {
    const { payment, home } = purseSizes(asset);
    // Bounds: 1,500 satoshis of a payment in BCH, of tokens 2,400 less 1,000 for the payee's output, 2,000 of the way home.
    expect((asset === 'BCH' ? 1_500 : 1_400) / payment).toBeGreaterThan(1.6);
    expect(2_000 / home).toBeGreaterThan(2.8);
  }
});

describe('within relay limits', () => {
  it('a roster spends 200 deposits at once', () => {
    expect(sizeAt(spend(deposits(200)))).toBeLessThan(100_000);
  });

  // The list travels with each payment, whose fee is bounded: a longer list needs a rate that nodes may not accept.
  it.each([
    ['BCH', 1_061, 1_500],
    ['FUNGIBLE_TOKEN', 1_189, 1_400],
  ] as const)('a purse in %s pays the last of 20 payees within its fee', (asset, size, bound) => {
    const others = Array.from({ length: 19 }, (_, index) => Uint8Array.of(0x51, index));
    const purse = createPurse({ ...termsOf(asset), payees: [...others, shop.lockingBytecode] });
    const held = purseCoin(purse, 4n * purse.terms.limit);
    const draft = withFee((fee) => draftPay({ purse, coin: held, spent: purse.terms.limit / 2n, place: 19, fee }));
    expect(sizeAt(draft)).toBe(size);
    expect(bound / size).toBeGreaterThan(1.15);
    expect(at(seal(draft).transaction.inputs, 0).unlockingBytecode.length).toBeLessThan(1_650);
  });
});
