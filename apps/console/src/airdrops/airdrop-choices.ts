import type { Campaign } from '@weir/client';

export type AirdropVerb = 'fund' | 'close';

/** What the user can do with a campaign now, and what they are told. */
export interface AirdropChoices {
  readonly meaning: string;
  /** Whether to ask for a wallet. */
  readonly needsWallet: boolean;
  readonly verbs: readonly AirdropVerb[];
  /** Whether its list can be uploaded, or replaced. */
  readonly canSendList: boolean;
}

type Standing = Pick<
  Campaign,
  'status' | 'require_kyc' | 'merkle_root' | 'cancelable' | 'claimed_count' | 'max_claims'
>;

const NOTHING = { needsWallet: false, verbs: [], canSendList: false };

const pending = ({ require_kyc, merkle_root }: Standing, isCreator: boolean): AirdropChoices => {
  const isListMissing = require_kyc && merkle_root === null;
  const waiting = isListMissing
    ? 'It waits for its list of recipients, which its creator sends; then for its funding.'
    : 'It waits for its funding. Its creator pays the pool in; anybody else may, too.';
  const own = isListMissing ? 'Send its list of recipients next.' : 'Pay the pool in, and it begins.';
  return {
    meaning: isCreator ? own : waiting,
    needsWallet: true,
    verbs: isListMissing ? [] : ['fund'],
    canSendList: isCreator && require_kyc,
  };
};

/** Derives the available actions from a campaign's state. The service decides; this only offers. */
export const airdropChoices = (campaign: Standing, isCreator: boolean): AirdropChoices => {
  const { status, cancelable } = campaign;
  switch (status) {
    case 'PENDING':
      return pending(campaign, isCreator);
    case 'ACTIVE':
      return {
        ...NOTHING,
        needsWallet: true,
        verbs: isCreator && cancelable ? ['close'] : [],
        meaning: isCreator
          ? 'It is open. Send its claim link to the recipients.'
          : 'It is open: recipients claim on its claim page.',
      };
    case 'COMPLETED':
      return { ...NOTHING, meaning: 'Every claim there can be was made. There is nothing left to do.' };
    case 'CANCELLED':
      return { ...NOTHING, meaning: 'Its creator closed it, and what was left has returned to them.' };
  }
};
