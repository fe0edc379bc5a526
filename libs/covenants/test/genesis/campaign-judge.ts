import { binToUtf8, flattenBinArray, sha256, utf8ToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import {
  airdropCloserArtifact,
  airdropPublicArtifact,
  airdropWhitelistArtifact,
  companionArtifact,
  planClockArtifact,
  planCompanionArtifact,
  scriptAirdropPublicArtifact,
  scriptAirdropWhitelistArtifact,
} from '@weir/contracts';
import type { Verdict } from './plan-judge.js';
import { announcementIn, categoryOf, freshCategories, hexOf, isStandard, Reader } from './reader.js';
import { linkedAddress, universalAddress } from './script-address.js';

/**
 * A judge of campaigns' fundings and vaults' first deposits, written from docs/covenants/airdrops.md ("What a
 * deployment is", "Money") and docs/covenants/vault.md ("Deployment"). It shares no code with the checks it judges.
 */

interface Kind {
  readonly script: boolean;
  readonly isPublic: boolean;
  readonly token: boolean;
}

const KINDS: ReadonlyMap<number, Kind> = new Map(
  [0x05, 0x06, 0x07, 0x08, 0x0d, 0x0e, 0x0f, 0x10].map((product, i) => [
    product,
    { script: i >= 4, isPublic: (i & 2) !== 0, token: (i & 1) !== 0 },
  ]),
);

/** What a campaign announces, sound or not. */
export interface ReadCampaign extends Kind {
  readonly creator: Uint8Array;
  readonly nonce: Uint8Array;
  readonly start: bigint;
  readonly end: bigint;
  readonly flags: number;
  readonly lanesPower: number;
  readonly depth: number;
  /** Rows, or claims. */
  readonly claims: bigint;
  /** What all of them get together. */
  readonly pool: bigint;
  readonly amount: bigint;
  readonly limit: bigint;
  readonly asset: string | undefined;
}

/** Reads what an output announces; undefined where it is not a campaign's announcement at all. */
export const readCampaign = (locking: Uint8Array): ReadCampaign | undefined => {
  const announced = announcementIn(locking);
  const kind = announced && KINDS.get(announced.product);
  if (announced === undefined || kind === undefined) return undefined;
  const reader = new Reader(announced.terms);
  const creator = reader.bytes(kind.script ? reader.count(1) : 20);
  const nonce = reader.bytes(16);
  const [start, end, flags, lanesPower] = [reader.number(4), reader.number(4), reader.count(1), reader.count(1)];
  const depth = kind.isPublic ? 0 : reader.count(1);
  const amount = kind.isPublic ? reader.number(8) : 0n;
  const limit = kind.isPublic ? reader.number(4) : 0n;
  const claims = reader.number(4);
  const pool = kind.isPublic ? claims * amount : reader.number(8);
  const asset = kind.token ? hexOf(reader.bytes(32)) : undefined;
  if (!reader.ok || reader.left > 0) return undefined;
  return { ...kind, creator, nonce, start, end, flags, lanesPower, depth, claims, pool, amount, limit, asset };
};

const p2pkh = (hash: Uint8Array): Uint8Array => Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac);

const creatorLock = ({ script, creator }: ReadCampaign): Uint8Array => (script ? creator : p2pkh(creator));

const isSoundCampaign = (campaign: ReadCampaign): boolean => {
  const { script, isPublic, token, creator, nonce, start, end, flags, lanesPower, depth, claims, pool } = campaign;
  const lanes = 2n ** BigInt(Math.min(lanesPower, 300));
  if (script && (creator.length === 25 || !isStandard(creator))) return false;
  // Nobody could get out what a universal script is paid, and the closer would let anybody close.
  const universal = [airdropCloserArtifact, companionArtifact, planClockArtifact, planCompanionArtifact].map((each) =>
    hexOf(universalAddress(each)),
  );
  if (universal.includes(hexOf(creatorLock(campaign)))) return false;
  if (!/^[A-Za-z0-9_-]{16}$/u.test(binToUtf8(nonce)) || flags > 3) return false;
  if (start < 500_000_000n || (end === 0n ? (flags & 1) === 0 : end <= start)) return false;
  // No block takes a locktime of the last second there is, so nobody could claim or close then.
  if (start === 0xffff_ffffn || end === 0xffff_ffffn) return false;
  if (lanes > 256n || claims < 1n || pool < claims * (token ? 1n : 546n)) return false;
  if (pool > (token ? 0x7fff_ffff_ffff_ffffn : 2_100_000_000_000_000n)) return false;
  if (isPublic) return campaign.limit >= 1n && campaign.limit <= 0x7fff_fffen && claims % lanes === 0n;
  return depth >= 1 && depth <= 20 && claims <= lanes * 2n ** BigInt(depth);
};

const claimFee = ({ flags, isPublic, token, depth }: ReadCampaign): bigint => {
  if ((flags & 2) === 0) return 0n;
  if (isPublic) return token ? 2_700n : 1_460n;
  return (token ? 1_820n : 590n) + 33n * BigInt(depth);
};

