import { decodeAuthenticationInstructions, encodeDataPush, flattenBinArray, hash256 } from '@bitauth/libauth';
import { linkSource } from '../../scripts/link.js';
import { coveredCode, linkScript, readLinkedScript, type LinkedScript } from '../../src/linked-artifact.js';
import { at } from '../support/bytes.js';
import { problemOf } from './run-script.js';

const ONE = Uint8Array.of(1);
const EMPTY = new Uint8Array();

/** Shows a function without arguments, and hides three, each behind a hash of its own. */
const BARE = linkSource(
  `pragma cashscript ^0.13.0;
   contract Bare(int fee, bytes nonce) {
     function pay() { require(tx.outputs[0].value >= tx.inputs[0].value - fee); }
     function two(int a) { require(a == 2); }
     function three(int a, int b) { require(a + b == 3); require(nonce.length == 16); }
     function four() { require(fee == 4); }
   }`,
  { shown: 'pay', hidden: [['two'], ['three'], ['four']] },
);
/** Shows a function with arguments, and hides two in one code. */
const CALLED = linkSource(
  `pragma cashscript ^0.13.0;
   contract Called(int sum, int last) {
     function claim(int a, int b) { require(a + b == sum); }
     function close(int a) { require(a == last); }
     function sweep(int a) { require(a == last + 1); }
   }`,
  { shown: 'claim', hidden: [['close', 'sweep']] },
);
/** Shows a function with one argument, and hides two, each behind a hash of its own. */
const BESIDE_ONE = linkSource(
  `pragma cashscript ^0.13.0;
   contract BesideOne(int sum, int last) {
     function pay(int a) { require(a == sum); }
     function end() { require(last == 7); }
     function stop(int a) { require(a == last); }
   }`,
  { shown: 'pay', hidden: [['end'], ['stop']] },
);
/** Begins with two parameters, and hides two functions, which read them from the script. */
const IN_FRONT_SOURCE = `pragma cashscript ^0.13.0;
   contract InFront(int fee, bytes8 amount, bytes owner) {
     function pay() { require(int(amount) == fee); require(owner.length == 20); }
     function move(bytes script) { require(script.split(1)[0] == 0x14); require(fee == 4); }
     function end(bytes script) { require(int(script.split(22)[1].split(8)[0]) == 4); }
   }`;
const IN_FRONT = linkSource(IN_FRONT_SOURCE, {
  shown: 'pay',
  hidden: [['move'], ['end']],
  front: ['amount', 'owner'],
});
const number = (value: number): Uint8Array => (value === 0 ? EMPTY : Uint8Array.of(value));
const bare = linkScript(
  BARE,
  new Map([
    ['fee', number(4)],
    ['nonce', new Uint8Array(16).fill(9)],
  ]),
);
const called = linkScript(
  CALLED,
  new Map([
    ['sum', number(5)],
    ['last', number(7)],
  ]),
);

const besideOne = linkScript(
  BESIDE_ONE,
  new Map([
    ['sum', number(5)],
    ['last', number(7)],
  ]),
);

/** Calls a function with its arguments in their order. */
const call = (script: LinkedScript, name: string, args: readonly Uint8Array[]): string | undefined =>
  problemOf(script.redeemScript, [...args].reverse(), script.call(name)?.tail);
const codeOf = (script: LinkedScript, name: string): Uint8Array => script.call(name)?.covered ?? EMPTY;

