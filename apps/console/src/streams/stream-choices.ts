import type { Stream } from '@weir/client';
import { isRefundable, noticeEnd } from '../kinds/notice.js';
import { t } from '../language/text.js';
import type { RecordChoices } from '../records/record-actions.js';
import type { Reader } from '../records/use-record.js';
import { WAITS_FOR_VAULT } from '../treasury/vault-moves.js';

const NOTHING = { needsWallet: false, verbs: [], proposals: [], nextAt: undefined };

const cancelled = ({ refund }: Pick<Stream, 'refund'>, { height }: Reader): string => {
  if (refund === null) return t('It was cancelled. The vested amount was paid, and nothing remained to return.');
  if (refund.status === 'pending')
    return t('It was cancelled. The rest returns to the sender automatically after the cancel notice{end}.', {
      end: noticeEnd(refund.availableAtHeight, height),
    });
  return t('It was cancelled, and the rest has returned to the sender.');
};

type Standing = Pick<
  Stream,
  'status' | 'cancelable' | 'claimable_amount_base' | 'end_time' | 'as_of' | 'refund' | 'cliff_timestamp'
>;

/** Returns the verb that pays what is due: the recipient claims; anybody else can only have the contract pay it. */
const toRecipient = (isRecipient: boolean): 'claim' | 'push' => (isRecipient ? 'claim' : 'push');

const whileActive = (stream: Standing, { isSender, isRecipient, isSentByScript = false }: Reader): RecordChoices => {
  const isDue = stream.claimable_amount_base > 0n;
  const isCancelable = stream.cancelable && stream.end_time > stream.as_of;
  const isBeforeCliff = stream.cliff_timestamp !== null && stream.cliff_timestamp > stream.as_of;
  const waiting = isBeforeCliff
    ? t('Nothing can be claimed before the cliff.')
    : t('Nothing can be claimed at the moment. More vests with time.');
  return {
    meaning: isDue ? t('Claimable now: the recipient can claim at any time, and nothing is lost by waiting.') : waiting,
    needsWallet: true,
    verbs: [...(isDue ? [toRecipient(isRecipient)] : []), ...(isCancelable && isSender ? (['cancel'] as const) : [])],
    proposals: isCancelable && isSentByScript ? ['cancel'] : [],
    nextAt: stream.end_time,
  };
};

/** Derives the available actions from a stream's state. The service decides; this only offers. */
export const choicesOf = (stream: Standing, reader: Reader): RecordChoices => {
  switch (stream.status) {
    case 'PENDING':
      if (reader.isSentByScript === true)
        return { ...NOTHING, needsWallet: true, proposals: ['fund'], meaning: t(WAITS_FOR_VAULT) };
      return {
        ...NOTHING,
        needsWallet: true,
        verbs: ['fund'],
        meaning: reader.isSender
          ? t('Not funded yet: fund it to start it.')
          : t('Not funded yet: the sender, or anybody else, can fund it.'),
      };
    case 'ACTIVE':
      return whileActive(stream, reader);
    case 'CANCELLED':
      return {
        ...NOTHING,
        meaning: cancelled(stream, reader),
        verbs: [
          ...(stream.claimable_amount_base > 0n ? [toRecipient(reader.isRecipient)] : []),
          ...(isRefundable(stream, reader.height) ? (['refund'] as const) : []),
        ],
      };
    case 'COMPLETED':
      return { ...NOTHING, meaning: t('Everything is paid. No action needed.') };
  }
};
