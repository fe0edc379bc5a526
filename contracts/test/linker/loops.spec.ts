import { bigIntToVmNumber, flattenBinArray, sha256 } from '@bitauth/libauth';
import fc from 'fast-check';
import { linkSource, type LoopForm } from '../../scripts/link.js';
import { LOOPS } from '../../scripts/loops.js';
import { linkScript } from '../../src/linked-artifact.js';
import { at, RUNS } from '../support/bytes.js';
import { problemOf } from './run-script.js';

const sourceOf = (name: string): string =>
  at(
    LOOPS.filter((loop) => loop.name === name),
    0,
  ).source;

/** Runs a loop, and demands what it leaves. `spare` grants its budget: cashc's form costs several times as much. */
const CONTRACTS = {
  'a list': `pragma cashscript ^0.13.0;
    contract Climb(bytes root, bytes last, bytes rest) {
      function climb(bytes proof, int path, bytes old, bytes spare) {
        require(spare.length > 0);
        require(path > 1);
        bytes before = sha256(old);
        bytes after = sha256(before);
        ${sourceOf('a list')}
        require(before == root);
        require(after == last);
        require(proof == rest);
      }
      function nothing() { require(1 == 2); }
    }`,
  'a tree of counts': `pragma cashscript ^0.13.0;
    contract Climb(bytes first, bytes root, bytes last, bytes rest) {
      function climb(bytes proof, int path, bytes old, int map, bytes spare) {
        require(spare.length > 0);
        require(path > 1);
        require(map >= 0);
        bytes before = sha256(old);
        bytes after = sha256(before);
        bytes empty = first;
        ${sourceOf('a tree of counts')}
        require(before == root);
        require(after == last);
        require(proof == rest);
        require(map == 0);
      }
      function nothing() { require(1 == 2); }
    }`,
} as const;

type LoopName = keyof typeof CONTRACTS;

const compile = (name: LoopName, loops?: LoopForm) =>
  linkSource(CONTRACTS[name], { shown: 'climb', hidden: [['nothing']] }, loops);

const ASSEMBLY = {
  'a list': compile('a list'),
  'a tree of counts': compile('a tree of counts'),
};
const COMPILED = { 'a list': compile('a list', 'cashc'), 'a tree of counts': compile('a tree of counts', 'cashc') };

interface Climb {
  readonly sibling: readonly { readonly bytes: Uint8Array; readonly isLeft: boolean; readonly isGiven: boolean }[];
  readonly old: Uint8Array;
  readonly first: Uint8Array;
  readonly rest: Uint8Array;
}

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const climbs: fc.Arbitrary<Climb> = fc.record({
  sibling: fc.array(fc.record({ bytes: bytes(32), isLeft: fc.boolean(), isGiven: fc.boolean() }), {
    minLength: 1,
    maxLength: 9,
  }),
  old: fc.uint8Array({ maxLength: 20 }),
  first: bytes(32),
  rest: fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ maxLength: 70 })),
});

/** What a caller changes of a valid climb. */
const changes = fc.oneof(
  fc.constant({ kind: 'nothing' as const }),
  fc.record({ kind: fc.constant('proof cut' as const), by: fc.nat(100) }),
  fc.record({ kind: fc.constant('proof longer' as const), by: fc.uint8Array({ minLength: 1, maxLength: 33 }) }),
  fc.record({ kind: fc.constant('proof byte' as const), by: fc.nat() }),
  fc.record({ kind: fc.constant('side' as const), by: fc.nat(11) }),
  fc.record({ kind: fc.constant('map bit' as const), by: fc.nat(11) }),
  fc.record({ kind: fc.constant('negative' as const), by: fc.constantFrom('path', 'map') }),
  fc.record({ kind: fc.constant('path' as const), by: fc.bigInt(0n, 3n) }),
  fc.record({ kind: fc.constant('empty sibling' as const), by: fc.nat(11) }),
);

const sum = (flags: readonly boolean[]): bigint =>
  flags.reduce((total, flag, level) => total + (flag ? 1n << BigInt(level) : 0n), 0n);
const joined = (parts: readonly Uint8Array[]): Uint8Array => flattenBinArray([...parts]);

