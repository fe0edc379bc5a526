import type { Output } from '@bitauth/libauth';
import type { Chance } from '@weir/testing';
import { campaignAddress, laneNeeds, readCampaign, type ReadCampaign } from './campaign-judge.js';
import { addressesIn, change, type Forged, type Forgery, placeOf, relocate, setToken } from './forged-parts.js';
import {
  addressesOf,
  ALL_SATOSHIS,
  ALL_TOKENS,
  HALF_TIME,
  LAST_TIME,
  readTerms,
  type ReadTerms,
} from './plan-judge.js';
import { hexOf, Reader } from './reader.js';

/**
 * Forgeries that put one number of a new state or of an announcement at a limit of its rules. What depends on the number
 * follows it, so that only its own rule can refuse the funding: money, units, addresses.
 */

/** Numbers by their names. */
type Numbers = Readonly<Record<string, bigint>>;
/** Lengths of little-endian fields, in order. */
type Layout = readonly (readonly [name: string, length: number])[];

const read = (layout: Layout, bytes: Uint8Array): Numbers => {
  const reader = new Reader(bytes);
  return Object.fromEntries(layout.map(([name, length]) => [name, reader.number(length)]));
};

const written = (layout: Layout, numbers: Numbers): number[] =>
  layout.flatMap(([name, length]) =>
    Array.from({ length }, (_, i) => Number(((numbers[name] ?? 0n) >> BigInt(8 * i)) & 0xffn)),
  );

const around = (limit: bigint, chance: Chance): bigint => {
  const value = limit + chance.of([-1n, 0n, 1n]);
  return value < 0n ? 0n : value;
};

/** The numbers of a state before the recipient's hash. */
const layoutOf = ({ product: { bch, vesting } }: ReadTerms): Layout => [
  ['index', 2],
  ...(vesting ? [] : [['status', 1] as const]),
  ...(bch ? [['reserve', 3] as const] : []),
  ...(vesting
    ? ([
        ['released', bch ? 7 : 8],
        ['start', 4],
        ['end', 4],
      ] as const)
    : ([
        ['unpaid', 2],
        ['next', 5],
        ['amount', bch ? 7 : 8],
      ] as const)),
];

const leastOf = (bch: boolean): bigint => (bch ? 576n : 1n);
const mostOf = (bch: boolean): bigint => (bch ? ALL_SATOSHIS : ALL_TOKENS);

/** A principal of which the cliff leaves about one payment. */
const principalAtCliff = ({ start = 0n, end = 0n }: Numbers, group: Numbers, chance: Chance): bigint => {
  const { cliff = 0n, step = 1n } = group;
  const [steps, done] = [(end - start + step - 1n) / step, cliff / step];
  return steps <= done ? 576n : around((chance.of([1n, 575n, 576n]) * steps) / (steps - done), chance);
};

const vestingLimit = (numbers: Numbers, group: Numbers, chance: Chance): Numbers => {
  const { start = 0n } = numbers;
  const { cliff = 0n } = group;
  return chance.of<() => Numbers>([
    () => ({ released: 1n }),
    () => ({ start: around(HALF_TIME, chance) }),
    () => ({ start: HALF_TIME - 1n, end: HALF_TIME + cliff }),
    () => ({ end: around(start, chance) }),
    () => ({ end: around(start + cliff, chance) }),
    () => ({ end: LAST_TIME }),
    () => ({ principal: principalAtCliff(numbers, group, chance) }),
    () => ({ end: start + cliff + 1n, principal: chance.big(30) + 576n }),
  ])();
};

