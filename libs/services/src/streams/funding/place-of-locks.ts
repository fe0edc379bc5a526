import { binToHex, flattenBinArray, sha256 } from '@bitauth/libauth';
import { findLocks, lockBytecodes, type LockDraft, outpointOf, partyKey, sameOutpoint } from '@weir/covenants';
import { type ChainTransaction, type OfferedCoin, scriptHashOf } from '@weir/infra';
import { type FundingPlace, readPresent } from '../../shared/second-funding.js';
import { ServiceError } from '../../shared/service-error.js';
import type { StreamContext } from '../stream-context.js';

/**
 * Refuses to hand out another funding of locks where the one before was sent, and was recorded as that of equal locks of the same
 * sender: anybody who asks again would pay twice.
 *
 * @param offered the coin that the record's fundings spend; null where none was handed out, so that it is not one of them
 * @throws ServiceError WRONG_STATE, CHAIN_UNAVAILABLE
 */
const refuseRecordedElsewhere = async (
  { chain }: Pick<StreamContext, 'chain'>,
  fundings: readonly string[],
  funds: FundingPlace['funds'],
  offered: OfferedCoin | null,
): Promise<void> => {
  if (offered === null || fundings.length === 0) return;
  const spendsIt = ({ transaction }: ChainTransaction): boolean =>
    transaction.inputs.some((input) => sameOutpoint(outpointOf(input), offered));
  const recorded = (await readPresent(chain, fundings)).find((each) => spendsIt(each) && funds(each));
  if (recorded === undefined) return;
  throw new ServiceError(
    'WRONG_STATE',
    'This funding was already recorded for identical locks of the same sender (details.recordedTxHash). Create a new record to fund more',
    { recordedTxHash: recorded.txid },
  );
};

/**
 * Returns where the funding of locks would lie: a coin like the first of them shows that it may be there. Anybody's equal lock
 * is there, too: what other records were funded by does not belong to it.
 *
 * @param offered the coin that the record's fundings spend; null where none was handed out
 * @throws ServiceError WRONG_STATE where it was funded by that coin and another record took the funding; CHAIN_UNAVAILABLE
 */
export const placeOfLocks = async (
  { streams, network, chain }: Pick<StreamContext, 'streams' | 'network' | 'chain'>,
  draft: LockDraft,
  offered: OfferedCoin | null,
): Promise<FundingPlace> => {
  const { asset, sender, locks, delay } = draft;
  const [first] = locks;
  const [lockingBytecode] = lockBytecodes({ asset, delay, locks: locks.slice(0, 1) });
  if (first === undefined || lockingBytecode === undefined) throw new Error('Funding opens no lock');
  const taken = await streams.fundingsAt(scriptHashOf(lockingBytecode));
  const funds = ({ txid, transaction }: ChainTransaction): boolean => findLocks(draft, network, txid, transaction).ok;
  const bySender = [...taken].flatMap(([txid, senderHash]) => (senderHash === partyKey(sender) ? [txid] : []));
  await refuseRecordedElsewhere({ chain }, bySender, funds, offered);
  return {
    lockingBytecode,
    of: [
      partyKey(sender),
      asset.type === 'BCH' ? '' : asset.category,
      binToHex(sha256.hash(flattenBinArray([...lockBytecodes(draft)]))),
    ].join('/'),
    taken,
    mayFund: ({ satoshis, token }) =>
      asset.type === 'BCH'
        ? token === undefined && satoshis === first.total
        : token?.category === asset.category && token.amount === first.total,
    funds,
  };
};

/**
 * Refuses a funding that was handed out for equal locks of the same sender: anybody may confirm, and anybody who funded those would be
 * asked to pay again.
 *
 * @param fundingId uuid of the record's own funding
 * @throws ServiceError TX_MISMATCH with the id of the record whose funding it is
 */
export const assertHandedOut = async (
  { streams }: Pick<StreamContext, 'streams'>,
  fundingId: string,
  { txid, transaction }: ChainTransaction,
): Promise<void> => {
  const record = await streams.handedOutTo(fundingId, transaction.inputs.map(outpointOf));
  if (record === undefined) return;
  const problem = 'it was offered for identical locks of the same sender';
  throw new ServiceError('TX_MISMATCH', `The transaction is the funding of another record: ${problem}`, {
    txHash: txid,
    problems: [problem],
    record,
  });
};
