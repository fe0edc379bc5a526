import { binToHex, flattenBinArray, sha256 } from '@bitauth/libauth';
import { compileString } from 'cashc';
import {
  AIRDROP_MAX_DEPTH,
  AIRDROP_PUBLIC_LEVELS,
  publicCloseFee,
  scriptCloseFee,
  whitelistCloseFee,
  type AirdropAssetType,
} from '../src/airdrop-fees.js';

const BORROWED = /^ *@function (\w+) (\S+?)( vested)?\n/gmu;
const MARKED = /^( *)@(plain|vested) (.*\n)/gmu;
const BLOCK = /@each\{([\s\S]*?)@\}/gu;
const MORE = /^ *@more (.*\n)/gmu;
const EXPRESSION = /\{(i|i\+1|depth|spentRoot|defaultRoot|closeFee)\}/gu;

/** What a leaf becomes once its row is paid, and what an empty place of a tree of counts holds. */
const MARKER = sha256.hash(Uint8Array.of(0));

/** The root of a tree of markers alone. */
export const emptyRoot = (depth: number): Uint8Array => {
  let root = MARKER;
  for (let level = 0; level < depth; level += 1) root = sha256.hash(flattenBinArray([root, root]));
  return root;
};

/** Reads a template in `cash/` by its name. */
export type TemplateReader = (name: string) => string;

/** A function of a template, with the comment above it. */
const functionOf = (template: string, name: string): string | undefined =>
  new RegExp(`^(?: *//.*\\n)* {4}function ${name}\\([\\s\\S]*?^ {4}\\}\\n`, 'mu').exec(template)?.[0];

/** A text with the lines that its form has: those marked `@plain` pay recipients, those marked `@vested` their locks. */
const inForm = (text: string, form: 'plain' | 'vested'): string =>
  text.replace(MARKED, (_, indent: string, marked: string, line: string) => (marked === form ? indent + line : ''));

/**
 * A template with functions of others where it says `@function <function> <template>`: claims do not depend on the
 * creator, and closes do not depend on what a claim pays. With `vested` behind it, in the vested form.
 *
 * @throws Error where the other one has no such function
 */
export const withFunctions = (template: string, read: TemplateReader): string =>
  inForm(
    template.replace(BORROWED, (_, name: string, from: string, vested: string | undefined) => {
      const borrowed = functionOf(read(from), name);
      if (borrowed === undefined) throw new Error(`${from} has no function ${name}`);
      return inForm(borrowed, vested === undefined ? 'plain' : 'vested');
    }),
    'plain',
  );

/**
 * The source of an airdrop covenant for a depth. CashScript has no loops, so the templates in `cash/` say once what
 * happens at each level, between `@each{` and `@}`, and this writes it out; a line marked `@more` is left out at the last one. `{i}` and `{i+1}` are the level and the one
 * above it, `{depth}` the number of levels, `{spentRoot}` the root of a tree whose every leaf is spent, `{closeFee}` what a
 * close may take.
 */
export const expandAirdrop = (template: string, depth: number, closeFee: bigint): string => {
  const values = new Map([
    ['depth', depth.toString()],
    ['spentRoot', `0x${binToHex(emptyRoot(depth))}`],
    ['closeFee', closeFee.toString()],
  ]);
  const fill = (text: string, more: ReadonlyMap<string, string>) =>
    text.replace(EXPRESSION, (whole, name: string) => more.get(name) ?? whole);
  const level = (body: string, i: number) =>
    fill(
      body.replace(MORE, (_, line: string) => (i + 1 < depth ? `        ${line}` : '')),
      new Map([
        ['i', i.toString()],
        ['i+1', (i + 1).toString()],
      ]),
    );
  const levels = (body: string) => Array.from({ length: depth }, (_, i) => level(body, i)).join('');
  return fill(
    template.replace(BLOCK, (_, body: string) => levels(body)),
    values,
  );
};

