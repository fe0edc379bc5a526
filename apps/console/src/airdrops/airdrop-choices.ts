import type { Campaign } from '@weir/client';
import { msg, numberText, t } from '../language/text.js';
import type { Choices } from '../records/record-actions.js';
import { WAITS_FOR_VAULT } from '../treasury/vault-moves.js';

export type AirdropVerb = 'fund' | 'close';

/** What the user can do with a campaign now, and what is shown to them. */
export interface AirdropChoices extends Choices<AirdropVerb> {
  /** Whether its list is still missing. */
  readonly waitsForList: boolean;
  /** Whether its list can be uploaded, or replaced. */
  readonly canSendList: boolean;
  /** What the user's wallet cannot do with it. */
  readonly limit?: string;
}

/** The user's relation to a campaign. */
export interface CampaignReader {
  readonly isCreator: boolean;
  /** Whether the creator is a vault, whose members propose what a key would sign. */
  readonly isOfVault: boolean;
  /** The chain's time, Unix seconds. */
  readonly asOf: number;
  /** Whether their wallet signs messages, as it is connected now. */
  readonly signsMessages: boolean;
}

type Standing = Pick<Campaign, 'status' | 'require_kyc' | 'merkle_root' | 'cancelable' | 'end_date' | 'vault_id'>;

const NOTHING = { needsWallet: false, verbs: [], proposals: [], waitsForList: false, canSendList: false };

/** The note on a wallet that signs no messages. */
export const CANNOT_CLOSE = msg(
  'To close it, your wallet has to sign a message, which this connection does not support. Connect a wallet with the same address by WalletConnect, or as an extension.',
);

const pending = (
  { require_kyc, merkle_root, vault_id }: Standing,
  { isCreator, isOfVault, signsMessages }: CampaignReader,
): AirdropChoices => {
  const waitsForList = require_kyc && merkle_root === null;
  if (isOfVault)
    return {
      ...NOTHING,
      needsWallet: true,
      proposals: waitsForList ? [] : ['fund'],
      waitsForList,
      // Only members see which vault it is, unless everybody may know.
      canSendList: require_kyc && vault_id !== null,
      meaning: waitsForList
        ? t('It needs its list of recipients from a member of its treasury, then funding by the treasury.')
        : t(WAITS_FOR_VAULT),
    };
  const waiting = waitsForList
    ? t('It needs its list of recipients from its creator, then funding.')
    : t('Not funded yet: its creator, or anybody else, can fund the pool.');
  const own = waitsForList ? t('Send its list of recipients next.') : t('Fund the pool to start it.');
  return {
    ...NOTHING,
    meaning: isCreator ? own : waiting,
    needsWallet: true,
    verbs: waitsForList ? [] : ['fund'],
    waitsForList,
    canSendList: isCreator && require_kyc,
    // Shown before anything is locked in it.
    ...(isCreator && !signsMessages && { limit: t(CANNOT_CLOSE) }),
  };
};

/** Returns the note on a campaign whose end has passed: what is left returns once it is closed. */
const afterEnd = ({ isCreator, isOfVault }: CampaignReader): string => {
  const returns = isCreator
    ? t('It has ended, and nobody can claim any more. Close it to get the rest back.')
    : t('It has ended, and nobody can claim any more. The rest returns to its creator when they close it.');
  return isOfVault
    ? t(
        'It has ended, and nobody can claim any more. The rest returns to its treasury, which cancels it by a proposal.',
      )
    : returns;
};

const whileOpen = ({ isCreator, isOfVault }: CampaignReader, isClosable: boolean): string => {
  if (isCreator) return t('It is open. Send its claim link to the recipients.');
  return isOfVault && isClosable
    ? t(
        'It is open: recipients claim on its claim page. Its treasury can cancel it by a proposal. Unclaimed money then returns to the treasury.',
      )
    : t('It is open: recipients claim on its claim page.');
};

/** Before its end only a cancelable campaign can be closed. */
const active = ({ cancelable, end_date }: Standing, reader: CampaignReader): AirdropChoices => {
  const { isCreator, isOfVault, asOf, signsMessages } = reader;
  const isOver = end_date !== null && asOf >= end_date;
  const isClosable = cancelable || isOver;
  return {
    ...NOTHING,
    needsWallet: true,
    verbs: isCreator && isClosable && signsMessages ? ['close'] : [],
    ...(isCreator && isClosable && !signsMessages && { limit: t(CANNOT_CLOSE) }),
    proposals: isOfVault && isClosable ? ['cancel'] : [],
    meaning: isOver ? afterEnd(reader) : whileOpen(reader, isClosable),
  };
};

/** Returns who can claim: how many are on the list, once there is one, or everybody. */
export const recipientsText = ({
  require_kyc,
  total_recipients,
}: Pick<Campaign, 'require_kyc' | 'total_recipients'>): string =>
  typeof total_recipients === 'number' ? numberText(total_recipients) : require_kyc ? t('No list yet') : t('Everybody');

/** Derives the available actions from a campaign's state. The service decides; this only offers. */
export const airdropChoices = (campaign: Standing, reader: CampaignReader): AirdropChoices => {
  switch (campaign.status) {
    case 'PENDING':
      return pending(campaign, reader);
    case 'ACTIVE':
      return active(campaign, reader);
    case 'COMPLETED':
      return { ...NOTHING, meaning: t('Everything is claimed. No action needed.') };
    case 'CANCELLED':
      return { ...NOTHING, meaning: t('Its creator closed it and got the rest back.') };
  }
};
