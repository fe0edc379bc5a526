import { noticeText } from '../format/time.js';
import { t } from '../language/text.js';
import type { ThiefRow } from '../purses/purse-words.js';
import type { VaultDetail } from '../vaults/proposal-choices.js';

/** Who signs for a treasury whose signers can be exchanged, and the state of its recovery. */
export type Roster = NonNullable<VaultDetail['roster']>;

type Standing = Pick<Roster, 'phase' | 'quietBlocks' | 'reviewBlocks' | 'callableHeight' | 'finishableHeight'>;

/** How much of a wait is over, and how long the rest takes. */
export interface Countdown {
  /** 0 to 100. */
  readonly percent: number;
  /** Blocks that are left; 0 where the next block can hold the step. */
  readonly left: number;
}

/**
 * Returns how far the silence before a call is over, or while a recovery runs the time to stop it; undefined where nothing is counted,
 * or the height of the chain is not known.
 */
export const countdownOf = (
  { phase, quietBlocks, reviewBlocks, callableHeight, finishableHeight }: Standing,
  height: number | null | undefined,
): Countdown | undefined => {
  const [from, all] = phase === 'active' ? [callableHeight, quietBlocks] : [finishableHeight, reviewBlocks];
  if (from === null || height === null || height === undefined) return undefined;
  const left = Math.max(0, from - height - 1);
  return { left, percent: all === 0 ? 100 : Math.min(100, Math.max(0, ((all - left) / all) * 100)) };
};

/** Returns the most that a thief of each key can do with a treasury whose signers can be exchanged, and the answer to it. */
export const rosterThiefRows = ({
  guardianHash,
  quietBlocks,
  reviewBlocks,
}: Pick<Roster, 'guardianHash' | 'quietBlocks' | 'reviewBlocks'>): readonly ThiefRow[] => {
  const values = { quiet: noticeText(quietBlocks), review: noticeText(reviewBlocks) };
  return [
    {
      key: 'signer',
      who: t('One signer’s key'),
      most: t('Send purses home and stop recoveries. Nothing is lost.'),
      answer: t('The other two exchange this key.'),
    },
    {
      key: 'signers',
      who: t('Two signers’ keys'),
      most: t('Everything: the treasury and its purses.'),
      answer: t('Nothing stops them. Keep the three keys apart.'),
    },
    ...(guardianHash === null
      ? []
      : [
          {
            key: 'guardian',
            who: t('The guardian’s key'),
            most: t('Everything, but only if nobody signs for {quiet} and then {review}.', values),
            answer: t('Any one signer stops it. Then two name another guardian.'),
          },
        ]),
    {
      key: 'former',
      who: t('A former signer’s key'),
      most: t('Send home purses that were not renewed. Nothing is lost.'),
      answer: t('Renew the purses when you exchange a key.'),
    },
  ];
};
