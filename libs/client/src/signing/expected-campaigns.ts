import { BCH_DECIMALS, campaignDefaults } from '@weir/kinds';
import {
  type AddressReader,
  cashAddresses,
  IN_BASE_UNITS,
  IN_BCH,
  readWhitelistCsv,
  WhitelistTree,
} from '@weir/merkle';
import type { Answered } from '../shared/amounts.js';
import type { Replacement, Requested } from '../shared/requested-terms.js';
import type { CampaignTerms, Recipients } from '../types/airdrops.types.js';
import type { Network } from './chain-reads.js';
import { assertAsset, assertMatches, assertParty, unitsOf } from './expected-records.js';

/** The roots and sums of a list: nothing but these rows can be claimed from a campaign with these roots. */
export interface RequestedList {
  /** Hex, in the order of the lanes that have rows. */
  readonly roots: readonly string[];
  /** What the rows of each of these lanes come to. */
  readonly pools: readonly bigint[];
  readonly total: bigint;
  readonly rows: number;
}

const prefixOf = (network: Network): string =>
  network === 'mainnet' ? 'bitcoincash' : network === 'regtest' ? 'bchreg' : 'bchtest';

const decimalText = (units: bigint, decimals: number): string => {
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

const bytesOf = async (list: Recipients, category: string | null): Promise<Uint8Array> => {
  if (list instanceof Blob) return new Uint8Array(await list.arrayBuffer());
  const decimals = category === null ? BCH_DECIMALS : 0;
  const text =
    typeof list === 'string'
      ? list
      : list.map(({ address, amount }) => `${address},${decimalText(unitsOf(amount, category), decimals)}\n`).join('');
  return new TextEncoder().encode(text);
};

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const HASH_LENGTH = 20;

/** Reads replaced addresses as those that took their rows. */
const withReplaced = (read: AddressReader, replaced: readonly Replacement[]): AddressReader => {
  const hashOf = (address: string): Uint8Array => {
    const hash = new Uint8Array(HASH_LENGTH);
    read(address, hash, 0);
    return hash;
  };
  const hashes = replaced.map(({ from, to }) => [hexOf(hashOf(from)), hashOf(to)] as const);
  return (text, target, offset) => {
    const problem = read(text, target, offset);
    if (problem !== undefined) return problem;
    for (const [from, to] of hashes)
      if (hexOf(target.subarray(offset, offset + HASH_LENGTH)) === from) target.set(to, offset);
    return undefined;
  };
};

/** Computes the roots of a list, as the contract holds them. */
const rootsOf = async (
  { list, replaced }: { readonly list: Recipients; readonly replaced: readonly Replacement[] },
  { token_category: category, lanes }: Answered<'Campaign'>,
  network: Network,
): Promise<RequestedList> => {
  const whitelist = readWhitelistCsv([await bytesOf(list, category)], {
    readAddress: withReplaced(cashAddresses(prefixOf(network)), replaced),
    unit: category === null ? IN_BCH : IN_BASE_UNITS,
  });
  const tree = WhitelistTree.build(whitelist, { lanes: lanes ?? 1 });
  const count = Math.min(tree.shape.lanes, tree.rowCount);
  const lanesWithRows = Array.from({ length: count }, (_, lane) => lane);
  return {
    roots: lanesWithRows.map((lane) => hexOf(tree.laneRoot(lane))),
    pools: lanesWithRows.map((lane) => tree.laneTotal(lane)),
    total: whitelist.total,
    rows: tree.rowCount,
  };
};

/** Compares a pool that anybody may claim from. */
const assertPublic = (terms: CampaignTerms, stored: Answered<'Campaign'>): void => {
  const amount = unitsOf(terms.amountPerClaim ?? 0n, terms.tokenCategory);
  assertMatches('amount of a claim', stored.amount_per_claim_base, amount);
  const lanes = terms.lanes ?? 1;
  const possible = unitsOf(terms.totalAmount, terms.tokenCategory) / (amount === 0n ? 1n : amount);
  const claims = Number(possible) - (Number(possible) % lanes);
  assertMatches('number of claims', stored.max_claims, claims);
  assertMatches('pool', stored.pool_amount_base, amount * BigInt(claims));
};

/** Compares when the rows of a list vest. */
const assertVesting = ({ vesting: requested }: CampaignTerms, { vesting: stored }: Answered<'Campaign'>): void => {
  assertMatches('kind of vesting', stored?.stream_type, requested?.streamType);
  assertMatches('start of vesting', stored?.start_time, requested?.startTime);
  assertMatches('end of vesting', stored?.end_time, requested?.endTime);
  assertMatches('cliff', stored?.cliff_timestamp ?? 0, requested?.cliffTimestamp ?? 0);
  assertMatches('step', stored?.interval_seconds ?? 0, requested?.intervalSeconds ?? 0);
};

/**
 * Compares a stored campaign with what was requested.
 *
 * @returns the roots and sums of the list that was sent; undefined where none was
 * @throws Difference
 */
export const assertCampaign = async (
  { terms: given, list: sent, replaced }: Requested,
  stored: Answered<'Campaign'>,
  network: Network,
): Promise<RequestedList | undefined> => {
  const requested = given as CampaignTerms;
  const terms = { ...requested, ...campaignDefaults(requested) };
  assertAsset(stored, terms);
  assertParty('creator', stored.creator, terms.creator);
  assertMatches('kind', stored.require_kyc, terms.requireKyc);
  assertMatches('limit of claims', stored.max_claims_per_address, terms.maxClaimsPerAddress);
  assertMatches('start', stored.start_date, terms.startDate ?? null);
  assertMatches('end', stored.end_date, terms.endDate ?? null);
  assertVesting(terms, stored);
  assertMatches('right to close', stored.cancelable, terms.cancelable);
  assertMatches('payer of fees', stored.sponsor_fees, terms.sponsorFees);
  if (typeof terms.lanes === 'number') assertMatches('number of lanes', stored.lanes, terms.lanes);
  if (!stored.require_kyc) {
    assertPublic(terms, stored);
    return undefined;
  }
  if (sent === undefined) return undefined;
  const list = await rootsOf(
    { list: sent as Recipients, replaced: replaced?.in === sent ? replaced.pairs : [] },
    stored,
    network,
  );
  assertMatches('pool', stored.pool_amount_base, list.total);
  assertMatches('number of rows', stored.max_claims, list.rows);
  return list;
};
