import { hash160, type Output } from '@bitauth/libauth';
import type { Chance } from '@weir/testing';
import { at, named32 } from '../support/bytes.js';
import { coinNamed, payTo, purse as keyInput } from '../support/coins.js';
import type { Party } from '../support/parties.js';
import { SEQUENCE_PLAIN, type ChainPoint, type Coin, type Draft, type DraftInput } from '../support/transaction.js';
import type { Argument, Unlocking } from '../support/unlocking.js';
import { signatureOf } from '../vault/support/vault.js';
import { first, guardian, heir, newcomer, outsider, second, shop, third } from './parties.js';
import {
  ACTIVE,
  callRoster,
  createRoster,
  encodeState,
  membersOf,
  RECOVERING,
  type Roster,
  rosterCoin,
  rosterOutput,
  type RosterState,
  seatOf,
  spentOnce,
} from './roster.js';
import { draftOf, output, tipAfter, withNft } from './transactions.js';

export interface Tried {
  readonly draft: Draft;
  readonly tip: ChainPoint;
  readonly kind: string;
}

export const ROSTERS = [createRoster('random'), createRoster('another random')] as const;
const [mine, another] = ROSTERS;
type Three = readonly [Party, Party, Party];
/** With a key in two seats, or in another order, too. */
const MEMBERS: readonly Three[] = [
  [first, second, third],
  [first, second, newcomer],
  [newcomer, heir, third],
  [first, first, second],
  [second, first, third],
];
const PARTIES = [first, second, third, newcomer, heir, guardian, outsider];
/** Blocks: short, so that random ages meet them. */
const [QUIET, REVIEW] = [100, 50];
const SEQUENCES = [
  ...[SEQUENCE_PLAIN, SEQUENCE_PLAIN, 0xffff_ffff, 0, 1, 49, 50, 51, 99, 100, 101],
  ...[0x0040_0000 + 100, 0x8000_0000 + 100],
];
const KINDS = ['spend', 'exchange', 'takeover', 'recover', 'veto', 'end', 'mess'] as const;

const own = (party: Party, name: string): DraftInput => keyInput(party, 9_000n, `${name} of the ${party.name}`);

const forgedOf = (state: RosterState): Coin =>
  coinNamed('a forged state', rosterOutput({ ...mine, id: named32('category: forged') }, state, 70_000n));

/** The two of a roster who are not absent. */
const pairOf = (all: Three, absent: number): readonly [Party, Party] => {
  const [one, other] = all.filter((_, seat) => seat !== absent);
  if (one === undefined || other === undefined) throw new Error('Two of three are left');
  return [one, other];
};

class RandomRoster {
  readonly #roster: Roster;
  readonly #kind: (typeof KINDS)[number];
  readonly #members: Three;
  readonly #guardian: Party;
  readonly #state: RosterState;
  readonly #coin: Coin;

  constructor(private readonly chance: Chance) {
    this.#roster = chance.chance(0.93) ? mine : another;
    this.#kind = chance.of(KINDS);
    this.#members = chance.of(MEMBERS);
    this.#guardian = chance.of([guardian, guardian, guardian, first]);
    const expected = { veto: RECOVERING, end: RECOVERING, recover: ACTIVE };
    const usual = this.#kind in expected && chance.chance(0.9);
    const status = usual ? expected[this.#kind as keyof typeof expected] : chance.below(2);
    this.#state = {
      ...membersOf(this.#members, {
        guardian: hash160(this.#guardian.lockingBytecode),
        quiet: QUIET,
        review: REVIEW,
      }),
      status,
      spends: chance.of([0, 1, 255, 65_535, 70_000]),
    };
    this.#coin = rosterCoin(this.#roster, this.#state, 500_000n);
  }

