import type { Proposal } from '@weir/client';
import { noticeText } from '../format/time.js';
import { t } from '../language/text.js';
import { NamedAddress } from '../records/named-address.js';
import { Card, type Fact, Facts } from '../ui/card.js';
import { useRole } from '../wallet/wallet-store.js';

/** Shows who signs for a treasury after an exchange or a recovery, and who may recover it. */
export const ExchangeTerms = ({ exchange }: { readonly exchange: NonNullable<Proposal['exchange']> }) => {
  const roleOf = useRole();
  const { signers, leaves, joins, guardian, guardianHash, quietBlocks, reviewBlocks } = exchange;
  const party = (address: string) => <NamedAddress key={address} address={address} mine={roleOf(address)} />;
  return (
    <Card title={t('Keys afterwards')}>
      <Facts
        facts={[
          [t('Signs no more'), leaves !== null && party(leaves)],
          [t('Signs instead'), joins !== null && party(joins)],
          ...signers.map((signer): Fact => [t('Signer'), party(signer)]),
          [
            t('Guardian'),
            guardianHash === null
              ? t('nobody')
              : guardian === null
                ? t('A guardian whose address the chain does not show')
                : party(guardian),
          ],
          [t('Silence before a recovery'), guardianHash !== null && noticeText(quietBlocks)],
          [t('Time to stop it'), guardianHash !== null && noticeText(reviewBlocks)],
        ]}
      />
    </Card>
  );
};
