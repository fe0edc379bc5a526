import { encodeLockingBytecodeP2pkh, utf8ToBin } from '@bitauth/libauth';
import { linkAirdrop } from '../../scripts/airdrop-source.js';
import {
  AIRDROP_PUBLIC_LEVELS,
  type LinkedArtifact,
  type AirdropAssetType,
  airdropPublicArtifact,
  airdropWhitelistArtifact,
  publicClaimFee,
  publicCloseFee,
  scriptAirdropPublicArtifact,
  scriptAirdropWhitelistArtifact,
  scriptCloseFee,
  whitelistClaimFee,
  whitelistCloseFee,
} from '../../src/index.js';
import { lockingBytecodeOf, type LockTerms, PAYOUT, RESERVE, scriptOfLock } from '../lock/lock.js';
import { named32 } from '../support/bytes.js';
import { linkedOf, lockOf } from '../support/contract.js';
import { closingHash, PARTIES, sender } from '../support/parties.js';
import { sourceOf } from '../support/sources.js';
import type { Argument, Unlocking } from '../support/unlocking.js';
import { emptyOf } from './lane-tree.js';

export const START = 1_700_000_000n;
/** Earliest close of a campaign that the creator cannot cancel. */
export const END = START + 86_400n * 30n;
/** The earliest locktime that is a time. */
export const FIRST_TIME = 500_000_000n;
/** The creator of every campaign. */
export const creator = sender;
/** The category of the tokens that campaigns give away. */
export const TOKEN = named32('category: the token given away');

type AirdropFunction = 'claim' | 'close' | 'sweep';

/** What both kinds are compiled with. */
export interface CampaignTerms {
  readonly asset: AirdropAssetType;
  /** Levels of a lane's tree. */
  readonly depth: number;
  readonly start: bigint;
  readonly closable: bigint;
  readonly sponsored: boolean;
  /** 16 characters. */
  readonly nonce: string;
  /** Where the campaign is a script's: the creator's locking bytecode. */
  readonly owner?: Uint8Array;
  /** Where a list's claims pay locks: the terms of all of them. */
  readonly vested?: Vesting;
}

export type Vesting = Pick<LockTerms, 'start' | 'cliff' | 'step' | 'steps'>;

export interface PublicTerms extends CampaignTerms {
  readonly amount: bigint;
  readonly limit: bigint;
  readonly quota: bigint;
  readonly lanes: bigint;
}

/** The covenant of a campaign's lanes. */
export interface Campaign<Terms extends CampaignTerms = CampaignTerms> {
  readonly terms: Terms;
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
  /** Of the states. */
  readonly category: Uint8Array;
  /** Satoshis a claim may take in addition to the amount. */
  readonly fee: bigint;
  /** Satoshis a close may take. */
  readonly closeFee: bigint;
  /** The message that closes all lanes. */
  readonly message: string;
  /** Where a claim pays a recipient, by the hash of their key: their own address, or their lock. */
  readonly payee: (recipient: Uint8Array, amount: bigint) => Uint8Array;
  /** Satoshis that go with a payment of tokens. */
  readonly payout: bigint;
  readonly call: (name: AirdropFunction, args: readonly Argument[]) => Unlocking;
}

export const messageOf = (nonce: string): string => `Close Weir airdrop ${nonce}`;

type ConstructorArgument = bigint | Uint8Array;

/** Of a party, the very array that attacks compare with. */
const keyLock = (hash: Uint8Array): Uint8Array =>
  PARTIES.find((party) => party.hash === hash)?.lockingBytecode ?? encodeLockingBytecodeP2pkh(hash);

/** The lock that a claim pays to. */
export const lockTerms = (
  { asset }: Pick<CampaignTerms, 'asset'>,
  vested: Vesting,
  recipient: Uint8Array,
  total: bigint,
): LockTerms => ({ ...vested, asset, total, recipient: keyLock(recipient) });

/** Bytes of the pushes of recipient and amount. */
const ROW_PUSHES = 1 + 20 + 1 + 8;

/** What a lane is compiled with: the part of its locks' script that all rows have. */
const lockTail = (terms: CampaignTerms, vested: Vesting): Uint8Array =>
  scriptOfLock(lockTerms(terms, vested, sender.hash, 1n)).slice(ROW_PUSHES);

