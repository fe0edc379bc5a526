import { binToHex } from '@bitauth/libauth';
import { scriptHashOf, type AnnouncementRecord, type ContractTerms } from '@weir/infra';
import type { ContractStep } from '../products/product.types.js';
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
  readonly found: FoundContract | undefined;
}

const toTerms = (
  {
    contract: { terms, address, lockingBytecode },
    announcement,
    stateVout,
  }: AnnouncementReading & { verdict: 'ACCEPTED' },
  mined: MinedTransaction,
): ContractTerms => ({
  txid: mined.txid,
  vout: stateVout,
  product: terms.product,
  family: terms.family,
  contractAddress: address,
  lockingBytecode: binToHex(lockingBytecode),
  scriptHash: scriptHashOf(lockingBytecode),
  announcement,
  senderHash: binToHex(terms.sender),
  recipientHash: terms.recipient === null ? null : binToHex(terms.recipient),
  tokenCategory: terms.tokenCategory,
  totalAmount: terms.total,
  fundedHeight: mined.block.height,
  fundedTime: mined.block.time,
});

const judge = (reading: AnnouncementReading, mined: MinedTransaction, beacon: string): Judgement => {
  const place = { txid: mined.txid, vout: reading.vout, scriptHash: beacon, height: mined.block.height };
  if (reading.verdict === 'MALFORMED')
    return {
      record: { ...place, verdict: 'MALFORMED', product: null, contractAddress: null, problem: reading.problem },
      found: undefined,
    };
  const { contract } = reading;
  const about = { ...place, product: contract.terms.product, contractAddress: contract.address };
  if (reading.verdict === 'FORGED')
    return { record: { ...about, verdict: 'FORGED', problem: reading.problem }, found: undefined };
  return {
    record: { ...about, verdict: 'ACCEPTED', problem: null },
    found: { step: reading.step, terms: toTerms(reading, mined) },
  };
};

/** Judges a transaction that pays to a beacon, announcement by announcement. See {@link readAnnouncements}. */
export const judgeTransaction = (
  mined: MinedTransaction,
  beacon: string,
  contracts: ContractCache,
): readonly Judgement[] => {
  const announced = readAnnouncements(mined.txid, mined.transaction, (announcement) => contracts.find(announcement));
  if (announced.length > 0) return announced.map((reading) => judge(reading, mined, beacon));
  const place = { txid: mined.txid, vout: -1, scriptHash: beacon, height: mined.block.height };
  return [
    { record: { ...place, verdict: 'FOREIGN', product: null, contractAddress: null, problem: null }, found: undefined },
  ];
};