describe('linkSource', () => {
  it('gives each code the parameters that it uses', () => {
    expect([BARE.shown, ...BARE.hidden].map(({ parameters }) => parameters)).toEqual([['fee'], [], ['nonce'], ['fee']]);
    expect([CALLED.shown, ...CALLED.hidden].map(({ parameters }) => parameters)).toEqual([['sum'], ['last']]);
    expect(CALLED.constructorInputs).toEqual([
      { name: 'sum', type: 'int' },
      { name: 'last', type: 'int' },
    ]);
    expect(at(CALLED.hidden, 0).functions).toEqual([
      { name: 'close', inputs: [{ name: 'a', type: 'int' }] },
      { name: 'sweep', inputs: [{ name: 'a', type: 'int' }] },
    ]);
  });

  it('refuses a layout of other functions, an unknown loop and a useless parameter', () => {
    const source =
      'pragma cashscript ^0.13.0; contract A(int x) { function a() { require(1 == 1); } function b() { require(2 == 2); } }';
    expect(() => linkSource(source, { shown: 'a', hidden: [] })).toThrow('A has the functions a, b, its layout a');
    expect(() => linkSource(source, { shown: 'a', hidden: [['b']] })).toThrow('A does not use its parameter x');
    const loop =
      'pragma cashscript ^0.13.0; contract A() { function a(int n) { do { n = n - 1; } while (n > 0); require(n == 0); } function b() { require(2 == 2); } }';
    expect(() => linkSource(loop, { shown: 'a', hidden: [['b']] })).toThrow(
      'The linker does not know the loop in line 1',
    );
    expect(linkSource(loop, { shown: 'a', hidden: [['b']] }, 'cashc').contractName).toBe('A');
  });
});

describe('a linked script that shows a function without arguments', () => {
  it('runs the shown function on an empty stack', () => {
    expect(call(bare, 'pay', [])).toBeUndefined();
  });

  it.each([
    ['two', [[2]], [[3]]],
    ['three', [[1], [2]], [[1], [1]]],
    ['four', [], undefined],
  ] as const)('runs %s, with its arguments alone', (name, right, wrong) => {
    const items = right.map((byte) => Uint8Array.from(byte));
    expect(call(bare, name, items)).toBeUndefined();
    if (wrong !== undefined)
      expect(
        call(
          bare,
          name,
          wrong.map((byte) => Uint8Array.from(byte)),
        ),
      ).toBeDefined();
    expect(call(bare, name, [...items, ONE])).toBeDefined();
  });

  it('runs no other code, and none without the hashes beside it', () => {
    const codes = ['two', 'three', 'four'].map((name) => codeOf(bare, name));
    const hashes = codes.map((code) => hash256(code));
    const wanted = [
      Uint8Array.of(0x51),
      EMPTY,
      Uint8Array.of(0x75, 0x51),
      Uint8Array.of(0x00, 0x91),
      ...codes.map((code) => Uint8Array.of(...code, 0x61)),
    ];
    const strings = [
      EMPTY,
      ...hashes,
      flattenBinArray([...hashes]),
      flattenBinArray(hashes.slice(0, 2)),
      flattenBinArray(hashes.slice(1)),
    ];
    let tried = 0;
    for (const code of wanted)
      for (const before of strings)
        for (const behind of strings) {
          tried += 1;
          const tail = flattenBinArray([before, behind, code, bare.redeemScript].map((item) => encodeDataPush(item)));
          expect(problemOf(bare.redeemScript, [], tail)).toBeDefined();
        }
    expect(tried).toBe(343);
  });

  it('runs a hidden code at its own place only', () => {
    const codes = ['two', 'three', 'four'].map((name) => codeOf(bare, name));
    const hashes = codes.map((code) => hash256(code));
    const four = at(codes, 2);
    for (const [before, behind] of [
      [[0, 1], []],
      [[0], [1]],
      [[], [0, 1]],
      [[1, 0], []],
      [[0, 1, 2], []],
      [[0], []],
    ] as const) {
      const sides = [before, behind].map((some) => flattenBinArray(some.map((i) => at(hashes, i))));
      const tail = flattenBinArray([...sides, four, bare.redeemScript].map((item) => encodeDataPush(item)));
      expect(problemOf(bare.redeemScript, [], tail) === undefined).toBe(before.join() === '0,1' && behind.length === 0);
    }
  });
});

describe('a linked script that shows a function with arguments', () => {
  it('runs each function by its call', () => {
    expect(call(called, 'claim', [number(2), number(3)])).toBeUndefined();
    expect(call(called, 'claim', [number(2), number(2)])).toBeDefined();
    expect(call(called, 'close', [number(7)])).toBeUndefined();
    expect(call(called, 'close', [number(8)])).toBeDefined();
    expect(call(called, 'sweep', [number(8)])).toBeUndefined();
    expect(called.call('close')?.covered).toEqual(called.call('sweep')?.covered);
  });

  it('takes any other code for an argument of the shown function', () => {
    for (const code of [Uint8Array.of(0x51), EMPTY, Uint8Array.of(...codeOf(called, 'close'), 0x51)])
      for (const below of [[], [number(7)], [number(7), EMPTY], [number(6)]])
        expect(problemOf(called.redeemScript, [...below, code])).toBeDefined();
  });
});