/** An airdrop covenant, the depths it is compiled for, and what its close may take at each. */
export interface AirdropCovenant {
  readonly name: `airdrop-${'' | 'script-'}${'whitelist' | 'vested' | 'public'}-${'bch' | 'token'}`;
  readonly depths: readonly number[];
  readonly closeFee: (depth: number) => bigint;
}

const whitelistDepths = Array.from({ length: AIRDROP_MAX_DEPTH + 1 }, (_, depth) => depth);

const scriptFee =
  (kind: 'WHITELIST' | 'PUBLIC', asset: AirdropAssetType, vested = false) =>
  (depth: number): bigint =>
    scriptCloseFee(kind, asset, depth, vested);

const vestedCovenants = (asset: AirdropAssetType): readonly AirdropCovenant[] => {
  const suffix = asset === 'BCH' ? 'bch' : 'token';
  return [
    {
      name: `airdrop-vested-${suffix}`,
      depths: whitelistDepths,
      closeFee: (depth) => whitelistCloseFee(asset, depth, true),
    },
    {
      name: `airdrop-script-vested-${suffix}`,
      depths: whitelistDepths,
      closeFee: scriptFee('WHITELIST', asset, true),
    },
  ];
};

export const AIRDROP_COVENANTS: readonly AirdropCovenant[] = [
  { name: 'airdrop-whitelist-bch', depths: whitelistDepths, closeFee: (depth) => whitelistCloseFee('BCH', depth) },
  {
    name: 'airdrop-whitelist-token',
    depths: whitelistDepths,
    closeFee: (depth) => whitelistCloseFee('FUNGIBLE_TOKEN', depth),
  },
  { name: 'airdrop-public-bch', depths: [AIRDROP_PUBLIC_LEVELS], closeFee: () => publicCloseFee('BCH') },
  { name: 'airdrop-public-token', depths: [AIRDROP_PUBLIC_LEVELS], closeFee: () => publicCloseFee('FUNGIBLE_TOKEN') },
  { name: 'airdrop-script-whitelist-bch', depths: whitelistDepths, closeFee: scriptFee('WHITELIST', 'BCH') },
  {
    name: 'airdrop-script-whitelist-token',
    depths: whitelistDepths,
    closeFee: scriptFee('WHITELIST', 'FUNGIBLE_TOKEN'),
  },
  { name: 'airdrop-script-public-bch', depths: [AIRDROP_PUBLIC_LEVELS], closeFee: scriptFee('PUBLIC', 'BCH') },
  {
    name: 'airdrop-script-public-token',
    depths: [AIRDROP_PUBLIC_LEVELS],
    closeFee: scriptFee('PUBLIC', 'FUNGIBLE_TOKEN'),
  },
  ...vestedCovenants('BCH'),
  ...vestedCovenants('FUNGIBLE_TOKEN'),
];

/**
 * Compiles a covenant for its depths. What differs between them is the bytecode, and how often the claim's inputs of a level
 * are repeated: `abi` has them for one level, the last `levelInputs` inputs of its first function.
 *
 * @param compileSource another way to the same bytecode than cashc's own, for tests that compile much
 */
export const compileAirdrop = (
  { depths, closeFee }: AirdropCovenant,
  template: string,
  compileSource = compileString,
) => {
  const compile = (depth: number) => compileSource(expandAirdrop(template, depth, closeFee(depth)));
  const first = compile(depths[0] ?? 1);
  const [without, one] = [compile(0), compile(1)].map(({ abi }) => abi[0]?.inputs.length ?? 0);
  return {
    contractName: first.contractName,
    constructorInputs: first.constructorInputs,
    abi: compile(1).abi,
    levelInputs: (one ?? 0) - (without ?? 0),
    bytecodes: Object.fromEntries(depths.map((depth) => [depth, compile(depth).bytecode])),
    compiler: first.compiler,
  };
};
