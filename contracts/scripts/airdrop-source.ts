import {
  AIRDROP_PUBLIC_LEVELS,
  publicCloseFee,
  scriptCloseFee,
  whitelistCloseFee,
  type AirdropAssetType,
} from '../src/airdrop-fees.js';
import type { LinkedArtifact } from '../src/linked-artifact.js';
import { linkSource, type LoopForm } from './link.js';

const EXPRESSION = /\{(placeBytes|fill|closeFee)\}/gu;

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