const recurringLimit = (numbers: Numbers, group: Numbers, bch: boolean, chance: Chance): Numbers => {
  const { unpaid = 0n, amount = 0n } = numbers;
  const { interval = 1n } = group;
  const several = chance.of([0n, 1n, 2n, 32_767n, 32_768n]);
  const limit = around(chance.of([leastOf(bch), mostOf(bch)]), chance);
  return chance.of<() => Numbers>([
    () => ({ status: BigInt(chance.below(8)) }),
    () => ({ unpaid: several, principal: several === 0n ? amount : amount * several }),
    () => ({ unpaid: several, next: HALF_TIME, amount: leastOf(bch), principal: leastOf(bch) * (several + 1n) }),
    () => ({ principal: around(amount * unpaid, chance) }),
    () => ({ amount: limit, unpaid: 1n, principal: around(limit, chance) }),
    () => ({ amount: leastOf(bch) - 1n, unpaid: 1n, principal: around(leastOf(bch), chance) }),
    () => ({ next: around(HALF_TIME, chance) }),
    () => ({ unpaid: 3n, amount: leastOf(bch), next: chance.of([HALF_TIME - 1n, HALF_TIME - interval]) }),
    () => ({ next: around(LAST_TIME - (unpaid - 1n) * interval, chance) }),
    () => ({ next: around(LAST_TIME, chance), unpaid: 1n, principal: amount }),
  ])();
};

/** Puts one number of a stream at a limit. */
const streamAtLimit = (funding: Forged, terms: ReadTerms, chance: Chance): void => {
  const { bch, vesting } = terms.product;
  const place = placeOf(funding, chance);
  const [output, behind] = funding.outputs.slice(place, place + 2);
  const at = addressesOf(terms).findIndex((address) => output && hexOf(address) === hexOf(output.lockingBytecode));
  const [group, nft] = [terms.groups[at], output?.token?.nft];
  if (output?.token === undefined || nft === undefined || group === undefined) return;
  const layout = layoutOf(terms);
  const before = read(layout, nft.commitment);
  const reserve = bch ? (before['reserve'] ?? 0n) : output.valueSatoshis;
  const principal = bch ? output.valueSatoshis - reserve : (behind?.token?.amount ?? 0n);
  const values = Object.fromEntries(Object.entries(group).map(([name, value]) => [name, BigInt(value)]));
  const edit = chance.of<() => Numbers>([
    () => ({
      reserve: around(
        chance.of([terms.floor, ...(bch ? [8_388_607n, 8_388_607n - terms.floor] : [ALL_SATOSHIS])]),
        chance,
      ),
    }),
    () => ({ principal: around(chance.of([leastOf(bch), mostOf(bch)]), chance) }),
    ...Array.from(
      { length: 6 },
      () => () => (vesting ? vestingLimit(before, values, chance) : recurringLimit(before, values, bch, chance)),
    ),
  ])();
  const after: Numbers = { ...before, reserve, principal, ...edit };
  const numbers = written(layout, after);
  const commitment = Uint8Array.of(...numbers, ...nft.commitment.slice(numbers.length));
  const { reserve: kept = 0n, principal: held = 0n } = after;
  change(funding, place, { valueSatoshis: bch ? held + kept : kept });
  setToken(funding, place, { ...output.token, nft: { ...nft, commitment } });
  if (!bch && behind?.token !== undefined) setToken(funding, place + 1, { ...behind.token, amount: held });
};

const announcementOf = (head: Uint8Array, body: readonly number[]): Uint8Array => {
  const bytes = Uint8Array.of(...head, ...body);
  bytes[2] = bytes.length - 3;
  return bytes;
};

/** Replaces an announcement and moves what was at its addresses to the new ones. */
const announce = (funding: Forged, before: Output, after: Uint8Array): void => {
  const [old, moved] = [addressesIn(before.lockingBytecode), addressesIn(after)];
  change(funding, funding.outputs.indexOf(before), { lockingBytecode: after });
  for (const [i, address] of old.entries()) relocate(funding, address, moved[i] ?? address);
};