const campaignOf = <Terms extends CampaignTerms>(
  terms: Terms,
  artifact: LinkedArtifact,
  args: readonly ConstructorArgument[],
  fees: Pick<Campaign, 'fee' | 'closeFee'>,
): Campaign<Terms> => {
  const { script, parameters } = linkedOf(artifact, args);
  return {
    terms,
    script,
    lockingBytecode: lockOf(script),
    category: named32(`category: ${terms.nonce}`),
    ...fees,
    message: messageOf(terms.nonce),
    payee: (hash, amount) =>
      terms.vested === undefined ? keyLock(hash) : lockingBytecodeOf(lockTerms(terms, terms.vested, hash, amount)),
    payout: terms.vested === undefined ? PAYOUT : RESERVE,
    call: (name, callArgs) => ({
      kind: 'call',
      script,
      selector: undefined,
      linked: { artifact, parameters, name },
      args: callArgs,
    }),
  };
};

export const createWhitelist = (terms: CampaignTerms): Campaign => {
  const { asset, depth, start, closable, sponsored, nonce } = terms;
  const vested = terms.vested !== undefined;
  const fee = sponsored ? whitelistClaimFee(asset, depth, vested) : 0n;
  const tail = terms.vested === undefined ? [] : [lockTail(terms, terms.vested)];
  const tree = [1n << BigInt(depth), emptyOf(depth)];
  if (terms.owner !== undefined) {
    const artifact = scriptAirdropWhitelistArtifact(asset, vested);
    const closeFee = scriptCloseFee('WHITELIST', asset, vested);
    const args = [terms.owner, start, closable, fee, ...tree, utf8ToBin(nonce), ...tail];
    return campaignOf(terms, artifact, args, { fee, closeFee });
  }
  const args = [creator.hash, start, closable, fee, ...tree, closingHash(messageOf(nonce)), ...tail];
  const closeFee = whitelistCloseFee(asset, vested);
  return campaignOf(terms, airdropWhitelistArtifact(asset, vested), args, { fee, closeFee });
};

/** What a claim by eight levels may take: little more than it needs, as at 64. */
const SHALLOW_FEE = { BCH: 840n, FUNGIBLE_TOKEN: 2_090n } as const;

/** Bytes that the proof of a public claim has at least. */
export const fillOf = (depth: number): number => (depth === AIRDROP_PUBLIC_LEVELS ? 384 : 64);

/** A public campaign of 64 levels, or of fewer for tests of what depth does not change. */
export const createPublic = (terms: PublicTerms): Campaign<PublicTerms> => {
  const { asset, depth, start, closable, sponsored, nonce, amount, limit, quota, lanes } = terms;
  const whole = depth === AIRDROP_PUBLIC_LEVELS;
  const fee = sponsored ? (whole ? publicClaimFee(asset) : SHALLOW_FEE[asset]) : 0n;
  const common = [amount, limit, quota, lanes, start, closable, fee];
  if (terms.owner !== undefined) {
    const own = whole ? scriptAirdropPublicArtifact(asset) : shallowPublicArtifact(asset, depth, 'script-');
    const closeFee = scriptCloseFee('PUBLIC', asset);
    return campaignOf(terms, own, [terms.owner, ...common, utf8ToBin(nonce)], { fee, closeFee });
  }
  const args = [creator.hash, ...common, closingHash(messageOf(nonce)), utf8ToBin(nonce)];
  const artifact = whole ? airdropPublicArtifact(asset) : shallowPublicArtifact(asset, depth);
  return campaignOf(terms, artifact, args, { fee, closeFee: publicCloseFee(asset) });
};

const linked = new Map<string, LinkedArtifact>();

/** The public covenant with a shallower tree than any that is deployed: what a path does is the same at every level. */
const shallowPublicArtifact = (asset: AirdropAssetType, depth: number, owner: '' | 'script-' = ''): LinkedArtifact => {
  const name = `airdrop-${owner}public-${asset === 'BCH' ? 'bch' : 'token'}` as const;
  const key = `${name} ${depth}`;
  const known = linked.get(key);
  if (known !== undefined) return known;
  const closeFee = owner === '' ? publicCloseFee(asset) : scriptCloseFee('PUBLIC', asset);
  const artifact = linkAirdrop({ closeFee }, sourceOf(name), { levels: depth, fill: fillOf(depth) });
  linked.set(key, artifact);
  return artifact;
};
