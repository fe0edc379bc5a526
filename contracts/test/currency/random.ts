import type { Output } from '@bitauth/libauth';
import type { Chance } from '@weir/testing';
import { named32 } from '../support/bytes.js';
import { payTo, purse } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { SEQUENCE_PLAIN, type Draft, type DraftInput } from '../support/transaction.js';
import { withOutput, withoutToken } from '../treasury/transactions.js';
import {
  clockCoin,
  clockInput,
  clockOutput,
  createTill,
  DAY,
  dueOf,
  EUR,
  firstOf,
  type Form,
  hiddenInput,
  MONTH,
  ODDITIES,
  oddQuote,
  PLAN,
  quoteAt,
  START,
  type State,
  stateCoin,
  stepOf,
  TERMS,
  tillCoin,
  tillInput,
  USD,
  VALUE,
} from './currency.js';
import type { World } from './model.js';
import { type Scene, sceneOf } from './spends.js';

const OTHER = named32('category: another plan');

/** Two contracts of a form, and all that random transactions call. */
interface Setting {
  readonly scene: Scene;
  /** Not pausable; by the calendar on other days. */
  readonly other: Scene;
  readonly world: World;
}
const settingOf = (form: Form): Setting => {
  const scene = sceneOf(form);
  const months = form === 'currency-calendar' ? 3n : 1n;
  const other = sceneOf(form, { pausable: false, months, day: 27n, gap: 4n, zero: TERMS.zero - 5n * 3_600n });
  const tills = [1n, 2n].map((index) => ({
    ...createTill(scene.terms, index),
    terms: scene.terms,
    index,
    category: PLAN,
  }));
  return { scene, other, world: { covenants: [scene.covenant, other.covenant], tills } };
};
const PARTIES = [sender, recipient, outsider] as const;
const HIDDEN = ['stop', 'settle', 'resume', 'topUp', 'payDebt', 'close', 'refund', 'sweep'] as const;
const SEQUENCES = [0xffffffff, SEQUENCE_PLAIN, 288, 287, 12, 65_535, 65_536, 0, 0x80000120, 0x400120] as const;
const LOCKTIMES = [0n, 800_000n, 499_999_999n, 500_000_000n, START - 1n, START, START + MONTH] as const;

/** In January 2027 or a period beside; by the calendar also in February of a leap year, and in the last month. */
const someNext = (chance: Chance, { terms }: Scene): bigint => {
  const [first, step] = [firstOf(terms), stepOf(terms)];
  const near = first + chance.of([0n, 0n, 1n, -step, step]);
  if (terms.form === 'currency-payment') return near;
  const inMonth = terms.form === 'currency-calendar' ? 1n : 2n;
  return chance.of([near, near, near, 347n * inMonth, 1_210n * inMonth]);
};

const someState = (chance: Chance, scene: Scene): Partial<State> => {
  const left = chance.of([0n, 1n, 2n, 9n, 255n, 32_766n]);
  const open = chance.once(2) ? left : chance.of([0n, left < 1n ? left : 1n]);
  return {
    index: chance.of([1n, 1n, 2n]),
    left,
    open,
    next: someNext(chance, scene),
    debt: chance.of([0n, 1n, 575n, 576n, 12_345_678n, VALUE, 3n * VALUE]),
    amount: chance.of([1_000n, 150_000n, 1_000_000n]),
  };
};