  #signature(party: Party): readonly [Argument, Argument] {
    const sighash = this.chance.chance(0.03) ? this.chance.of([0x42, 0x63, 0xc1, 0xe1, 0x41]) : 0x61;
    return signatureOf(party, { sighash });
  }

  #spend([one, other]: readonly [Party, Party], absent: number): Unlocking {
    const args = [...this.#signature(one), ...this.#signature(other), seatOf(absent)];
    return callRoster(this.#roster, 'spend', args);
  }

  #anyCall(roster = this.#roster): Unlocking {
    const { chance } = this;
    const absent = chance.below(4);
    const call = chance.of([
      () => callRoster(roster, 'follow'),
      () => callRoster(roster, 'recover'),
      () => callRoster(roster, 'veto', [...this.#signature(chance.of(PARTIES)), seatOf(chance.below(4))]),
      () => this.#spend([chance.of(PARTIES), chance.of(PARTIES)], absent),
      () => this.#spend(pairOf(this.#members, absent % 3), absent % 3),
    ])();
    return call.kind === 'call' ? { ...call, script: roster.script } : call;
  }

  /** The state's input and those before it, and the state that should follow. */
  #main(absent: number): { inputs: DraftInput[]; next: RosterState } {
    const { chance } = this;
    const state = this.#state;
    const input = (unlocking: Unlocking, sequence: number): DraftInput => ({ coin: this.#coin, unlocking, sequence });
    const payer = (usual: Party): DraftInput => own(chance.chance(0.85) ? usual : chance.of(PARTIES), 'money');
    const counted = spentOnce(state);
    const anySequence = chance.of(SEQUENCES);
    const others = chance.of(MEMBERS);
    const aged = (blocks: number): number => (chance.chance(0.6) ? blocks : anySequence);
    switch (this.#kind) {
      case 'spend':
        return { inputs: [input(this.#spend(pairOf(this.#members, absent), absent), anySequence)], next: counted };
      case 'exchange': {
        const exchanged = this.#members.map((each, seat) => (seat === absent ? chance.of(PARTIES) : each));
        const [one, two, three] = exchanged;
        if (one === undefined || two === undefined || three === undefined) throw new Error('Three seats');
        const terms = {
          guardian: chance.chance(0.3) ? hash160(heir.lockingBytecode) : state.guardian,
          quiet: chance.of([QUIET, 7]),
          review: REVIEW,
        };
        return {
          inputs: [input(this.#spend(pairOf(this.#members, absent), absent), anySequence)],
          next: { ...counted, ...membersOf([one, two, three], terms) },
        };
      }
      case 'takeover':
        return {
          inputs: [input(this.#spend(pairOf(others, absent), absent), anySequence)],
          next: { ...counted, signers: membersOf(others).signers },
        };
      case 'recover':
        return {
          inputs: [payer(this.#guardian), input(callRoster(this.#roster, 'recover'), aged(QUIET))],
          next: { ...state, status: RECOVERING },
        };
      case 'veto': {
        const seat = chance.below(3);
        const args = [...this.#signature(at(this.#members, seat)), seatOf(seat)];
        return {
          inputs: [own(chance.of(PARTIES), 'money'), input(callRoster(this.#roster, 'veto', args), anySequence)],
          next: { ...state, status: ACTIVE },
        };
      }
      case 'end':
        return {
          inputs: [payer(this.#guardian), input(this.#spend(pairOf(others, absent), absent), aged(REVIEW))],
          next: { ...counted, signers: membersOf(others).signers, quiet: 3, review: 4 },
        };
      case 'mess': {
        const before = Array.from({ length: chance.below(3) }, (_, i) => own(chance.of(PARTIES), `money ${i}`));
        return {
          inputs: [...before, input(this.#anyCall(), anySequence)],
          next: chance.of([counted, { ...state, status: RECOVERING }, { ...state, status: ACTIVE }]),
        };
      }
    }
  }

  /** Coins of the addresses behind the state. */
  #riders(place: number): DraftInput[] {
    const { chance } = this;
    const coins = [
      coinNamed('a deposit', output(mine.lockingBytecode, 60_000n)),
      coinNamed(
        'a deposit of tokens',
        output(mine.lockingBytecode, 5_000n, { category: named32('deposited'), amount: 7n }),
      ),
      forgedOf({ ...this.#state, ...membersOf([outsider, heir, newcomer]) }),
      coinNamed('a deposit elsewhere', output(another.lockingBytecode, 9_000n)),
    ];
    if (!chance.chance(place === 0 ? 0.45 : 0.12)) return [];
    const chosen = new Set([chance.of(coins), ...(chance.chance(0.2) ? [chance.of(coins)] : [])]);
    return [...chosen].map((coin) => {
      const roster = coin.output.lockingBytecode === mine.lockingBytecode ? mine : another;
      const unlocking = chance.chance(0.85) ? callRoster(roster, 'follow') : this.#anyCall(roster);
      return { coin, unlocking, sequence: chance.of(SEQUENCES.slice(0, 3)) };
    });
  }

  #stateOutput(next: RosterState, place: number): Output {
    const { chance } = this;
    const made = rosterOutput(this.#roster, next, 500_000n - (place === 0 || chance.chance(0.05) ? 2_000n : 0n));
    const encoded = encodeState(next);
    if (chance.chance(0.03)) return output(made.lockingBytecode, made.valueSatoshis);
    if (chance.chance(0.03))
      return {
        ...made,
        lockingBytecode: chance.of([another.lockingBytecode, first.lockingBytecode, mine.lockingBytecode]),
      };
    if (chance.chance(0.02)) return withNft(made, encoded, 'none');
    if (chance.chance(0.02))
      return withNft(made, chance.of([encoded.slice(0, 89), Uint8Array.of(...encoded, 1), new Uint8Array()]));
    return made;
  }

  make(): Tried {
    const { chance } = this;
    const absent = chance.below(3);
    const { inputs: leading, next: planned } = this.#main(absent);
    const place = leading.length - 1;
    const riders = this.#riders(place);
    let inputs = [...leading, ...riders];
    if (chance.chance(0.12)) inputs = inputs.with(place, { ...at(inputs, place), unlocking: this.#anyCall() });
    if (chance.chance(0.05) && inputs.length > 1) inputs = [at(inputs, 1), at(inputs, 0), ...inputs.slice(2)];
    const changes: readonly Partial<RosterState>[] = [
      { status: 1 - planned.status },
      { spends: planned.spends + 1 },
      { signers: membersOf(chance.of(MEMBERS)).signers },
      { review: 1 },
      { guardian: new Uint8Array(20) },
    ];
    const next = chance.chance(0.06) ? { ...planned, ...chance.of(changes) } : planned;
    const before = Array.from({ length: place }, () => payTo(chance.of(PARTIES), 600n));
    const state = this.#stateOutput(next, place);
    const outputs = before.toSpliced(chance.chance(0.05) ? chance.below(3) : place, 0, state);
    if (chance.chance(0.5)) outputs.push(payTo(chance.of(PARTIES), 700n));
    if (riders.some(({ coin }) => coin.output.token?.amount === 7n) && chance.chance(0.7))
      outputs.push(output(shop.lockingBytecode, 800n, { category: named32('deposited'), amount: 7n }));
    return {
      draft: draftOf(inputs, outputs, chance.chance(0.05) ? { version: 1 } : {}),
      tip: tipAfter(chance.of([1, 49, 50, 99, 100, 101, 400])),
      kind: this.#kind,
    };
  }
}

/** A transaction of a roster, valid or nearly so. */
export const randomRoster = (chance: Chance): Tried => new RandomRoster(chance).make();