/** Puts one number of a plan's terms at a limit, or adds groups. */
const planTermsAtLimit = (funding: Forged, announcement: Output, terms: ReadTerms, chance: Chance): void => {
  const { vesting, fees, floors } = terms.product;
  const layout: Layout = vesting
    ? [
        ['cliff', 4],
        ['step', 4],
        ['notice', 2],
      ]
    : [
        ['interval', 4],
        ['notice', 2],
        ['flags', 1],
      ];
  const length = vesting ? 10 : 7;
  const locking = announcement.lockingBytecode;
  const from = locking.length - terms.groups.length * length;
  const groups = terms.groups.map((_, i) => read(layout, locking.slice(from + i * length)));
  const shared = [...locking.slice(from - 5, from)];
  const [fee = 0, floor = 0, fills = 0, ...delay] = shared;
  const [pick, some] = [chance.below(groups.length), groups[0] ?? {}];
  const more = chance.of([1, 15, 16, 17]) - groups.length;
  const name: string = vesting ? chance.of(['cliff', 'step']) : 'interval';
  const edited = (fields: Numbers): Numbers[] =>
    groups.map((group, i) => (i === pick ? { ...group, ...fields } : group));
  const near = (limits: typeof fees): number => Number(around(chance.of(limits) / 10n, chance));
  const [newShared, newGroups] = chance.of<() => readonly [readonly number[], readonly Numbers[]]>([
    () => [[near(fees), floor, fills, ...delay], groups],
    () => [[fee, near(floors), fills, ...delay], groups],
    () => [[near(floors), near(fees), fills, ...delay], groups],
    () => [[fee, floor, chance.of([0, 1, 255]), ...delay], groups],
    () => [[fee, floor, fills, chance.of([0, 1, 143, 144, 255]), chance.of([0, 0, 255])], groups],
    () => [shared, edited({ notice: chance.of([0n, 1n, 5n, 6n, 11n, 12n, 65_535n]) })],
    () => [shared, edited({ [name]: chance.of([0n, 1n, LAST_TIME]) })],
    () => [shared, vesting ? [...groups, some] : edited({ flags: BigInt(chance.below(5)) })],
    () => [shared, [...groups, some]],
    () => [
      shared,
      [...groups, ...Array.from({ length: Math.max(more, 0) }, (_, i) => ({ ...some, [name]: BigInt(900_000 + i) }))],
    ],
  ])();
  const body = [...newShared, ...newGroups.flatMap((group) => written(layout, group))];
  announce(funding, announcement, announcementOf(locking.slice(0, from - 5), body));
};

const listLimit = ({ lanesPower, depth, claims, token }: ReadCampaign, found: number, chance: Chance): Numbers => {
  const [least, most] = [token ? 1n : 546n, token ? ALL_TOKENS : ALL_SATOSHIS];
  const places = 2n ** BigInt(lanesPower + Math.min(depth, 20));
  const rows = chance.of([
    0n,
    around(places, chance),
    around(BigInt(found), chance),
    around(BigInt(found) << BigInt(depth), chance),
  ]);
  return chance.of<() => Numbers>([
    () => ({ depth: chance.of([0n, 1n, 20n, 21n, BigInt(depth) + 1n]) }),
    () => ({ claims: rows, pool: rows * least }),
    () => ({ pool: around(claims * least, chance) }),
    () => ({ pool: around(most, chance) }),
  ])();
};

const publicLimit = ({ lanesPower, claims, amount, token }: ReadCampaign, chance: Chance): Numbers => {
  const most = token ? ALL_TOKENS : ALL_SATOSHIS;
  return chance.of<() => Numbers>([
    () => ({ amount: around(token ? 1n : 546n, chance) }),
    () => ({ amount: around(most / (claims === 0n ? 1n : claims), chance) }),
    () => ({ limit: chance.of([0n, 1n, 0x7fff_fffen, 0x7fff_ffffn, LAST_TIME]) }),
    () => ({ claims: chance.of([0n, 1n, around(2n ** BigInt(lanesPower), chance), around(claims, chance)]) }),
    () => ({ amount: amount === 0n ? 1n : amount, claims: chance.of([0n, claims + (1n << BigInt(lanesPower))]) }),
  ])();
};