/** A payment with messages that are often near the edge of a rule. */
const somePayment = (chance: Chance, scene: Scene): Draft => {
  const { terms, pay } = scene;
  const some = { ...someState(chance, scene), status: chance.of([0n, 0n, 0n, 1n, 2n]) };
  const due = dueOf(terms, some.next ?? firstOf(terms));
  const late = chance.of([0n, 0n, 0n, 1n, 2n, 40n]) * DAY;
  const value = chance.of([VALUE, 200_000_000n, terms.reserve + chance.of([-1_050n, 0n, 575n, 576n, 577n])]);
  const parts = {
    price: chance.of([1n, 7n, 10_999n, 11_000n, 45_000n, 179_999n, 180_001n, 2_147_483_000n]),
    before: chance.of([-13n, -13n, -13n, -1n, 0n, 1n, -DAY, -DAY - 1n]),
    after: chance.of([47n, 47n, 0n, -1n, DAY - 1n, DAY]),
    number: chance.of([1n, 77n, 1_000_000n]),
    gap: chance.of([1n, 1n, 1n, 1n, 2n]),
    oracle: chance.once(20) ? EUR : USD,
  };
  const quote = quoteAt(due + late, parts);
  return pay(some, {
    value,
    quote: chance.once(5) ? oddQuote(quote, chance.of(ODDITIES), parts.oracle) : quote,
    locktime: due + chance.of([0n, 0n, 0n, 1n, -1n, 100n]),
    ...(chance.once(3) && { purse: purse(chance.of(PARTIES), 3_000n) }),
  });
};

const positive = (some: Partial<State>): Partial<State> => ({
  ...some,
  left: some.left === 0n ? 1n : (some.left ?? 1n),
});

const someDraft = (chance: Chance, setting: Setting): Draft => {
  const scene = chance.once(6) ? setting.other : setting.scene;
  const { terms, covenant, stop, settle, resume, topUp, add, payDebt, close, refund, sweep } = scene;
  const some = someState(chance, scene);
  const coins = () =>
    Array.from({ length: chance.of([1, 1, 2]) }, (_, i) =>
      stateCoin(covenant, { ...someState(chance, scene), index: BigInt(i + 1) }),
    );
  return chance.weighted<() => Draft>([
    [6, () => somePayment(chance, scene)],
    [3, () => stop(coins(), chance.of([1n, 2n, 2n]))],
    [2, () => settle(some)],
    [2, () => resume(positive(some), START + chance.of([0n, 1n, 50n * DAY]))],
    [2, () => topUp(chance.of([terms.least, terms.least - 1n, 9_000_000n]), some)],
    [2, () => add()],
    [2, () => payDebt(chance.of([0n, 575n, 576n, 77_777n, 2_000_000_000n]), some)],
    [2, () => close(chance.once(3) ? some : { debt: chance.of([0n, 575n, 576n]) })],
    [2, () => refund(some)],
    [
      1,
      () =>
        sweep(chance.once(2) ? { lockingBytecode: covenant.lock, valueSatoshis: 50_000n } : stateCoin(covenant).output),
    ],
  ])();
};

const changedOutput = (chance: Chance, { scene, other }: Setting, output: Output): Output => {
  const { token } = output;
  const nft = token?.nft;
  switch (chance.below(7)) {
    case 0:
      return { ...output, valueSatoshis: output.valueSatoshis + chance.of([1n, -1n, 1_000n, -1_000n]) };
    case 1:
      return {
        ...output,
        lockingBytecode: chance.of([
          ...PARTIES.map(({ lockingBytecode }) => lockingBytecode),
          scene.covenant.lock,
          other.covenant.lock,
          scene.till.lock,
          clockOutput(1n).lockingBytecode,
        ]),
      };
    case 2: {
      if (token === undefined || nft === undefined) return output;
      const place = chance.below(nft.commitment.length);
      const by = chance.of([1, 255, 128]);
      const commitment = nft.commitment.map((byte, i) => (i === place ? (byte + by) & 255 : byte));
      return { ...output, token: { ...token, nft: { ...nft, commitment } } };
    }
    case 3:
      return token === undefined
        ? { ...output, token: { category: chance.of([PLAN, OTHER]), amount: chance.of([1n, 2n]) } }
        : { ...output, token: { ...token, amount: chance.of([0n, 1n, 2n, token.amount + 1n]) } };
    case 4:
      return token === undefined || nft === undefined
        ? output
        : { ...output, token: { ...token, nft: { ...nft, capability: chance.of(['none', 'mutable', 'minting']) } } };
    case 5:
      return withoutToken(output);
    default:
      return token === undefined ? output : { ...output, token: { ...token, category: chance.of([PLAN, OTHER]) } };
  }
};