describe('linkScript', () => {
  it('knows no other function', () => {
    expect(bare.call('five')).toBeUndefined();
  });

  it('refuses a missing parameter, and several codes behind a function with arguments', () => {
    expect(() => linkScript(BARE, new Map())).toThrow('Bare lacks a value for its parameter');
    const several = { ...CALLED, hidden: [at(CALLED.hidden, 0), at(CALLED.hidden, 0)] };
    expect(() =>
      linkScript(
        several,
        new Map([
          ['sum', ONE],
          ['last', ONE],
        ]),
      ),
    ).toThrow('Called hides 2 codes');
  });
});

describe('coveredCode', () => {
  const pushesOf = (script: LinkedScript, name: string): readonly Uint8Array[] =>
    decodeAuthenticationInstructions(script.call(name)?.tail ?? EMPTY).map((push) =>
      'data' in push ? push.data : EMPTY,
    );

  it.each([
    ['pay', bare],
    ['two', bare],
    ['three', bare],
    ['four', bare],
    ['claim', called],
    ['close', called],
    ['sweep', called],
  ] as const)('is what signatures in %s cover', (name, script) => {
    expect(coveredCode([ONE, ...pushesOf(script, name)])).toEqual(codeOf(script, name));
    expect(coveredCode(pushesOf(script, name))).toEqual(codeOf(script, name));
  });

  it('is the script where other code is pushed before it, or the script is not linked', () => {
    const other = Uint8Array.of(0x51, 0x51);
    for (const { redeemScript } of [bare, called])
      expect(coveredCode([EMPTY, EMPTY, other, redeemScript])).toBe(redeemScript);
    const [short, cut] = [Uint8Array.of(0x51), called.redeemScript.slice(0, -1)];
    for (const script of [short, cut]) expect(coveredCode([codeOf(called, 'close'), script])).toBe(script);
    expect(coveredCode([])).toBeUndefined();
  });
});

describe('a linked script that shows a function with one argument beside several codes', () => {
  it.each([
    ['pay', [[5]], [[6]]],
    ['end', [], undefined],
    ['stop', [[7]], [[6]]],
  ] as const)('runs %s, with its arguments alone', (name, right, wrong) => {
    const items = (some: readonly (readonly number[])[]) => some.map((bytes) => Uint8Array.from(bytes));
    expect(call(besideOne, name, items(right))).toBeUndefined();
    if (wrong !== undefined) expect(call(besideOne, name, items(wrong))).toBeDefined();
    expect(call(besideOne, name, [...items(right), ONE])).toBeDefined();
  });

  it('runs nothing on an empty stack, nor other code or hashes', () => {
    expect(call(besideOne, 'pay', [])).toBeDefined();
    const codes = ['end', 'stop'].map((name) => codeOf(besideOne, name));
    const hashes = codes.map((code) => hash256(code));
    const strings = [EMPTY, ...hashes, flattenBinArray([...hashes]), Uint8Array.of(0x51)];
    let passed = 0;
    for (const code of [Uint8Array.of(0x51), Uint8Array.of(0x75, 0x51), EMPTY, ...codes])
      for (const before of strings)
        for (const behind of strings) {
          const tail = flattenBinArray(
            [before, behind, code, besideOne.redeemScript].map((item) => encodeDataPush(item)),
          );
          if (problemOf(besideOne.redeemScript, [], tail) === undefined) passed += 1;
        }
    // `end` at its own place alone.
    expect(passed).toBe(1);
  });

  it('covers the hidden code that runs', () => {
    for (const name of ['end', 'stop']) {
      const hashes = ['end', 'stop'].map((each) => hash256(codeOf(besideOne, each)));
      const place = name === 'end' ? 0 : 1;
      const sides = [hashes.slice(0, place), hashes.slice(place + 1)].map((some) => flattenBinArray(some));
      expect(coveredCode([...sides, codeOf(besideOne, name), besideOne.redeemScript])).toEqual(codeOf(besideOne, name));
    }
    expect(coveredCode([ONE, besideOne.redeemScript])).toEqual(besideOne.redeemScript);
  });
});

