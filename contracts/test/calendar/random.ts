import { hash160 } from '@bitauth/libauth';
import type { Chance } from '@weir/testing';
import { ALLOCATIONS } from '../../scripts/calendar-source.js';
import { coinNamed, purse } from '../support/coins.js';
import { outsider, type Party, recipient, sender } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import { changedBy, funded } from './changes.js';
import { type Address, isList, isSalary, type Kind, KINDS, type State, type Terms, type Tranche } from './covenant.js';
import {
  draftActs,
  draftAnnounce,
  draftCollect,
  draftEnd,
  draftFinish,
  draftOwnFinish,
  draftPay,
  draftRefund,
  draftSettle,
  draftSweep,
  partsOf,
} from './drafts.js';
import type { World } from './model.js';
import { newRecipient, OTHER_PLAN } from './spends.js';
import { createPlan, LIST, placeStream, type Stream } from './stream.js';

const OTHERS: readonly Partial<Terms>[] = [
  {},
  { months: 3n, day: 30n, cliff: 5n, delay: 1n, notice: 12n, pausable: false },
  { months: 12n, day: 1n, cliff: 2n, delay: 0n, notice: 0n, cancelable: false, pausable: false },
];
const addressesOf = (kind: Kind): readonly Address[] => [
  ...OTHERS.map((terms) => createPlan(kind, terms)),
  ...(isSalary(kind)
    ? [createPlan(kind, { day: 15n }, { twice: true }), createPlan(kind, { day: 1n, gap: 30n }, { twice: true })]
    : []),
  ...(kind === 'calendar-vesting-token'
    ? ALLOCATIONS.slice(1).map((allocation) => createPlan(kind, {}, { allocation }))
    : []),
];
/** A list whose first date is long ago, and whose parts differ. */
const UNEVEN: readonly Tranche[] = [900_000n, 899_000n, 5_000n, 700n, 0n].map((left, i) => ({
  at: 600_000_000n + BigInt(i * i) * 86_400n,
  left,
}));

const ADDRESSES = new Map(KINDS.map((kind) => [kind, addressesOf(kind)] as const));
/** All contracts and lists of random transactions. */
export const WORLD: World = { addresses: [...ADDRESSES.values()].flat(), lists: [LIST, UNEVEN] };

const STATUSES = [0n, 0n, 0n, 0n, 1n, 2n, 3n, 3n, 4n, 5n, 6n] as const;
const PARTIES = [recipient, recipient, recipient, sender, outsider] as const;
/** Mostly the owner themselves. */
const orAnother = (chance: Chance, owner: Party): Party => (chance.once(6) ? chance.of(PARTIES) : owner);

const number = (chance: Chance, least: number, most: number): bigint => BigInt(chance.between(least, most));

const someStream = (
  chance: Chance,
  address: Address,
  index: bigint,
  {
    pending,
    owner,
    statuses = STATUSES,
    notices = 4,
  }: { pending: boolean; owner: Party; statuses?: readonly bigint[]; notices?: number },
): Stream => {
  const { kind, terms } = address;
  const status = isSalary(kind) ? chance.of(statuses) : 0n;
  const noticed = isSalary(kind) ? [1n, 2n, 5n, 6n].includes(status) : chance.once(notices);
  const installments = number(chance, 2, 40);
  const list = chance.once(4) ? UNEVEN : LIST;
  const state: Partial<State> = {
    index,
    status,
    unpaid: number(chance, 1, 30),
    month: number(chance, 0, 700),
    amount: chance.of([600n, 999n, 100_000n, 1_000_000n]),
    day: number(chance, 1, 31),
    installments,
    released: chance.once(3) ? number(chance, 0, 1_190_000) : 0n,
    reserve: terms.floor + chance.of([0n, 1n, terms.fee, terms.fee + 42n, 20_000n, 100_000n]),
    to: pending ? hash160(chance.of([newRecipient, recipient]).lockingBytecode) : new Uint8Array(),
  };
  return placeStream(address, {
    state,
    noticed,
    list,
    paid: chance.below(list.length),
    to: owner.lockingBytecode,
    ...(chance.once(8) && { category: OTHER_PLAN }),
  });
};

/** How many parts a payment names: often all that may be, or one more. */
const someCount = (chance: Chance, stream: Stream): bigint => {
  const parts = partsOf(stream);
  const most = isList(stream.address.kind) ? parts : parts + 1n;
  const count = chance.of([1n, 2n, parts - 1n, most, 1n + BigInt(chance.below(Number(parts)))]);
  return count < 1n ? 1n : count > most ? most : count;
};

