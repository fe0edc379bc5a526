import type { Campaign } from '@weir/client';
import { t } from '../language/text.js';
import { buttonClass } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { Row, Stack } from '../ui/layout.js';
import { Address } from '../ui/values.js';

/**
 * Says what somebody with a new wallet does whose address is not on the list: they send it to the person who invited them, in a message
 * that is written already. Until the funding its link lets the creator replace their old address; a funded list cannot be changed.
 */
export const AskToBeAdded = ({ campaign, address }: { readonly campaign: Campaign; readonly address: string }) => {
  const isFixed = campaign.status !== 'PENDING';
  const link = `${location.origin}/airdrops/${campaign.id}?address=${encodeURIComponent(address)}`;
  const { title } = campaign;
  const text = isFixed
    ? t('Please pay my part of “{title}” to this address: {address}', { title, address })
    : t('Please replace my address in the list of “{title}” by {address}. Open this page to do it: {link}', {
        title,
        address,
        link,
      });
  return (
    <Stack gap={12}>
      <h2>{t('Is your wallet new?')}</h2>
      <p>
        {isFixed
          ? t(
              'Send its address to the person who invited you. The list cannot change after it is funded, so they pay you directly or put you on their next list.',
            )
          : t(
              'Send its address to the person who invited you. They can replace your old address until they fund the airdrop.',
            )}
      </p>
      <Address address={address} />
      <Row gap={8}>
        <CopyButton text={text} label={t('Copy the message')} question={t('Copy the message:')} />
        <a
          className={buttonClass('plain')}
          href={`mailto:?subject=${encodeURIComponent(campaign.title)}&body=${encodeURIComponent(text)}`}
        >
          {t('Send it by e-mail')}
        </a>
      </Row>
    </Stack>
  );
};
