import type { Input, Output } from '@bitauth/libauth';
import { airdropCloserArtifact, companionArtifact, planClockArtifact, planCompanionArtifact } from '@weir/contracts';
import type { Chance } from '@weir/testing';
import { campaignAddress, readCampaign } from './campaign-judge.js';
import { addressesOf, readTerms } from './plan-judge.js';
import { hexOf } from './reader.js';
import { universalAddress } from './script-address.js';

/** A funding being forged: its outputs and inputs, changed in place. */
export interface Forged {
  readonly outputs: Output[];
  readonly inputs: Input[];
}

export type Token = NonNullable<Output['token']>;
export type Forgery = (funding: Forged, chance: Chance) => void;

export const UNIVERSAL = [planClockArtifact, planCompanionArtifact, companionArtifact, airdropCloserArtifact];

/** Places where rules have their limits. */
export const EDGES = [
  ...[
    0n,
    1n,
    2n,
    545n,
    546n,
    575n,
    576n,
    577n,
    739n,
    740n,
    799n,
    800n,
    930n,
    980n,
    999n,
    1_000n,
    1_001n,
    1_151n,
    1_152n,
  ],
  ...[1_840n, 1_940n, 2_049n, 2_050n, 2_150n, 2_151n, 32_767n, 32_768n, 65_535n, 8_388_607n, 8_388_608n, 16_777_215n],
  ...[499_999_999n, 500_000_000n, 2_147_483_647n, 2_147_483_648n, 4_294_967_295n, 4_294_967_296n],
  ...[2_100_000_000_000_000n, 2_100_000_000_000_001n, (1n << 55n) - 1n, 1n << 55n, (1n << 63n) - 1n, (1n << 63n) - 2n],
];

export const nearby = (value: bigint, chance: Chance): bigint => {
  const change = chance.of([1n, -1n, 1n, -1n, 50n, -50n, chance.big(12), -chance.big(12), chance.big(30)]);
  const changed = chance.once(3) ? chance.of(EDGES) : value + change;
  return changed < 0n ? 0n : changed;
};

/** Outputs that carry a token twice as often as others. */
export const placeOf = ({ outputs }: Forged, chance: Chance): number => {
  const place = chance.below(outputs.length);
  return outputs[place]?.token === undefined && chance.once(2) ? chance.below(outputs.length) : place;
};

export const change = (funding: Forged, place: number, fields: Partial<Output>): void => {
  const output = funding.outputs[place];
  if (output !== undefined) funding.outputs[place] = { ...output, ...fields };
};

export const setToken = ({ outputs }: Forged, place: number, token: Token | undefined): void => {
  const output = outputs[place];
  if (output === undefined) return;
  const { lockingBytecode, valueSatoshis } = output;
  outputs[place] = { lockingBytecode, valueSatoshis, ...(token !== undefined && { token }) };
};

/** All categories that a funding names anywhere, and some that it does not. */
export const categoriesIn = ({ outputs, inputs }: Forged, chance: Chance): Uint8Array[] => [
  ...outputs.flatMap(({ token }) => (token === undefined ? [] : [token.category, token.category.slice().reverse()])),
  ...inputs.map(({ outpointTransactionHash }) => outpointTransactionHash),
  ...[chance.bytes(32), new Uint8Array(32)],
];

export const locksIn = ({ outputs }: Forged, chance: Chance): Uint8Array[] => [
  ...outputs.map(({ lockingBytecode }) => lockingBytecode),
  ...UNIVERSAL.map(universalAddress),
  ...[Uint8Array.of(0x76, 0xa9, 20, ...chance.bytes(20), 0x88, 0xac), Uint8Array.of(0x51)],
];

export const CAPABILITIES = ['none', 'mutable', 'minting'] as const;

export const nftOf = (token: Token | undefined): NonNullable<Token['nft']> =>
  token?.nft ?? { capability: 'none', commitment: new Uint8Array() };

/** Fields of commitments, by their places. */
const FIELDS = [
  [0, 2],
  [2, 3],
  [2, 5],
  [2, 10],
  [3, 6],
  [3, 5],
  [5, 12],
  [5, 10],
  [6, 8],
  [8, 13],
  [10, 14],
  [10, 18],
  [12, 16],
  [13, 20],
  [14, 18],
  [16, 20],
  [18, 38],
  [20, 40],
  [32, 33],
  [33, 35],
  [35, 40],
] as const;

const withField = (bytes: Uint8Array, chance: Chance): Uint8Array => {
  const changed = bytes.slice();
  const [from, to] = chance.of(FIELDS);
  const size = Math.min(to, bytes.length) - from;
  if (size <= 0) return changed;
  let value = 0n;
  for (let i = size - 1; i >= 0; i -= 1) value = (value << 8n) | BigInt(changed[from + i] ?? 0);
  value = nearby(value, chance);
  for (let i = 0; i < size; i += 1, value >>= 8n) changed[from + i] = Number(value & 0xffn);
  return changed;
};

export const forgedCommitment = (bytes: Uint8Array, chance: Chance): Uint8Array => {
  switch (chance.below(6)) {
    case 0: {
      const changed = bytes.slice();
      const at = chance.below(Math.max(changed.length, 1));
      if (at < changed.length) changed[at] = (changed[at] ?? 0) ^ (1 << chance.below(8));
      return changed;
    }
    case 1:
      return chance.once(2)
        ? bytes.slice(0, chance.below(bytes.length + 1))
        : Uint8Array.of(...bytes, chance.below(256));
    default:
      return withField(bytes, chance);
  }
};

/** Moves every output of one lock to another. */
export const relocate = ({ outputs }: Forged, from: Uint8Array, to: Uint8Array): void => {
  for (const [place, output] of outputs.entries())
    if (hexOf(output.lockingBytecode) === hexOf(from)) outputs[place] = { ...output, lockingBytecode: to };
};

export const addressesIn = (locking: Uint8Array): Uint8Array[] => {
  const terms = readTerms(locking);
  if (terms !== undefined) return terms.groups.length > 40 ? [] : addressesOf(terms);
  const campaign = readCampaign(locking);
  if (campaign === undefined || campaign.depth > 20 || campaign.lanesPower > 60) return [];
  return [campaignAddress(campaign)];
};