const closeFee = ({ script, isPublic, token }: ReadCampaign): bigint => {
  const own = isPublic ? (token ? 930n : 760n) : token ? 835n : 665n;
  return own + (script ? 60n : 0n);
};

/** The first SHA-256 of the closing message, as `bch_signMessage` frames it. */
const closingHash = (nonce: Uint8Array): Uint8Array => {
  const message = utf8ToBin(`Close Weir airdrop ${binToUtf8(nonce)}`);
  const frame = utf8ToBin('\u{18}Bitcoin Signed Message:\n');
  return sha256.hash(flattenBinArray([frame, Uint8Array.of(message.length), message]));
};

/** Roots of trees of spent markers only, by depth. */
const MARKER_ROOTS = Array.from({ length: 64 }).reduce<Uint8Array[]>(
  (roots) => {
    const below = roots.at(-1) ?? new Uint8Array();
    return [...roots, sha256.hash(flattenBinArray([below, below]))];
  },
  [sha256.hash(Uint8Array.of(0))],
);

/** The address of a campaign's lanes. */
export const campaignAddress = (campaign: ReadCampaign): Uint8Array => {
  const { script, isPublic, token, depth, creator, nonce, start, end, flags, amount, limit, claims } = campaign;
  const type = token ? 'FUNGIBLE_TOKEN' : 'BCH';
  const lanes = 2n ** BigInt(campaign.lanesPower);
  const lists = script ? scriptAirdropWhitelistArtifact : airdropWhitelistArtifact;
  const open = script ? scriptAirdropPublicArtifact : airdropPublicArtifact;
  return linkedAddress(isPublic ? open(type) : lists(type), {
    creator,
    nonce,
    start,
    amount,
    limit,
    lanes,
    quota: claims / lanes,
    fee: claimFee(campaign),
    closable: (flags & 1) !== 0 ? 500_000_000n : end,
    closing: closingHash(nonce),
    leaves: 2n ** BigInt(depth),
    spentRoot: MARKER_ROOTS[depth] ?? new Uint8Array(32),
  });
};

const EMPTY_COUNTS = hexOf(MARKER_ROOTS[64] ?? new Uint8Array());
const NO_ROWS = new Set([...MARKER_ROOTS.map(hexOf), '00'.repeat(32)]);

interface Lane {
  readonly number: number;
  readonly root: string;
  readonly satoshis: bigint;
  readonly tokens: bigint;
  readonly text: string;
}

const judgeLane = (campaign: ReadCampaign, outputs: readonly Output[], vout: number): Lane | undefined => {
  const output = outputs[vout];
  const nft = output?.token?.nft;
  if (output === undefined || nft?.capability !== 'mutable' || output.token?.amount !== 0n) return undefined;
  const fields = new Reader(nft.commitment);
  const [root, version, number, claims] = [
    hexOf(fields.bytes(32)),
    fields.number(1),
    fields.count(2),
    fields.number(5),
  ];
  if (!fields.ok || fields.left > 0 || version !== 1n || claims !== 0n) return undefined;
  if (number >= 2 ** campaign.lanesPower) return undefined;
  if (campaign.isPublic ? root !== EMPTY_COUNTS : NO_ROWS.has(root)) return undefined;
  let tokens = 0n;
  if (campaign.asset !== undefined) {
    const behind = outputs[vout + 1];
    const isCompanion =
      behind?.token !== undefined &&
      hexOf(behind.lockingBytecode) === hexOf(universalAddress(companionArtifact)) &&
      categoryOf(behind) === campaign.asset &&
      behind.token.nft === undefined &&
      behind.valueSatoshis >= 1_000n;
    if (!isCompanion) return undefined;
    tokens = behind.token?.amount ?? 0n;
  }
  const { valueSatoshis: satoshis } = output;
  return { number, root, satoshis, tokens, text: `${vout} ${number} ${root} ${satoshis} ${tokens}` };
};

type Money = Pick<Lane, 'satoshis' | 'tokens'>;

/**
 * The least that each of some lanes must hold, and all of them together. Of a list that nobody shows each must pay a
 * row; how many it has is unknown.
 */
export const laneNeeds = (campaign: ReadCampaign, lanes: number): { readonly each: Money; readonly all: Money } => {
  const { isPublic, token, claims, amount, pool, lanesPower } = campaign;
  const [fee, floor, count] = [claimFee(campaign), closeFee(campaign) + 1_000n, BigInt(lanes)];
  const money = (base: bigint, units: bigint): Money =>
    token ? { satoshis: base, tokens: units } : { satoshis: base + units, tokens: 0n };
  if (!isPublic) return { each: money(floor + fee, token ? 1n : 546n), all: money(floor * count + fee * claims, pool) };
  const quota = claims / 2n ** BigInt(lanesPower);
  const each = money(floor + quota * fee, quota * amount);
  return { each, all: { satoshis: each.satoshis * count, tokens: each.tokens * count } };
};

