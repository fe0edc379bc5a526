import { hash160 } from '@bitauth/libauth';
import { createAddress } from '../plan/covenant.js';
import { draftRefund } from '../plan/drafts.js';
import { draftActs } from '../plan/stop-drafts.js';
import { DAY, placeStream, START, streamAfter } from '../plan/stream.js';
import { at } from '../support/bytes.js';
import { payTo } from '../support/coins.js';
import { accept, judgeAttack } from '../support/judge.js';
import type { Party } from '../support/parties.js';
import { coinOf, seal, type ChainPoint, type Coin, type Draft, type DraftInput } from '../support/transaction.js';
import {
  createVault,
  type Pair,
  signatureOf,
  signedBy,
  SIGNERS,
  stateCoin,
  stateOutput,
} from '../vault/support/vault.js';
import {
  first,
  guardian,
  heir,
  landlord,
  newcomer,
  otherHeir,
  outsider,
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
  draftManage,
  draftPay,
  type Purse,
  purseCoin,
  purseOutput,
  termsOf,
  unitsOf,
  vault,
  vaultInput,
} from './purse.js';
import {
  ACTIVE,
  callRoster,
  createRoster,
  draftStep,
  followOf,
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
import { draftOf, heldBy, inputOf, paidBy, tipAfter } from './transactions.js';

const refusal = (draft: Draft, tip: ChainPoint) => {
  const verdict = judgeAttack(seal(draft), tip);
  return verdict.accepted ? 'accepted' : verdict.by;
};

/** A roster that somebody follows from state to state. */
class FollowedRoster {
  readonly roster = createRoster('life');
  state: RosterState = { ...membersOf(), status: ACTIVE, spends: 0 };
  coin: Coin = rosterCoin(this.roster, this.state, 900_000_000n);
  tip = tipAfter(1);

  #absent({ signers }: RosterState, pair: Pair): number {
    return Math.max(
      0,
      signers.findIndex((each) => pair.every(({ hash }) => hash.toString() !== each.toString())),
    );
  }

  lead(pair: Pair, next: RosterState, sequence?: number): DraftInput {
    return inputOf(this.coin, spendBy(this.roster, pair, this.#absent(next, pair)), sequence);
  }

  /** A spend by two, with inputs behind the state and outputs behind its own. */
  spend(
    pair: Pair,
    more: { next?: RosterState; behind?: readonly DraftInput[]; outputs?: Draft['outputs'] } = {},
  ): Draft {
    const { next = spentOnce(this.state), behind = [], outputs = [payTo(shop, 10_000n)] } = more;
    const inputs = [this.lead(pair, next), ...behind];
    return draftOf(inputs, [rosterOutput(this.roster, next, heldBy(inputs) - paidBy(outputs) - 3_000n), ...outputs]);
  }

  step(
    payer: Party,
    next: RosterState,
    name: 'recover' | 'veto' | readonly [Pair],
    sequence?: number,
    signer = payer,
  ): Draft {
    const seat = this.state.signers.findIndex((each) => each.toString() === signer.hash.toString());
    const unlocking =
      name === 'recover'
        ? callRoster(this.roster, 'recover')
        : name === 'veto'
          ? callRoster(this.roster, 'veto', [...signatureOf(signer), seatOf(Math.max(0, seat))])
          : spendBy(this.roster, name[0], this.#absent(next, name[0]));
    return draftStep({
      roster: this.roster,
      coin: this.coin,
      next,
      payer,
      unlocking,
      ...(sequence !== undefined && { sequence }),
    });
  }

  /** Takes a transaction that must pass, and follows the state. */
  take(draft: Draft, next: RosterState, blocks = 1) {
    const sealed = accept(draft, this.tip);
    const index = sealed.transaction.outputs.findIndex(
      ({ token }) => token?.category.toString() === this.roster.id.toString(),
    );
    this.coin = coinOf(sealed, index, this.tip);
    this.state = next;
    this.tip = tipAfter(blocks, this.tip);
    return sealed;
  }
}

it('a roster exchanges a signer, and the new ones cancel a stream that was opened before', () => {
  const life = new FollowedRoster();
  const plan = createAddress('vesting-bch', { sender: life.roster.lockingBytecode });
  const stream = placeStream(plan, { index: 1n, principal: 50_000_000n });
  const exchanged = spentOnce(life.state, membersOf([first, second, newcomer]));
  life.take(life.spend([first, second], { next: exchanged }), exchanged);
  expect(refusal(life.spend([second, third]), life.tip)).toBe('script');

  const now = START + 100n * DAY;
  life.tip = { height: life.tip.height + 10, mtp: Number(now) + 100 };
  const cancel = (authority: DraftInput, next = spentOnce(life.state)) =>
    draftActs([{ stream, act: 'cancel' }], now, {
      authority,
      first: (value) => rosterOutput(life.roster, next, value),
    });
  expect(refusal(cancel(life.lead([second, third], spentOnce(life.state))), life.tip)).toBe('script');
  // What one signer may do is never consent to cancel.
  expect(
    refusal(cancel(inputOf(life.coin, callRoster(life.roster, 'veto', [...signatureOf(first), seatOf(0)]))), life.tip),
  ).toBe('script');
  const cancelled = life.take(cancel(life.lead([second, newcomer], spentOnce(life.state))), spentOnce(life.state));

  const noticed = streamAfter(stream, cancelled, 1, { clock: 2, mined: life.tip });
  life.tip = tipAfter(60, life.tip);
  const refund = coinOf(accept(draftRefund(noticed), life.tip), 0, life.tip);
  expect(refund.output.lockingBytecode).toEqual(life.roster.lockingBytecode);
  const spent = life.spend([first, newcomer], { behind: [inputOf(refund, followOf(life.roster))] });
  life.take(spent, spentOnce(life.state));
  expect(life.state.spends).toBe(3);
});

it('a roster is recovered after silence, unless a signer vetoes or two spend', () => {
  const life = new FollowedRoster();
  const call = (sequence = QUIET): Draft =>
    life.step(guardian, { ...life.state, status: RECOVERING }, 'recover', sequence);
  const called = (): void => {
    life.tip = tipAfter(QUIET, life.tip);
    life.take(call(), { ...life.state, status: RECOVERING });
  };
  expect(refusal(call(), tipAfter(QUIET - 3))).toBe('lock');
  called();
  expect(refusal(life.step(third, { ...life.state, status: ACTIVE }, 'veto', undefined, outsider), life.tip)).toBe(
    'script',
  );
  life.take(life.step(third, { ...life.state, status: ACTIVE }, 'veto'), { ...life.state, status: ACTIVE });
  // The guardian waits again from the veto on.
  expect(refusal(call(), tipAfter(QUIET - 3, life.tip))).toBe('lock');
  called();
  life.take(life.spend([first, third]), spentOnce(life.state));
  called();
  const heirs = spentOnce(
    life.state,
    membersOf([heir, otherHeir, thirdHeir], { guardian: hash160(shop.lockingBytecode) }),
  );
  const end = (): Draft => life.step(guardian, heirs, [[heir, thirdHeir]], REVIEW);
  expect(refusal(end(), tipAfter(REVIEW - 3, life.tip))).toBe('lock');
  life.tip = tipAfter(REVIEW, life.tip);
  life.take(end(), heirs);
  expect(refusal(life.spend([first, second]), life.tip)).toBe('script');
  life.take(life.spend([otherHeir, thirdHeir]), spentOnce(life.state));
});

it('a guardian that is a vault calls and ends a recovery by two of its own signers', () => {
  const life = new FollowedRoster();
  const board = createVault('board');
  life.state = { ...life.state, guardian: hash160(board.lockingBytecode) };
  life.coin = rosterCoin(life.roster, life.state, 900_000_000n);
  const byBoard = (spends: number, input: DraftInput, next: RosterState): Draft =>
    draftOf(
      [inputOf(stateCoin(board, spends, 90_000n), signedBy(board, [SIGNERS[0], SIGNERS[2]])), input],
      [stateOutput(board, spends + 1, 85_000n), rosterOutput(life.roster, next, life.coin.output.valueSatoshis)],
    );
  const called = { ...life.state, status: RECOVERING };
  life.tip = tipAfter(QUIET);
  life.take(byBoard(3, inputOf(life.coin, callRoster(life.roster, 'recover'), QUIET), called), called);
  life.tip = tipAfter(REVIEW, life.tip);
  const heirs = spentOnce(life.state, membersOf([heir, otherHeir, thirdHeir]));
  life.take(byBoard(4, life.lead([heir, otherHeir], heirs, REVIEW), heirs), heirs);
});

it('one transaction of two signatures exchanges a stolen key and renews the purses', () => {
  const life = new FollowedRoster();
  const purseOf = (spender: Party, signers: readonly [Party, Party, Party] = SIGNERS): Purse =>
    createPurse({ ...termsOf('BCH'), owner: life.roster.lockingBytecode, spender, signers });
  const [mine, stolen] = [purseOf(first), purseOf(third)];
  const opened = life.take(
    life.spend([first, third], { outputs: [purseOutput(mine, 300_000_000n), purseOutput(stolen, 300_000_000n)] }),
    spentOnce(life.state),
  );
  // The thief pays the list, and the second signer sends the purse home.
  const theft = accept(
    draftPay({ purse: stolen, coin: coinOf(opened, 2, life.tip), spent: 100_000_000n, signer: third }),
    life.tip,
  );
  const emptied = createPurse(stolen.terms, 0n);
  const home = coinOf(accept(draftHome(emptied, coinOf(theft, 0, life.tip), second), life.tip), 0, life.tip);
  expect(home.output).toMatchObject({ lockingBytecode: life.roster.lockingBytecode, valueSatoshis: 199_999_000n });

  const members = [first, second, newcomer] as const;
  const next = spentOnce(life.state, membersOf(members));
  const renewed = [purseOf(first, members), purseOf(newcomer, members)];
  const exchange = life.spend([first, second], {
    next,
    behind: [inputOf(coinOf(opened, 1, life.tip), callPurse(mine, 'manage')), inputOf(home, followOf(life.roster))],
    outputs: renewed.map((each) => purseOutput(each, 200_000_000n)),
  });
  const exchanged = life.take(exchange, next);
  expect(refusal(draftHome(at(renewed, 0), coinOf(exchanged, 1, life.tip), third), life.tip)).toBe('script');
});

describe.each(ASSETS)('a purse in %s', (asset) => {
  const terms = termsOf(asset);

  it('pays, rests, refills, and goes home', () => {
    let purse = createPurse(terms);
    let coin = purseCoin(purse, 4n * terms.limit);
    let tip = tipAfter(1);
    const pay = (spent: bigint, age: number, to = shop.lockingBytecode, place = 0): void => {
      const draft = draftPay({ purse, coin, spent, age, to, place });
      const refilled = purse.left + (terms.limit * BigInt(age)) / terms.period;
      const left = (refilled < terms.limit ? refilled : terms.limit) - spent;
      coin = coinOf(accept(draft, tip), 0, tip);
      purse = createPurse(terms, left);
    };
    pay(terms.limit / 2n, 0);
    pay(terms.limit / 4n, 0, landlord.lockingBytecode, 1);
    expect(refusal(draftPay({ purse, coin, spent: terms.limit / 2n, rest: 0n }), tip)).toBe('script');
    expect(refusal(draftPay({ purse, coin, spent: terms.limit / 2n, age: 504 }), tipAfter(502, tip))).toBe('lock');
    tip = tipAfter(504, tip);
    pay(terms.limit / 2n, 504);
    // A long rest fills the limit, not more.
    tip = tipAfter(5_000, tip);
    expect(refusal(draftPay({ purse, coin, spent: terms.limit + 1n, age: 4_000, rest: 0n }), tip)).toBe('script');
    pay(terms.limit, 4_000);

    expect(unitsOf(asset, coin.output)).toBe((terms.limit * 7n) / 4n);
    const home = accept(draftHome(purse, coin, third), tip);
    expect(unitsOf(asset, at(home.transaction.outputs, 0))).toBe(
      (terms.limit * 7n) / 4n - (asset === 'BCH' ? 1_000n : 0n),
    );
    expect(at(home.transaction.outputs, 0).lockingBytecode).toEqual(vault.lockingBytecode);
  });

  it('rests after 64 small payments, so that a signer gets a turn', () => {
    let purse = createPurse(terms);
    let coin = purseCoin(purse, 4n * terms.limit, 200_000n);
    const [small, tip] = [asset === 'BCH' ? 2_000n : 1n, tipAfter(1)];
    const charge = terms.limit / 64n;
    let payments = 0;
    for (; purse.left >= charge; payments += 1) {
      coin = coinOf(accept(draftPay({ purse, coin, spent: small }), tip), 0, tip);
      purse = createPurse(terms, purse.left - charge);
    }
    expect(payments).toBe(64);
    expect(() => draftPay({ purse, coin, spent: small })).toThrow(RangeError);
    // The next one waits for a 64th of a period.
    expect(refusal(draftPay({ purse, coin, spent: small, age: 16 }), tip)).toBe('lock');
    accept(draftPay({ purse, coin, spent: small, age: 16 }), tipAfter(16, tip));
  });

  it('gets other terms from its treasury', () => {
    const purse = createPurse(terms, terms.limit / 3n);
    const coin = purseCoin(purse, 4n * terms.limit);
    const next = createPurse({ ...terms, spender: second, period: 144n });
    const made = purseOutput(next, 4n * terms.limit, coin.output.valueSatoshis);
    const renewed = draftManage(purse, coin, vaultInput(), (satoshis) => [
      stateOutput(vault, 8, satoshis - made.valueSatoshis),
      made,
    ]);
    const sealed = accept(renewed, tipAfter(1));
    accept(draftPay({ purse: next, coin: coinOf(sealed, 1), spent: terms.limit, signer: second }), tipAfter(1));
  });
});
