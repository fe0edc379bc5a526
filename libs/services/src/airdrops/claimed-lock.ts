import { createHash } from 'node:crypto';
import {
  createLockContract,
  lockEnd,
  lockingBytecodeOf,
  type LockTerms,
  lockVesting,
  type Network,
  type PublicKeyHash,
} from '@weir/covenants';
import type { CampaignRecord } from '@weir/infra';
import { timeOfVested, vestedAmount } from '@weir/vesting';
import { lockScheduleOf } from './campaign-vesting.js';

type VestedCampaign = Pick<CampaignRecord, 'id' | 'tokenType' | 'vesting'>;

/**
 * Returns the id of the record of the lock that a row's claim opens. A row is claimed once, so the id follows from campaign
 * and recipient: a claim that the chain takes back and brings again has the same record.
 *
 * @param recipientHash hash160 of the recipient's key, hex
 */
export const claimedLockId = (campaignId: string, recipientHash: string): string => {
  const digest = createHash('sha256').update(`lock of a claim\n${campaignId}\n${recipientHash}`).digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** Returns the terms of the lock that a row's claim pays; undefined where the list does not vest. */
export const claimedLockTerms = (
  { tokenType, vesting }: Pick<CampaignRecord, 'tokenType' | 'vesting'>,
  recipient: PublicKeyHash,
  amount: bigint,
): LockTerms | undefined =>
  vesting === null
    ? undefined
    : {
        asset: tokenType,
        ...lockScheduleOf(vesting),
        total: amount,
        recipient: lockingBytecodeOf(recipient),
      };

/**
 * Returns the lock that a row's claim pays, for who is about to claim; null where the list does not vest.
 *
 * @param asOf Unix seconds, at which what has unlocked is computed
 */
export const claimedLockView = (
  network: Network,
  campaign: VestedCampaign,
  { hash, hashHex }: { readonly hash: PublicKeyHash; readonly hashHex: string },
  amount: bigint,
  asOf: bigint,
) => {
  const terms = claimedLockTerms(campaign, hash, amount);
  if (terms === undefined || campaign.vesting === null) return null;
  const schedule = lockVesting(terms);
  const unlockedNow = vestedAmount(schedule, asOf);
  const next = timeOfVested(schedule, unlockedNow + 1n);
  return {
    id: claimedLockId(campaign.id, hashHex),
    contractAddress: createLockContract(terms, network).address,
    ...campaign.vesting,
    endTime: Number(lockEnd(terms)),
    unlockedNow,
    nextUnlock: next === undefined ? null : Number(next),
  };
};
