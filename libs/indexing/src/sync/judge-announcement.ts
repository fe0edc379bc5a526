import { binToHex, utf8ToBin } from '@bitauth/libauth';
import { scriptHashOf } from '@weir/infra';
import type { AnnouncementRecord, ContractTerms } from '@weir/infra';
import type { ContractStep, DeploymentFound, ProductContract } from '../products/product.types.js';
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

const OP_RETURN = 0x6a;
const TAG = binToHex(utf8ToBin('WEIR'));

/** An OP_RETURN that says it is ours: by the tag, wherever a sloppy one has put it. */
const isAnnouncement = (lockingBytecode: Uint8Array): boolean => lockingBytecode[0] === OP_RETURN && binToHex(lockingBytecode.slice(1, 7)).includes(TAG);

const toTerms = ({ terms, address, lockingBytecode }: ProductContract, announcement: Uint8Array, found: DeploymentFound & { ok: true }, mined: MinedTransaction): ContractTerms => ({
  txid: mined.txid,
  vout: found.vout,
  product: terms.product,
  family: terms.family,
  contractAddress: address,
  lockingBytecode: binToHex(lockingBytecode),
  scriptHash: scriptHashOf(lockingBytecode),
  announcement: binToHex(announcement),
  senderHash: binToHex(terms.sender),
  recipientHash: terms.recipient === null ? null : binToHex(terms.recipient),
  tokenCategory: terms.tokenCategory,
  totalAmount: terms.total,
  fundedHeight: mined.block.height,
  fundedTime: mined.block.time,
});

const judgeOutput = (lockingBytecode: Uint8Array, vout: number, mined: MinedTransaction, beacon: string, contracts: ContractCache): Judgement => {
  const place = { txid: mined.txid, vout, scriptHash: beacon, height: mined.block.height };
  const contract = contracts.find(binToHex(lockingBytecode));
  if (contract === undefined) {
    return { record: { ...place, verdict: 'MALFORMED', product: null, contractAddress: null, problem: 'it cannot be read, or announces what no contract may be' }, found: undefined };
  }
  const about = { ...place, product: contract.terms.product, contractAddress: contract.address };
  const found = contract.findDeployment(mined.txid, mined.transaction);
  if (!found.ok) return { record: { ...about, verdict: 'FORGED', problem: found.problems.join('; ') }, found: undefined };
  return { record: { ...about, verdict: 'ACCEPTED', problem: null }, found: { step: found.step, terms: toTerms(contract, lockingBytecode, found, mined) } };
};

/**
 * Judges a transaction that pays to a beacon, announcement by announcement: the contract is rebuilt from what is
 * announced, and the transaction must deploy exactly it.
 */
export const judgeTransaction = (mined: MinedTransaction, beacon: string, contracts: ContractCache): readonly Judgement[] => {
  const announced = mined.transaction.outputs.flatMap(({ lockingBytecode }, vout) => (isAnnouncement(lockingBytecode) ? [{ lockingBytecode, vout }] : []));
  if (announced.length > 0) return announced.map(({ lockingBytecode, vout }) => judgeOutput(lockingBytecode, vout, mined, beacon, contracts));
  const place = { txid: mined.txid, vout: -1, scriptHash: beacon, height: mined.block.height };
  return [{ record: { ...place, verdict: 'FOREIGN', product: null, contractAddress: null, problem: null }, found: undefined }];
};