/** Gives the lanes of a campaign exactly what they need together, or a unit less. */
const fundLanes = ({ outputs }: Forged, campaign: ReadCampaign, chance: Chance): void => {
  const address = hexOf(campaignAddress(campaign));
  const places = outputs.flatMap(({ lockingBytecode }, i) => (hexOf(lockingBytecode) === address ? [i] : []));
  const { each, all } = laneNeeds(campaign, places.length);
  const short = chance.once(3) ? chance.below(places.length) : undefined;
  const missing = chance.once(2) ? { satoshis: 1n, tokens: 0n } : { satoshis: 0n, tokens: 1n };
  for (const [i, place] of places.entries()) {
    const [output, behind] = outputs.slice(place, place + 2);
    if (output === undefined) continue;
    const count = BigInt(places.length - 1);
    const share =
      i > 0 ? each : { satoshis: all.satoshis - each.satoshis * count, tokens: all.tokens - each.tokens * count };
    const [less, lessTokens] = i === short ? [missing.satoshis, missing.tokens] : [0n, 0n];
    const [satoshis, tokens] = [share.satoshis - less, share.tokens - lessTokens];
    outputs[place] = { ...output, valueSatoshis: satoshis < 0n ? 0n : satoshis };
    if (campaign.token && behind?.token !== undefined)
      outputs[place + 1] = { ...behind, token: { ...behind.token, amount: tokens < 0n ? 0n : tokens } };
  }
};

/** Puts one number of a campaign's terms at a limit, and the lanes' money at what the terms then ask for. */
const campaignAtLimit = (funding: Forged, announcement: Output, campaign: ReadCampaign, chance: Chance): void => {
  const { lockingBytecode: locking } = announcement;
  const { isPublic, token, start, end, flags, lanesPower, depth, claims, pool, amount, limit } = campaign;
  const layout: Layout = [
    ...([
      ['start', 4],
      ['end', 4],
      ['flags', 1],
      ['lanesPower', 1],
    ] as const),
    ...(isPublic
      ? ([
          ['amount', 8],
          ['limit', 4],
          ['claims', 4],
        ] as const)
      : ([
          ['depth', 1],
          ['claims', 4],
          ['pool', 8],
        ] as const)),
  ];
  const size = layout.reduce((sum, [, length]) => sum + length, token ? 32 : 0);
  const [from, address] = [locking.length - size, hexOf(addressesIn(locking)[0] ?? locking)];
  const found = funding.outputs.filter(({ lockingBytecode }) => hexOf(lockingBytecode) === address).length;
  const own = () => (isPublic ? publicLimit(campaign, chance) : listLimit(campaign, found, chance));
  const edit = chance.of<() => Numbers>([
    () => ({ start: around(HALF_TIME, chance) }),
    () => ({ end: chance.of([0n, around(start, chance), LAST_TIME]) }),
    () => ({ flags: BigInt(chance.below(5)), end: chance.of([0n, end]) }),
    () => ({ lanesPower: chance.of([0n, BigInt(lanesPower) + 1n, 8n, 9n]) }),
    ...[own, own, own, own, own],
  ])();
  const before: Numbers = {
    start,
    end,
    flags: BigInt(flags),
    lanesPower: BigInt(lanesPower),
    depth: BigInt(depth),
    claims,
    pool,
    amount,
    limit,
  };
  const numbers = written(layout, { ...before, ...edit });
  const tail = token ? [...locking.slice(-32)] : [];
  const after = announcementOf(locking.slice(0, from), [...numbers, ...tail]);
  announce(funding, announcement, after);
  const moved = readCampaign(after);
  if (moved !== undefined && addressesIn(after).length > 0) fundLanes(funding, moved, chance);
};

/** Puts one number of what a funding announces, or of what it opens, at a limit. */
export const atLimit: Forgery = (funding, chance) => {
  const announcement = funding.outputs.find(({ lockingBytecode }) => lockingBytecode[0] === 0x6a);
  if (announcement === undefined) return;
  const terms = readTerms(announcement.lockingBytecode);
  const campaign = readCampaign(announcement.lockingBytecode);
  if (terms !== undefined && terms.groups.length <= 40) {
    if (chance.once(3) && terms.groups.length > 0) planTermsAtLimit(funding, announcement, terms, chance);
    else streamAtLimit(funding, terms, chance);
  }
  if (campaign !== undefined) campaignAtLimit(funding, announcement, campaign, chance);
};
