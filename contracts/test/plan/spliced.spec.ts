import { encodeDataPush, flattenBinArray, hash256 } from '@bitauth/libauth';
import fc from 'fast-check';
import { linkScript } from '../../src/index.js';
import { functionsOf } from '../attacks/linked.js';
import { changeInput, spentAt } from '../attacks/mutations.js';
import type { HonestSpend } from '../support/attack-suite.js';
import { at, RUNS } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { isValid } from '../support/judge.js';
import { outsider } from '../support/parties.js';
import { seal, type Draft } from '../support/transaction.js';
import { createAddress, type Address, type Kind, KINDS } from './covenant.js';
import { planSpends } from './honest-spends.js';

/** Hidden codes of an address, in their order. */
const codesOf = ({ call }: Address): readonly Uint8Array[] => {
  const { linked } = call('pay');
  if (linked === undefined) throw new Error('Plans are linked');
  const script = linkScript(linked.artifact, linked.parameters);
  return functionsOf(linked).flatMap((name) => {
    const called = script.call(name);
    return called === undefined || name === 'pay' ? [] : [called.covered];
  });
};

/** Hashes of codes in a row, from any to any. */
const rows = (hashes: readonly Uint8Array[]): readonly Uint8Array[] =>
  hashes.flatMap((_, from) =>
    hashes.slice(from).map((__, length) => flattenBinArray(hashes.slice(from, from + length + 1))),
  );

const NUMBERS = [[], [0], [0x80], [1], [0x81], [2], [1, 0], [0xff, 0xff, 0xff, 0x7f]].map((bytes) =>
  Uint8Array.from(bytes),
);

/** What a thief can push: codes and hashes of the address, and of their own plan, where they are the sender. */
const lootOf = (kind: Kind): readonly Uint8Array[] => {
  const own = createAddress(kind, { sender: outsider.lockingBytecode });
  const addresses = [createAddress(kind), own];
  return [
    ...addresses.flatMap((address) => {
      const codes = codesOf(address);
      return [...codes, ...rows(codes.map((code) => hash256(code))), address.script];
    }),
    ...NUMBERS,
  ];
};

/** Valid spends with an output turned to the outsider, or with one such output alone. */
const theftsOf = (spends: readonly HonestSpend[]): readonly (readonly [HonestSpend, Draft])[] =>
  spends
    .filter(({ stateless }) => !stateless)
    .flatMap((spend) => {
      const { draft } = spend;
      const inputs = [...draft.inputs, purse(outsider, 200_000n, 'the thief’s')];
      const turned = draft.outputs.map((_, index) =>
        draft.outputs.map((output, i) =>
          i === index ? { ...output, lockingBytecode: outsider.lockingBytecode } : output,
        ),
      );
      const alone = draft.outputs.map((output) => [{ ...output, lockingBytecode: outsider.lockingBytecode }]);
      return [...turned, ...alone].map((outputs) => [spend, { ...draft, inputs, outputs }] as const);
    });

const anySplice = fc.record({
  theft: fc.nat({ max: 1_000 }),
  pushes: fc.array(fc.nat({ max: 10_000 }), { minLength: 0, maxLength: 6 }),
  called: fc.nat({ max: 19 }),
});

describe.each(KINDS)('a call spliced from all codes and hashes, of %s', (kind) => {
  const address = createAddress(kind);
  const things = lootOf(kind);
  // Change of a payer is theirs to give away.
  const thefts = theftsOf(planSpends(kind)).filter(
    ([spend, draft]) => !isValid(seal({ ...draft, inputs: spend.draft.inputs })),
  );

  it('lets nobody steal', () => {
    fc.assert(
      fc.property(anySplice, ({ theft, pushes, called }) => {
        const [spend, draft] = at(thefts, theft % thefts.length);
        const { linked, script } = address.call('pay');
        const known = linked === undefined ? [] : functionsOf(linked);
        const name = at(known, called % known.length);
        const tail = linked && linkScript(linked.artifact, linked.parameters).call(name)?.tail;
        // Half of them end as a call of the contract does, the others in the script alone.
        const behind = called < known.length && tail !== undefined ? tail : encodeDataPush(script);
        const parts = pushes.map((push) => encodeDataPush(at(things, push % things.length)));
        const bytecode = flattenBinArray([...parts, behind]);
        return !isValid(
          seal(changeInput(draft, spentAt(spend), (input) => ({ ...input, unlocking: { kind: 'raw', bytecode } }))),
        );
      }),
      { numRuns: RUNS(120), seed: 20_261_130 },
    );
  });

  it('lets nobody steal by a call of any function', () => {
    const { linked } = address.call('pay');
    if (linked === undefined) throw new Error('Plans are linked');
    const { call } = linkScript(linked.artifact, linked.parameters);
    for (const [spend, draft] of thefts)
      for (const name of functionsOf(linked)) {
        const bytecode = call(name)?.tail ?? new Uint8Array();
        const tried = changeInput(draft, spentAt(spend), (input) => ({
          ...input,
          unlocking: { kind: 'raw', bytecode },
        }));
        expect([spend.name, name, isValid(seal(tried))]).toEqual([spend.name, name, false]);
      }
  });
});
