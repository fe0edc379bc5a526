import { encodeDataPush, flattenBinArray } from '@bitauth/libauth';
import fc from 'fast-check';
import { changeInput } from '../attacks/mutations.js';
import type { HonestSpend } from '../support/attack-suite.js';
import { at, RUNS } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { isValid } from '../support/judge.js';
import { approve, outsider, sender } from '../support/parties.js';
import { seal, type Draft } from '../support/transaction.js';
import { callOf, sign, type Argument, type SigningContext, type Unlocking } from '../support/unlocking.js';
import { messageOf } from './campaign.js';
import { OF_A_SCRIPT, publicSpends, VESTED, whitelistSpends } from './honest-spends.js';

type Call = Unlocking & { readonly kind: 'call' };

const CASES: readonly (readonly [string, readonly HonestSpend[]])[] = (['BCH', 'FUNGIBLE_TOKEN'] as const).flatMap(
  (asset) => [
    [`a list in ${asset}`, whitelistSpends(asset)],
    [`a list in ${asset} of a script`, whitelistSpends(asset, OF_A_SCRIPT)],
    [`a vested list in ${asset}`, whitelistSpends(asset, VESTED)],
    [`a vested list in ${asset} of a script`, whitelistSpends(asset, { ...VESTED, ...OF_A_SCRIPT })],
    [`a public airdrop in ${asset}`, publicSpends(asset)],
    [`a public airdrop in ${asset} of a script`, publicSpends(asset, OF_A_SCRIPT)],
  ],
);

const callIn = ({ draft, places: { spent = 0 } }: HonestSpend): Call => {
  const { unlocking } = at(draft.inputs, spent);
  if (unlocking.kind !== 'call') throw new Error('A covenant is called');
  return unlocking;
};

/** What an input pushes beside its arguments: a number, code and script of the function that is called. */
const codesOf = (calls: readonly Call[]): readonly Uint8Array[] =>
  calls.flatMap((call) => [callOf(call).covered, call.script]);

/** Numbers, and zeros of every kind. */
const NUMBERS = [[], [0], [0x80], [1], [0x81], [2], [1, 0], [0, 0x80], [0xff, 0xff, 0xff, 0x7f]].map((bytes) =>
  Uint8Array.from(bytes),
);

/** What a thief can push: all that was ever pushed, their own key, and signatures of theirs by any type over any code. */
const loot = (spends: readonly HonestSpend[]): readonly Argument[] => {
  const calls = spends.map(callIn);
  const args = calls.flatMap((call) => call.args.filter((arg) => arg instanceof Uint8Array));
  const types = [0x61, 0x41, 0x42, 0x43, 0xc1, 0xc2, 0xc3];
  return [
    ...args,
    ...NUMBERS,
    outsider.publicKey,
    outsider.hash,
    sender.publicKey,
    approve(outsider, messageOf('whitelist-nonce-')),
    ...types.map((sighash): Argument => ({ signer: outsider, sighash })),
    ...codesOf(calls),
    new Uint8Array(384),
    new Uint8Array(64),
  ];
};

/** Valid spends of a lane with an output of the covenant's turned to the outsider, or with one such output alone. */
const thefts = (spends: readonly HonestSpend[]): readonly Draft[] =>
  spends
    .filter(({ stateless }) => !stateless)
    .flatMap(({ draft, places }) => {
      const money = purse(outsider, 200_000n, 'the thief’s');
      const inputs = [...draft.inputs.slice(0, places.companion === undefined ? 1 : 2), money];
      const mine = (index: number) =>
        draft.outputs.map((output, i) =>
          i === index ? { ...output, lockingBytecode: outsider.lockingBytecode } : output,
        );
      return [
        // Behind the payment is the change of who pays the fee.
        ...draft.outputs
          .slice(0, Math.max(...places.payouts) + 1)
          .map((_, index) => ({ ...draft, inputs, outputs: mine(index) })),
        ...draft.outputs.map((output) => ({
          ...draft,
          inputs,
          outputs: [{ ...output, lockingBytecode: outsider.lockingBytecode }],
        })),
      ];
    });

const bytesIn = (arg: Argument, covered: Uint8Array, context: SigningContext): Uint8Array =>
  arg instanceof Uint8Array ? arg : sign(arg.signer, covered, context, arg.sighash, arg.scheme);

/** A way to spend the lane of a theft: pushes, bottom first, before the tail of a call or before the script alone. */
interface Splice {
  readonly theft: number;
  readonly pushes: readonly number[];
  readonly tail: number;
}

const anySplice: fc.Arbitrary<Splice> = fc.record({
  theft: fc.nat({ max: 1_000 }),
  pushes: fc.array(fc.nat({ max: 10_000 }), { minLength: 0, maxLength: 9 }),
  tail: fc.nat({ max: 20 }),
});

describe.each(CASES)('a call spliced from all that was pushed before, of %s', (_, spends) => {
  const things = loot(spends);
  const targets = thefts(spends);

  it('lets nobody steal', () => {
    fc.assert(
      fc.property(anySplice, ({ theft, pushes, tail }) => {
        const draft = at(targets, theft % targets.length);
        const { unlocking } = at(draft.inputs, 0);
        if (unlocking.kind !== 'call' || unlocking.linked === undefined) throw new Error('A lane is linked');
        const names = ['claim', 'close', 'sweep'] as const;
        const called = callOf({ ...unlocking, linked: { ...unlocking.linked, name: at(names, tail % 3) } });
        // Now and then another number in front of the code, or the script alone.
        const form = Math.floor(tail / 3);
        const behind =
          form === 0
            ? [encodeDataPush(unlocking.script)]
            : form === 1
              ? [encodeDataPush(called.covered), encodeDataPush(unlocking.script)]
              : [called.tail];
        const honest = form > 3 ? unlocking.args : [];
        const chosen = [...pushes.map((push) => at(things, push % things.length)), ...[...honest].reverse()];
        const sealed = seal(draft);
        const context = { transaction: sealed.transaction, sourceOutputs: sealed.sourceOutputs, inputIndex: 0 };
        const parts = chosen.map((arg) => encodeDataPush(bytesIn(arg, called.covered, context)));
        const bytecode = flattenBinArray([...parts, ...behind]);
        const spliced = changeInput(draft, 0, (input) => ({ ...input, unlocking: { kind: 'raw', bytecode } }));
        return !isValid(seal(spliced));
      }),
      { numRuns: RUNS(80), seed: 20_261_130 },
    );
  });

  it('lets nobody steal by the very arguments of a valid call', () => {
    for (const draft of targets) expect(isValid(seal(draft))).toBe(false);
  });
});