/** The climb in plain code: parameters and arguments. */
const climbOf = (
  name: LoopName,
  { sibling: steps, old, first, rest }: Climb,
  change: typeof changes extends fc.Arbitrary<infer T> ? T : never,
) => {
  const isSparse = name === 'a tree of counts';
  let [before, after, empty] = [sha256.hash(old), sha256.hash(sha256.hash(old)), first];
  const given: Uint8Array[] = [];
  for (const [level, step] of steps.entries()) {
    const isEmpty = change.kind === 'empty sibling' && change.by === level;
    const isGiven = !isSparse || step.isGiven || isEmpty;
    const sibling = isGiven && !isEmpty ? step.bytes : isSparse ? empty : step.bytes;
    if (isGiven) given.push(sibling);
    const above = (node: Uint8Array) => sha256.hash(joined(step.isLeft ? [sibling, node] : [node, sibling]));
    [before, after, empty] = [above(before), above(after), sha256.hash(joined([empty, empty]))];
  }
  let path = sum([...steps.map(({ isLeft }) => isLeft), true]);
  let map = sum(steps.map(({ isGiven }, level) => isGiven || (change.kind === 'empty sibling' && change.by === level)));
  let proof = isSparse ? joined([rest, ...given.reverse()]) : joined([...given, rest]);
  if (change.kind === 'proof cut')
    proof = isSparse ? proof.slice(change.by) : proof.slice(0, Math.max(0, proof.length - change.by));
  if (change.kind === 'proof longer') proof = joined([change.by, proof]);
  if (change.kind === 'proof byte') proof = proof.map((byte, i) => (i === change.by % proof.length ? byte ^ 1 : byte));
  if (change.kind === 'side') path ^= 1n << BigInt(change.by);
  if (change.kind === 'map bit') map ^= 1n << BigInt(change.by);
  if (change.kind === 'negative' && change.by === 'path') path = -path;
  if (change.kind === 'negative' && change.by === 'map') map = -map;
  if (change.kind === 'path') path = change.by;
  const parameters = new Map([
    ['first', first],
    ['root', before],
    ['last', after],
    ['rest', rest],
  ]);
  const args = [
    proof,
    bigIntToVmNumber(path),
    old,
    ...(isSparse ? [bigIntToVmNumber(map)] : []),
    new Uint8Array(4_000).fill(1),
  ];
  return { parameters, items: args.reverse() };
};

describe('a loop in assembly', () => {
  it.each(['a list', 'a tree of counts'] as const)('of %s accepts and refuses what its CashScript does', (name) => {
    let accepted = 0;
    fc.assert(
      fc.property(climbs, changes, (climb, change) => {
        const { parameters, items } = climbOf(name, climb, change);
        const [ours, theirs] = [ASSEMBLY[name], COMPILED[name]].map((artifact) =>
          problemOf(linkScript(artifact, parameters).redeemScript, items),
        );
        expect(`${theirs}`).not.toMatch(/density|operation cost|digest iterations/iu);
        expect(ours === undefined).toBe(theirs === undefined);
        if (ours === undefined) accepted += 1;
        if (change.kind === 'nothing') expect(ours).toBeUndefined();
      }),
      { numRuns: RUNS(400) },
    );
    expect(accepted).toBeGreaterThan(RUNS(30));
  });

  it('is shorter than what cashc makes of it', () => {
    for (const name of ['a list', 'a tree of counts'] as const)
      expect(ASSEMBLY[name].shown.bytecode.length).toBeLessThan(COMPILED[name].shown.bytecode.length - 160);
  });
});

describe('the loop over tranches', () => {
  const source = `pragma cashscript ^0.13.0;
    contract Chain(bytes list) {
      function climb(bytes shown, bytes spare) {
        require(spare.length > 0);
        bytes entries, bytes remaining = shown.split(shown.length - 32);
        bytes hash = remaining;
        ${sourceOf('tranches')}
        require(hash == list);
      }
      function nothing() { require(1 == 2); }
    }`;
  const layout = { shown: 'climb', hidden: [['nothing']] };
  const [ours, theirs] = [linkSource(source, layout), linkSource(source, layout, 'cashc')];

  it('accepts and refuses what its CashScript does: chains of whole entries, at least one', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.array(bytes(11), { maxLength: 12 }),
        bytes(32),
        fc.oneof(
          fc.constant(undefined),
          fc.record({ cut: fc.nat(40), more: fc.uint8Array({ maxLength: 12 }), flip: fc.nat() }),
        ),
        (entries, remaining, change) => {
          const list = entries.reduceRight<Uint8Array>((hash, entry) => sha256.hash(joined([entry, hash])), remaining);
          const honest = joined([...entries, remaining]);
          const cut = change === undefined ? honest : joined([change.more, honest.slice(change.cut)]);
          const shown =
            change === undefined
              ? cut
              : cut.map((byte, place) => (place === change.flip % (4 * cut.length) ? byte ^ 1 : byte));
          const items = [new Uint8Array(4_000).fill(1), shown];
          const [mine, cashc] = [ours, theirs].map((artifact) =>
            problemOf(linkScript(artifact, new Map([['list', list]])).redeemScript, items),
          );
          expect(mine === undefined).toBe(cashc === undefined);
          if (mine === undefined) accepted += 1;
          if (change === undefined) expect(mine === undefined).toBe(entries.length > 0);
        },
      ),
      { numRuns: RUNS(400) },
    );
    expect(accepted).toBeGreaterThan(RUNS(50));
  });

  it('is shorter than what cashc makes of it', () => {
    expect(ours.shown.bytecode.length).toBeLessThan(theirs.shown.bytecode.length);
  });
});
