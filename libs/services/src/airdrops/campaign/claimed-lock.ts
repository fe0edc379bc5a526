import { createHash } from 'node:crypto';
import { binToHex } from '@bitauth/libauth';
import { LRUCache } from 'lru-cache';
import {
  addressOf,
  type AirdropClaimed,
  createLockFinder,
  lockingBytecodeOf,
  LOCK_RESERVE,
  lockVesting,
  type Network,
  type PublicKeyHash,
} from '@weir/covenants';
import type { CampaignRecord, FundedStream, NewLaneStep } from '@weir/infra';
import { timeOfVested, vestedAmount } from '@weir/vesting';
import { blockOf } from '../../shared/follow/lineage.js';
import { lockColumns } from '../../streams/contract/stored-stream.js';
import { lockScheduleOf } from './campaign-vesting.js';
import type { LaneTransaction } from './lane-transaction.js';

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

type LockFinder = ReturnType<typeof createLockFinder>;

/** Of the campaigns used last, by id: making one compiles the contract, and a wallet asks for many rows of one campaign. */
const finders = new LRUCache<string, LockFinder>({ max: 500 });

const finderOf = (
  network: Network,
  { id, tokenType, vesting }: VestedCampaign & { readonly vesting: NonNullable<CampaignRecord['vesting']> },
): LockFinder => {
  const find = finders.get(id) ?? createLockFinder(tokenType, lockScheduleOf(vesting), network);
  finders.set(id, find);
  return find;
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
  const { id, vesting } = campaign;
  if (vesting === null) return null;
  const paying = lockVesting({ ...lockScheduleOf(vesting), total: amount });
  const unlockedNow = vestedAmount(paying, asOf);
  const next = timeOfVested(paying, unlockedNow + 1n);
  return {
    id: claimedLockId(id, hashHex),
    contractAddress: finderOf(network, { ...campaign, vesting })(lockingBytecodeOf(hash), amount).address,
    ...vesting,
    unlockedNow,
    nextUnlock: next === undefined ? null : Number(next),
  };
};

/** Which output of a claim is the lock. */
const PAID_AT = { BCH: 1, FUNGIBLE_TOKEN: 2 } as const;

/**
 * Makes what turns the claims of a campaign into the locks that they opened, as they are recorded; undefined where the list
 * does not vest. The lane's contract lets no claim pass that pays anything else.
 */
export const claimedLocks = (network: Network, campaign: CampaignRecord) => {
  const { id, tokenType, tokenCategory, vesting } = campaign;
  if (vesting === null) return undefined;
  const { streamType, startTime, endTime, cliffTimestamp, intervalSeconds } = vesting;
  const find = finderOf(network, { ...campaign, vesting });
  const inBch = tokenType === 'BCH';
  const shared = {
    sender: campaign.creator,
    senderHash: campaign.creatorHash,
    vaultId: campaign.vaultId,
    tokenType,
    tokenCategory,
    streamType,
    startTime,
    endTime,
    cliffTimestamp,
    intervalSeconds,
    product: 'stream',
    description: campaign.title,
    label: null,
    campaignId: id,
    recurring: null,
    payment: null,
  } as const;
  return (
    { recipient, amount }: Pick<AirdropClaimed, 'recipient' | 'amount'>,
    read: LaneTransaction,
    source: NewLaneStep['source'],
  ): FundedStream => {
    const vout = PAID_AT[tokenType];
    const { valueSatoshis: satoshis = LOCK_RESERVE, token } = read.transaction.outputs[vout] ?? {};
    // The token's issuer can hang an empty one on it, which the lane's contract cannot distinguish from none.
    const nft = token?.nft === undefined ? null : binToHex(token.nft.commitment);
    const recipientHash = binToHex(recipient);
    return {
      id: claimedLockId(id, recipientHash),
      row: {
        ...shared,
        recipient: addressOf(recipient, network),
        recipientHash,
        totalAmount: amount,
        ...lockColumns(find(lockingBytecodeOf(recipient), amount), { reserve: inBch ? 0n : satoshis, fundingId: null }),
      },
      state: {
        category: '',
        commitment: '',
        txid: read.txid,
        vout,
        satoshis,
        companion: inBch ? null : { satoshis: 0n, amount, nft },
        movesTo: null,
        lockingBytecode: null,
      },
      funding: { locktime: read.transaction.locktime, block: blockOf(read), source },
    };
  };
};
