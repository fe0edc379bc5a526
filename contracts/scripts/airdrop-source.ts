import {
  AIRDROP_PUBLIC_LEVELS,
  publicCloseFee,
  scriptCloseFee,
  whitelistCloseFee,
  type AirdropAssetType,
} from '../src/airdrop-fees.js';
import type { LinkedArtifact } from '../src/linked-artifact.js';
import { linkSource, type LoopForm } from './link.js';

const BORROWED = /^ *@function (\w+) (\S+?)( vested)?\n/gmu;
const MARKED = /^( *)@(plain|vested) (.*\n)/gmu;
const EXPRESSION = /\{(placeBytes|fill|closeFee)\}/gu;

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

/** Levels of a public airdrop's tree, and what a claim's proof has at least. */
export interface PublicTree {
  /** A multiple of 8. */
  readonly levels: number;
  /** Bytes. */
  readonly fill: number;
}

/** What is deployed: 64 levels ask for so many bytes of unlocking bytecode that their hashes are within the budget. */
export const PUBLIC_TREE: PublicTree = { levels: AIRDROP_PUBLIC_LEVELS, fill: 384 };

/**
 * The source of an airdrop covenant. Its template in `cash/` leaves open `{closeFee}`, what a close may take, and in a public
 * one `{placeBytes}` and `{fill}`.
 */
export const expandAirdrop = (template: string, closeFee: bigint, { levels, fill } = PUBLIC_TREE): string => {
  const values = new Map([
    ['placeBytes', (levels / 8).toString()],
    ['fill', fill.toString()],
    ['closeFee', closeFee.toString()],
  ]);
  return template.replace(EXPRESSION, (whole, name: string) => values.get(name) ?? whole);
};

/** An airdrop covenant, and what its close may take. */
export interface AirdropCovenant {
  readonly name: `airdrop-${'' | 'script-'}${'whitelist' | 'vested' | 'public'}-${'bch' | 'token'}`;
  readonly closeFee: bigint;
}

const covenantsIn = (asset: AirdropAssetType): readonly AirdropCovenant[] => {
  const suffix = asset === 'BCH' ? 'bch' : 'token';
  return [
    { name: `airdrop-whitelist-${suffix}`, closeFee: whitelistCloseFee(asset) },
    { name: `airdrop-vested-${suffix}`, closeFee: whitelistCloseFee(asset, true) },
    { name: `airdrop-public-${suffix}`, closeFee: publicCloseFee(asset) },
    { name: `airdrop-script-whitelist-${suffix}`, closeFee: scriptCloseFee('WHITELIST', asset) },
    { name: `airdrop-script-vested-${suffix}`, closeFee: scriptCloseFee('WHITELIST', asset, true) },
    { name: `airdrop-script-public-${suffix}`, closeFee: scriptCloseFee('PUBLIC', asset) },
  ];
};

export const AIRDROP_COVENANTS: readonly AirdropCovenant[] = [...covenantsIn('BCH'), ...covenantsIn('FUNGIBLE_TOKEN')];

/** A lane is claimed thousands of times and closed once: its address shows the claim. */
const LAYOUT = { shown: 'claim', hidden: [['close', 'sweep']] } as const;

/**
 * Links an airdrop covenant.
 *
 * @param template with the functions that it borrows
 * @param tree of a public one: another for tests of what depth does not change
 */
export const linkAirdrop = (
  { closeFee }: Pick<AirdropCovenant, 'closeFee'>,
  template: string,
  tree = PUBLIC_TREE,
  loops?: LoopForm,
): LinkedArtifact => linkSource(expandAirdrop(template, closeFee, tree), LAYOUT, loops);