describe('a linked script that begins with two parameters', () => {
  const linked = (fee: number, owner: Uint8Array, amount = 4): LinkedScript =>
    linkScript(
      IN_FRONT,
      new Map([
        ['fee', number(fee)],
        ['amount', Uint8Array.of(amount, 0, 0, 0, 0, 0, 0, 0)],
        ['owner', owner],
      ]),
    );
  const owner = new Uint8Array(20).fill(9);
  const script = linked(4, owner);

  it('begins with their pushes, the last one first, and is the same behind them for any other', () => {
    expect(script.redeemScript.slice(0, 30)).toEqual(Uint8Array.of(20, ...owner, 8, 4, 0, 0, 0, 0, 0, 0, 0));
    const other = linked(4, new Uint8Array(40).fill(7), 5);
    expect(other.redeemScript.slice(50)).toEqual(script.redeemScript.slice(30));
    expect(readLinkedScript(other.redeemScript)).toEqual(readLinkedScript(script.redeemScript));
  });

  it('runs the shown function without items, and gives hidden ones the script', () => {
    expect(call(script, 'pay', [])).toBeUndefined();
    expect(call(linked(5, owner), 'pay', [])).toBeDefined();
    expect(call(script, 'move', [])).toBeUndefined();
    expect(call(linked(4, new Uint8Array(40)), 'move', [])).toBeDefined();
    expect(call(script, 'end', [])).toBeUndefined();
    expect(call(linked(4, owner, 5), 'end', [])).toBeDefined();
    for (const name of ['pay', 'move', 'end']) expect(call(script, name, [ONE])).toBeDefined();
  });

  it('runs no other code, and none with a script of the caller’s', () => {
    const codes = ['move', 'end'].map((name) => codeOf(script, name));
    const hashes = codes.map((code) => hash256(code));
    const strings = [EMPTY, ...hashes, flattenBinArray(hashes), Uint8Array.of(0x51), script.redeemScript];
    let passed = 0;
    for (const code of [Uint8Array.of(0x51), Uint8Array.of(0x75, 0x51), EMPTY, ...codes])
      for (const before of strings)
        for (const behind of strings)
          for (const below of [[], [script.redeemScript]]) {
            const items = [...below, before, behind, code, script.redeemScript];
            const tail = flattenBinArray(items.map((item) => encodeDataPush(item)));
            if (problemOf(script.redeemScript, [], tail) === undefined) passed += 1;
          }
    // Each at its own place alone.
    expect(passed).toBe(2);
  });

  it('covers the hidden code that runs', () => {
    const [move, end] = ['move', 'end'].map((name) => codeOf(script, name));
    expect(coveredCode([EMPTY, hash256(end ?? EMPTY), move ?? EMPTY, script.redeemScript])).toEqual(move);
    expect(coveredCode([EMPTY, EMPTY, ONE, script.redeemScript])).toEqual(script.redeemScript);
  });

  it('is refused where a hidden function takes anything else, or the shown one lacks a parameter', () => {
    const layout = { shown: 'pay', hidden: [['move'], ['end']], front: ['amount', 'owner'] } as const;
    const joined = { ...layout, hidden: [['move', 'end']] };
    expect(() => linkSource(IN_FRONT_SOURCE, joined)).toThrow('move, end: expected one function of the script alone');
    const own = IN_FRONT_SOURCE.replace('require(fee == 4);', 'require(fee == 4); require(amount.length == 8);');
    expect(() => linkSource(own, layout)).toThrow('move uses amount, which it must read from the script');
    const less = IN_FRONT_SOURCE.replace('require(owner.length == 20);', '');
    expect(() => linkSource(less, layout)).toThrow('Expected a shown function that uses amount, owner');
  });
});
