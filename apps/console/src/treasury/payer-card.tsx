import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_PAGE_ROWS } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { t } from '../language/text.js';
import { Card } from '../ui/card.js';
import { Field, Segments, SelectInput } from '../ui/field.js';
import { Columns } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import { useIsReconnecting, useWallet } from '../wallet/wallet-store.js';
import { payerTerms, payingVaults, type Payer, type PayingVault } from './payer.js';

/**
 * Holds who pays for a new record. The user's vaults are requested once they choose to pay by vault, since wallets may have to
 * sign in for that.
 *
 * @param vault id of a vault that a link has preselected
 */
export const usePayer = (vault?: string) => {
  const { weir } = useServices();
  const connected = useWallet();
  const [payer, setPayer] = useState<Payer>({ by: vault === undefined ? 'wallet' : 'vault', vaultId: vault ?? '' });
  const {
    data: vaults,
    error,
    refetch,
  } = useQuery({
    queryKey: ['vaults', connected?.address, 'paying'],
    queryFn: async ({ signal }) =>
      payingVaults((await weir.vaults.page({ limit: MAX_PAGE_ROWS }, connected?.wallet, { signal })).all),
    enabled: connected !== undefined && payer.by === 'vault',
  });
  const terms = payerTerms(payer, vaults);
  /** For `PayingTreasury`. */
  const treasury = payer.by === 'wallet' ? null : terms?.vaultId;
  return { payer, setPayer, vaults, error, refetch, terms, treasury };
};

const nameOf = ({ name, status }: PayingVault): string =>
  status === 'pending' ? t('{name} (waits for its first deposit)', { name }) : name;

/** Field for the vault that pays. */
const VaultField = ({ payer, setPayer, vaults = [], terms }: ReturnType<typeof usePayer>) => {
  if (vaults.length === 0)
    return (
      <p>
        {t('You have no treasury: only the creator and signers of a treasury can choose it.')}{' '}
        <Link to="/vaults/new">{t('Open one')}</Link>
      </p>
    );
  return (
    <Field
      label={t('Treasury')}
      hint={t('Next, its signers approve the funding in a proposal. Refunds go back to the treasury.')}
    >
      <SelectInput
        value={terms?.vaultId ?? ''}
        onChange={(vaultId) => setPayer({ ...payer, vaultId })}
        options={[
          ...(terms === undefined ? [['', t('Choose one')] as const] : []),
          ...vaults.map((one) => [one.id, nameOf(one)] as const),
        ]}
      />
    </Field>
  );
};

/** Fields for who pays: the connected wallet, or one of its vaults. Renders nothing where none is connected or on its way. */
export const PayerCard = (choice: ReturnType<typeof usePayer>) => {
  const { payer, setPayer, vaults, error, refetch } = choice;
  const isReconnecting = useIsReconnecting();
  if (useWallet() === undefined && !isReconnecting) return null;
  return (
    <Card title={t('Paid by')}>
      <Columns gap={16}>
        <Segments
          label={t('Paid from')}
          value={payer.by}
          onChange={(by) => setPayer({ ...payer, by })}
          options={[
            ['wallet', t('This wallet')],
            ['vault', t('A treasury of mine')],
          ]}
        />
        {payer.by === 'vault' && vaults !== undefined && <VaultField {...choice} />}
      </Columns>
      {payer.by === 'vault' && vaults === undefined && error === null && (
        <Waiting what={t('Looking up your treasuries…')} />
      )}
      {payer.by === 'vault' && vaults === undefined && error !== null && (
        <Failed error={error} retry={() => void refetch()} />
      )}
    </Card>
  );
};