/** Whether lanes hold what they must; of a list that nobody shows, together. */
const holdEnough = (campaign: ReadCampaign, lanes: readonly Lane[]): boolean => {
  const { isPublic, claims, depth, lanesPower } = campaign;
  const count = BigInt(lanes.length);
  if (isPublic ? count !== 2n ** BigInt(lanesPower) : count > claims || claims > count * 2n ** BigInt(depth))
    return false;
  const { each, all } = laneNeeds(campaign, lanes.length);
  const isEnough = (held: Money, needed: Money) => held.satoshis >= needed.satoshis && held.tokens >= needed.tokens;
  const together = lanes.reduce<Money>(
    (sum, lane) => ({ satoshis: sum.satoshis + lane.satoshis, tokens: sum.tokens + lane.tokens }),
    { satoshis: 0n, tokens: 0n },
  );
  return lanes.every((lane) => isEnough(lane, each)) && isEnough(together, all);
};

/** A lane of a list that somebody shows. */
interface ListedLane {
  readonly lane: number;
  readonly root: Uint8Array;
  readonly rows: number;
  readonly total: bigint;
}

/** Whether lanes are exactly those of a list that have rows, each with the root and the money of its rows. */
const areListed = (campaign: ReadCampaign, lanes: readonly Lane[], list: readonly ListedLane[]): boolean => {
  const { token } = campaign;
  const expected = list.filter(({ rows }) => rows > 0);
  const isIn = ({ number, root, satoshis, tokens }: Lane): boolean =>
    expected.some(
      (each) =>
        each.lane === number &&
        hexOf(each.root) === root &&
        satoshis >= closeFee(campaign) + 1_000n + BigInt(each.rows) * claimFee(campaign) + (token ? 0n : each.total) &&
        (!token || tokens >= each.total),
    );
  return lanes.length === expected.length && lanes.every(isIn);
};

/**
 * Judges whether a transaction opens the campaign that an output announces, and what its lanes are.
 *
 * @param list of the rows' lanes, where somebody has it; it must have as many rows and as much money as announced
 */
export const judgeCampaign = (
  transaction: TransactionCommon,
  locking: Uint8Array,
  list?: readonly ListedLane[],
): Verdict => {
  const campaign = readCampaign(locking);
  if (campaign === undefined || !isSoundCampaign(campaign)) return 'unsound';
  const { outputs } = transaction;
  const [address, creator] = [hexOf(campaignAddress(campaign)), hexOf(creatorLock(campaign))];
  const fresh = freshCategories(transaction);
  const categories = new Set(
    outputs
      .filter(({ lockingBytecode }) => hexOf(lockingBytecode) === address)
      .map(categoryOf)
      .filter((category) => category !== undefined && fresh.has(category)),
  );
  const isFunded = (lanes: readonly Lane[]): boolean =>
    list === undefined ? holdEnough(campaign, lanes) : areListed(campaign, lanes, list);
  for (const category of categories) {
    const carriers = outputs.flatMap((output, vout) => (categoryOf(output) === category ? [{ output, vout }] : []));
    const isLane = ({ output }: (typeof carriers)[number]) => hexOf(output.lockingBytecode) === address;
    const lanes = carriers.filter(isLane).flatMap(({ vout }) => judgeLane(campaign, outputs, vout) ?? []);
    const rest = carriers.filter((carrier) => !isLane(carrier));
    const isUnit = ({ output: { token, valueSatoshis, lockingBytecode } }: (typeof carriers)[number]): boolean =>
      token?.amount === 1n && token.nft === undefined && valueSatoshis >= 1_000n && hexOf(lockingBytecode) === creator;
    const restIsRight = campaign.script ? rest.length === 1 && rest.every(isUnit) : rest.length === 0;
    const isWhole = lanes.length + rest.length === carriers.length && lanes.length > 0;
    const numbers = new Set(lanes.map(({ number }) => number));
    if (isWhole && restIsRight && numbers.size === lanes.length && isFunded(lanes))
      return lanes.sort((a, b) => a.number - b.number).map(({ text }) => text);
  }
  return 'unsound';
};

/** Judges whether a transaction makes the state of the vault at an address, and which output is it. */
export const judgeVault = (transaction: TransactionCommon, address: Uint8Array): Verdict => {
  const { outputs } = transaction;
  const fresh = freshCategories(transaction);
  const vout = outputs.findIndex((output) => {
    const category = categoryOf(output);
    return (
      hexOf(output.lockingBytecode) === hexOf(address) &&
      category !== undefined &&
      fresh.has(category) &&
      outputs.filter((each) => categoryOf(each) === category).length === 1 &&
      output.token?.amount === 0n &&
      output.token.nft?.capability === 'mutable' &&
      hexOf(output.token.nft.commitment) === '010000000000'
    );
  });
  return vout < 0 ? 'unsound' : [`${vout}`];
};
