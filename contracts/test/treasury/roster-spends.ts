import { hash160, type Output } from '@bitauth/libauth';
import type { HonestSpend } from '../support/attack-suite.js';
import { named32 } from '../support/bytes.js';
import { coinNamed, payTo } from '../support/coins.js';
import type { Party } from '../support/parties.js';
import type { Coin, Draft } from '../support/transaction.js';
import { PAIRS, type Pair, signatureOf } from '../vault/support/vault.js';
import { first, guardian, heir, newcomer, otherHeir, second, shop, third, thirdHeir } from './parties.js';
import {
  ACTIVE,
  callRoster,
  createRoster,
  draftSpend,
  draftStep,
  membersOf,
  QUIET,
  RECOVERING,
  REVIEW,
  rosterCoin,
  type RosterState,
  seatOf,
  spendBy,
  spentOnce,
} from './roster.js';
import { output, spendOf, tipAfter } from './transactions.js';

export const TIP = tipAfter(30_000);

export const roster = createRoster('attacked');
/** No byte of the count is zero but the last. */
export const ACTIVE_STATE: RosterState = { ...membersOf(), status: ACTIVE, spends: 0x010203 };
export const RECOVERING_STATE: RosterState = { ...ACTIVE_STATE, status: RECOVERING };
export const active = rosterCoin(roster, ACTIVE_STATE);
export const recovering = rosterCoin(roster, RECOVERING_STATE);

export const deposit = coinNamed('a deposit', output(roster.lockingBytecode, 60_000n));
export const tokenDeposit = coinNamed(
  'a deposit of tokens',
  output(roster.lockingBytecode, 70_000n, { category: named32('category: deposited'), amount: 9n }),
);

/** The roster after a recovery, with a guardian and delays of its own. */
export const HEIRS = membersOf([heir, otherHeir, thirdHeir], {
  guardian: hash160(shop.lockingBytecode),
  quiet: 100,
  review: 50,
});

export interface SpendOptions {
  readonly next?: RosterState;
  readonly pair?: Pair;
  readonly absent?: number;
  readonly coin?: Coin;
  readonly behind?: readonly Coin[];
}

/** A spend with two deposits, the tokens of which go to the shop. */
export const spend = ({
  coin = active,
  next = spentOnce(ACTIVE_STATE),
  pair = [first, second],
  absent = 2,
  behind = [deposit, tokenDeposit],
}: SpendOptions = {}): Draft => {
  const payments: Output[] = [
    payTo(shop, 30_000n),
    ...behind
      .filter((each) => each.output.token !== undefined)
      .map((each) => ({ ...each.output, lockingBytecode: shop.lockingBytecode })),
  ];
  return draftSpend({ roster, coin, next, pair, absent, behind, payments });
};

export interface StepOptions {
  readonly payer?: Party;
  readonly sequence?: number;
  readonly coin?: Coin;
  readonly next?: RosterState;
}

export const recover = ({
  payer = guardian,
  sequence = QUIET,
  coin = active,
  next = RECOVERING_STATE,
}: StepOptions = {}): Draft =>
  draftStep({ roster, coin, next, payer, unlocking: callRoster(roster, 'recover'), sequence });

export const veto = ({
  payer = third,
  coin = recovering,
  next = ACTIVE_STATE,
  signer = third,
  seat = 2,
}: StepOptions & { readonly signer?: Party; readonly seat?: number } = {}): Draft =>
  draftStep({
    roster,
    coin,
    next,
    payer,
    unlocking: callRoster(roster, 'veto', [...signatureOf(signer), seatOf(seat)]),
  });

export const end = ({
  payer = guardian,
  sequence = REVIEW,
  coin = recovering,
  next = spentOnce(ACTIVE_STATE, HEIRS),
  pair = [heir, otherHeir],
  absent = 2,
}: StepOptions & { readonly pair?: Pair; readonly absent?: number } = {}): Draft =>
  draftStep({ roster, coin, next, payer, unlocking: spendBy(roster, pair, absent), sequence });

/** Every valid path of a roster, with a state that is not zero. */
export const rosterSpends = (): HonestSpend[] => {
  const at = (name: string, draft: Draft, signer?: Party) => spendOf(name, draft, TIP, signer);
  const exchanged = (seat: number): RosterState => {
    const signers = [first, second, third].map((each, index) => (index === seat ? newcomer : each)) as [
      Party,
      Party,
      Party,
    ];
    return spentOnce(ACTIVE_STATE, membersOf(signers));
  };
  return [
    ...PAIRS.map((pair, index) => at(`spend by pair ${index}`, spend({ pair, absent: 2 - index }), pair[0])),
    ...PAIRS.map((pair, index) =>
      at(`exchange of seat ${2 - index}`, spend({ pair, absent: 2 - index, next: exchanged(2 - index) }), pair[0]),
    ),
    at(
      'exchange of a seat, the guardian and the delays',
      spend({
        pair: [second, third],
        absent: 0,
        next: spentOnce(ACTIVE_STATE, {
          ...membersOf([newcomer, second, third]),
          guardian: hash160(shop.lockingBytecode),
          quiet: 1,
          review: 65_535,
        }),
      }),
      second,
    ),
    at('spend while a recovery runs', spend({ coin: recovering }), first),
    at('recovery', recover()),
    ...[first, second, third].map((signer, seat) =>
      at(`veto by the ${signer.name}`, veto({ signer, seat, payer: shop }), signer),
    ),
    at('end of a recovery', end(), heir),
    at(
      'end of a recovery that keeps two signers',
      end({ next: spentOnce(ACTIVE_STATE, membersOf([first, newcomer, third])), pair: [first, third], absent: 1 }),
      first,
    ),
  ];
};