const someDraft = (chance: Chance): { readonly draft: Draft; readonly stream: Stream } => {
  const kind = chance.of(KINDS);
  const address = chance.of(ADDRESSES.get(kind) ?? []);
  const pending = chance.once(3);
  const owner = chance.of(PARTIES);
  const one = (isPending: boolean, some: { statuses?: readonly bigint[]; notices?: number } = {}): Stream =>
    someStream(chance, address, chance.of([1n, 7n, 255n, 300n]), { pending: isPending, owner, ...some });
  const several = (isPending: boolean): Stream[] =>
    Array.from({ length: chance.of([1, 1, 2, 3]) }, (_, i) => {
      const other = chance.once(4) ? chance.of(ADDRESSES.get(kind) ?? []) : address;
      return someStream(chance, other, BigInt(i + 1), { pending: isPending, owner: orAnother(chance, owner) });
    });
  const stream = one(pending);
  const late = chance.of([0n, 0n, 0n, -1n, 1n, 86_400n, -86_400n, 40_000_000n]);
  const timed = (draft: Draft): Draft => ({ ...draft, locktime: Math.max(0, draft.locktime + Number(late)) });
  const of = (draft: Draft, made = stream) => ({ draft, stream: made });
  const paths: readonly (readonly [number, () => { draft: Draft; stream: Stream }])[] = [
    [
      6,
      () =>
        of(
          timed(
            draftPay(stream, someCount(chance, stream), { ...(chance.once(3) && { fee: BigInt(chance.below(800)) }) }),
          ),
        ),
    ],
    [
      2,
      () => {
        const made = one(true);
        const by = purse(orAnother(chance, owner), 100_000n, 'who collects');
        return of(timed(draftCollect(made, someCount(chance, made), { by })), made);
      },
    ],
    [3, () => of(timed(draftEnd(stream)))],
    [
      5,
      () => {
        const legs = several(pending).map((each) => ({
          stream: each,
          act: isSalary(kind) && chance.once(2) ? ('pause' as const) : ('cancel' as const),
          count: isList(kind) ? 0n : chance.of([0n, 0n, 1n, someCount(chance, each)]),
        }));
        return of(timed(draftActs(legs)), legs[0]?.stream);
      },
    ],
    [
      isSalary(kind) ? 3 : 0,
      () => {
        const legs = several(pending).map((each) => ({
          stream: each,
          act: 'resume' as const,
          count: chance.of([0n, 1n, 2n, 5n]),
        }));
        return of(timed(draftActs(legs)), legs[0]?.stream);
      },
    ],
    [
      isSalary(kind) ? 2 : 0,
      () => {
        const made = one(pending, { statuses: [1n, 1n, 1n, 2n, 3n] });
        return of(draftSettle(made), made);
      },
    ],
    [
      2,
      () => {
        const made = one(pending, { statuses: [2n, 2n, 5n, 6n, 1n, 0n], notices: 1 });
        return of(draftRefund(made), made);
      },
    ],
    [
      1,
      () => {
        const stray = coinNamed('a stray', { lockingBytecode: address.lockingBytecode, valueSatoshis: 70_000n });
        return of(draftSweep(stream, chance.once(2) ? stray : stream.state));
      },
    ],
    [
      3,
      () => {
        const streams = several(chance.once(2));
        const to = chance.of([newRecipient.lockingBytecode, recipient.lockingBytecode, new Uint8Array(35).fill(0x51)]);
        return of(draftAnnounce(streams, to, purse(orAnother(chance, owner), 100_000n, 'who consents')), streams[0]);
      },
    ],
    [
      3,
      () => {
        const streams = several(!chance.once(6));
        const [first] = streams;
        return of(first !== undefined && chance.once(3) ? draftOwnFinish(first) : draftFinish(streams), first);
      },
    ],
  ];
  return chance.weighted(paths)();
};

/** A transaction near a valid one: of any path, with up to three changes. */
export const randomDraft = (chance: Chance): Draft => {
  const { draft, stream } = someDraft(chance);
  let changed = draft;
  for (let left = chance.of([0, 0, 1, 1, 1, 2, 3]); left > 0; left -= 1) changed = changedBy(chance, changed, stream);
  return funded(changed);
};

/** What random transactions reach: each function of each contract. */
export const PATHS: readonly string[] = KINDS.flatMap((kind) => {
  const [address] = ADDRESSES.get(kind) ?? [];
  if (address === undefined) return [];
  const own = isSalary(kind) ? ['stop', 'settle', 'resume'] : ['cancel'];
  return ['pay', 'collect', 'end', ...own, 'refund', 'sweep', 'announce', 'finish'].map(
    (path) => `${address.contractName} ${path}`,
  );
});