const changedInput = (chance: Chance, { scene, world }: Setting, input: DraftInput): DraftInput => {
  const { unlocking } = input;
  if (chance.once(2) || unlocking.kind !== 'call' || unlocking.linked === undefined)
    return { ...input, sequence: chance.of(SEQUENCES) };
  // The other functions of the coin's own contract.
  const { lockingBytecode } = input.coin.output;
  const own = world.covenants.find(({ lock }) => lock.toString() === lockingBytecode.toString()) ?? scene.covenant;
  const passed = chance.of([0n, 0n, 1n, 2n, -1n]);
  return { ...hiddenInput(own, input.coin, chance.of(HIDDEN), { passed }), sequence: input.sequence };
};

const someInput = (chance: Chance, { scene, world }: Setting): DraftInput =>
  chance.of([
    () => purse(chance.of(PARTIES), 50_000n, `purse ${chance.below(1_000)}`),
    () => clockInput(clockCoin(chance.of([1n, 2n, 3n]), chance.of([PLAN, OTHER])), chance.of(SEQUENCES)),
    () => {
      const till = chance.of(world.tills);
      return tillInput(till, tillCoin(till, 60_000n), chance.of(['add', 'take']), chance.of(SEQUENCES));
    },
    () =>
      hiddenInput(
        scene.covenant,
        stateCoin(scene.covenant, someState(chance, scene), { label: 'beside' }),
        chance.of(HIDDEN),
      ),
  ])();

const swapped = <T>(list: readonly T[], one: number, other: number): readonly T[] =>
  list.flatMap((each, i) =>
    i === one ? list.slice(other, other + 1) : i === other ? list.slice(one, one + 1) : [each],
  );

const changed = (chance: Chance, setting: Setting, draft: Draft): Draft => {
  const { inputs, outputs } = draft;
  const [input, output] = [chance.below(inputs.length), chance.below(Math.max(1, outputs.length))];
  switch (chance.below(10)) {
    case 0:
    case 1:
    case 2:
      return outputs.length === 0 ? draft : withOutput(draft, output, (each) => changedOutput(chance, setting, each));
    case 3:
      return { ...draft, inputs: inputs.map((each, i) => (i === input ? changedInput(chance, setting, each) : each)) };
    case 4:
      return { ...draft, inputs: inputs.toSpliced(chance.below(inputs.length + 1), 0, someInput(chance, setting)) };
    case 5:
      return { ...draft, inputs: swapped(inputs, input, chance.below(inputs.length)) };
    case 6:
      return { ...draft, outputs: swapped(outputs, output, chance.below(Math.max(1, outputs.length))) };
    case 7:
      return {
        ...draft,
        outputs: chance.once(2) ? outputs.toSpliced(output, 1) : outputs.toSpliced(output, 0, payTo(outsider, 1_000n)),
      };
    case 8:
      return { ...draft, locktime: Number(chance.of(LOCKTIMES)) };
    default:
      return { ...draft, version: chance.of([1, 2]) };
  }
};

/** Random transactions of a form. */
export interface RandomPayments {
  readonly scene: Scene;
  readonly world: World;
  /** Near a valid one: of any path, with up to three changes. */
  readonly draft: (chance: Chance) => Draft;
  /** A transaction with one thing changed. */
  readonly changed: (chance: Chance, draft: Draft) => Draft;
}

export const randomPayments = (form: Form): RandomPayments => {
  const setting = settingOf(form);
  return {
    scene: setting.scene,
    world: setting.world,
    draft: (chance) => {
      let draft = someDraft(chance, setting);
      for (let left = chance.of([0, 0, 1, 1, 1, 2, 3]); left > 0; left -= 1) draft = changed(chance, setting, draft);
      return draft;
    },
    changed: (chance, draft) => changed(chance, setting, draft),
  };
};
