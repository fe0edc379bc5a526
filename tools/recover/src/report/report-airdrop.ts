import {
  airdropClosableFrom,
  isAirdropStray,
  isLaneComplete,
  isScriptAirdrop,
  type AirdropContract,
  type PublicKeyHash,
} from '@weir/covenants';
import {
  type Campaign,
  claimsOf,
  currentTree,
  findShare,
  type PublicContract,
  readCampaign,
  type WhitelistContract,
  whyNoClaimLeft,
} from '../airdrop/campaign.js';
import type { Role } from '../find/find-by-holder.js';
import type { Instance } from '../find/instance.js';
import type { ContractReport, PossibleAction, Surroundings } from './report-two-party.js';

type Part = Pick<ContractReport, 'due' | 'nextDue' | 'notice' | 'strays' | 'actions' | 'remarks'> & {
  readonly roles: ContractReport['roles'];
};

/** A party that may claim, and the list that entitles them if there is one. */
export interface Claimer {
  readonly hash: PublicKeyHash;
  readonly csv: Uint8Array | undefined;
}

/** Returns what a campaign has for a claimer, now or once it starts. */
interface Share {
  readonly amount: bigint;
  readonly remarks: readonly string[];
}

const publicShare = (contract: PublicContract, campaign: Campaign, { hash }: Claimer): Share => {
  const made = claimsOf(campaign, hash);
  const { limit, amount } = contract.parameters;
  const why = made < limit ? whyNoClaimLeft(contract, campaign, hash) : undefined;
  return {
    amount: made < limit && why === undefined ? amount : 0n,
    remarks: [`You have made ${made} of ${limit} claims`, ...(why === undefined ? [] : [why])],
  };
};

const listedShare = (contract: WhitelistContract, campaign: Campaign, { hash, csv }: Claimer): Share => {
  if (csv === undefined) return { amount: 0n, remarks: ['Only its list says who may claim: give it with --whitelist'] };
  const share = findShare(currentTree(csv, contract, campaign), hash);
  if (share === undefined) return { amount: 0n, remarks: ['The address is not on the list'] };
  if (share.isPaid) return { amount: 0n, remarks: ['Your row of the list has been paid'] };
  const isOpen = campaign.open.some(({ state }) => state.lane === share.lane);
  return isOpen
    ? { amount: share.amount, remarks: [] }
    : { amount: 0n, remarks: ['The part of the campaign that would pay you is closed'] };
};

const shareOf = (contract: AirdropContract, campaign: Campaign, claimer: Claimer): Share =>
  contract.parameters.kind === 'PUBLIC'
    ? publicShare({ ...contract, parameters: contract.parameters }, campaign, claimer)
    : listedShare({ ...contract, parameters: contract.parameters }, campaign, claimer);

const creatorActions = (
  contract: AirdropContract,
  { open }: Campaign,
  strays: number,
  time: bigint,
): PossibleAction[] => {
  const held = open.reduce((sum, { satoshis, companion }) => sum + (companion?.amount ?? satoshis), 0n);
  return [
    ...(open.length > 0 && time >= airdropClosableFrom(contract.parameters)
      ? [{ action: 'close', signed: !isScriptAirdrop(contract.parameters), amount: held } as const]
      : []),
    ...(open.some((lane) => isLaneComplete(contract, lane))
      ? [{ action: 'complete', signed: false, amount: null } as const]
      : []),
    ...(strays > 0 && !isScriptAirdrop(contract.parameters)
      ? [{ action: 'sweep', signed: true, amount: null } as const]
      : []),
  ];
};

/**
 * Reports what a campaign has for its creator, and for a claimer.
 *
 * @throws RecoverError USAGE if a list is given that is not the campaign's
 */
export const reportAirdrop = (
  instance: Instance,
  contract: AirdropContract,
  roles: readonly Role[],
  claimer: Claimer | undefined,
  { time, coins }: Surroundings,
): Part => {
  const campaign = readCampaign(contract, instance);
  const { parameters } = contract;
  const share = claimer && shareOf(contract, campaign, claimer);
  const isStarted = time >= parameters.start;
  const due = isStarted ? (share?.amount ?? 0n) : 0n;
  const strayCoins = coins.filter(isAirdropStray);
  const isCreator = roles.includes('creator');
  const isSponsored = parameters.kind === 'WHITELIST' && parameters.sponsored;
  const closableFrom = airdropClosableFrom(parameters);
  return {
    roles: [...roles, ...(claimer === undefined ? [] : ['claimer' as const])],
    due,
    nextDue: !isStarted && (share?.amount ?? 0n) > 0n ? parameters.start : null,
    notice: null,
    strays: { coins: strayCoins.length, satoshis: strayCoins.reduce((sum, { satoshis }) => sum + satoshis, 0n) },
    actions: [
      ...(due > 0n ? [{ action: 'claim', signed: true, amount: due } as const] : []),
      ...(due > 0n && isSponsored ? [{ action: 'push', signed: false, amount: due } as const] : []),
      ...(isCreator ? creatorActions(contract, campaign, strayCoins.length, time) : []),
    ],
    remarks: [
      ...(share?.remarks ?? []),
      ...(isCreator && isScriptAirdrop(parameters) && campaign.open.length > 0
        ? ['Its closing unit is handed over first, of a vault by vault cancel; then anybody closes']
        : []),
      ...(isCreator && campaign.open.length > 0 && time < closableFrom
        ? [`You can close it from ${new Date(Number(closableFrom) * 1000).toISOString()} on`]
        : []),
    ],
  };
};
