import { binToHex } from '@bitauth/libauth';
import { scriptHashOf, type AnnouncementRecord, type ContractTerms } from '@weir/infra';
import type { ContractStep, Deployment } from '../products/product.types.js';
import { readAnnouncements, type AnnouncementReading } from '../products/read-announcements.js';
import type { ContractCache } from './contract-cache.js';
import type { MinedTransaction } from './read-mined.js';

/** A contract found by its announcement. */
export interface FoundContract {
  readonly terms: ContractTerms;
  readonly step: ContractStep;
}

export interface Judgement {
  readonly record: AnnouncementRecord;
  /** One contract, or one per stream of a plan. */
  readonly found: readonly FoundContract[];
}

const toTerms = (
  announcement: string,
  { contract: { terms, address, lockingBytecode, plan }, vout }: Deployment,
  mined: MinedTransaction,
): ContractTerms => ({
  txid: mined.txid,
  vout,
  product: terms.product,
  family: terms.family,
  contractAddress: address,
  lockingBytecode: binToHex(lockingBytecode),
  scriptHash: scriptHashOf(lockingBytecode),
  announcement,
  sender: binToHex(terms.sender),
  recipient: terms.recipient === null ? null : binToHex(terms.recipient),
  tokenCategory: terms.tokenCategory,
  totalAmount: terms.total,
  plan,
  fundedHeight: mined.block.height,
  fundedTime: mined.block.time,
});

const judge = (reading: AnnouncementReading, mined: MinedTransaction, beacon: string): Judgement => {
  const place = { txid: mined.txid, vout: reading.vout, scriptHash: beacon, height: mined.block.height };
  if (reading.verdict === 'MALFORMED')
    return {
      record: { ...place, verdict: 'MALFORMED', product: null, contractAddress: null, problem: reading.problem },
      found: [],
    };
  const { announced } = reading;
  const about = { ...place, product: announced.product, contractAddress: announced.address };
  if (reading.verdict === 'FORGED')
    return { record: { ...about, verdict: 'FORGED', problem: reading.problem }, found: [] };
  return {
    record: { ...about, verdict: 'ACCEPTED', problem: null },
    found: reading.deployments.map((each) => ({
      step: each.step,
      terms: toTerms(reading.announcement, each, mined),
    })),
  };
};

/** Verifies a transaction that pays to a beacon, announcement by announcement. See {@link readAnnouncements}. */
export const judgeTransaction = (
  mined: MinedTransaction,
  beacon: string,
  contracts: ContractCache,
): readonly Judgement[] => {
  const announced = readAnnouncements(mined.txid, mined.transaction, (announcement) => contracts.find(announcement));
  if (announced.length > 0) return announced.map((reading) => judge(reading, mined, beacon));
  const place = { txid: mined.txid, vout: -1, scriptHash: beacon, height: mined.block.height };
  return [{ record: { ...place, verdict: 'FOREIGN', product: null, contractAddress: null, problem: null }, found: [] }];
};
