import { Link } from '@tanstack/react-router';
import { isSameAddress, type Proposal } from '@weir/client';
import { useServices } from '../api/services.js';
import type { AssetOfRecord } from '../format/amount.js';
import { shortHash } from '../format/identifiers.js';
import { KIND_NAMES, kindOf, PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { Card } from '../ui/card.js';
import { Row, Stack } from '../ui/layout.js';
import { Address, Amount, Copyable } from '../ui/values.js';
import { type ConnectedWallet, useRole } from '../wallet/wallet-store.js';
import { GrantedAirdrops, GrantedPlans, GrantList } from './grant-list.js';
import { vaultChoicesOf, type VaultDetail } from './proposal-choices.js';
import styles from './vault.module.css';

/** Lists the outputs of a proposal's transaction, which signers agree to. */
export const Payouts = ({ proposal, vault }: { readonly proposal: Proposal; readonly vault: VaultDetail }) => {
  const isMine = useRole();
  const { kind, payouts, subjects } = proposal;
  const whose = (to: string): string | undefined =>
    vault.contractAddress !== null && isSameAddress(to, vault.contractAddress) ? t('back to the treasury') : isMine(to);
  /** Returns a token as an asset; only the proposal's own has metadata. */
  const tokenOf = (category: string): AssetOfRecord => ({
    token_type: 'FUNGIBLE_TOKEN',
    token_category: category,
    token: category === proposal.tokenCategory ? proposal.token : null,
  });
  return (
    <Card title={t('Payouts')}>
      {payouts.length === 0 && <p>{t('It moves no money out of the treasury.')}</p>}
      <ul>
        {payouts.map(({ to, lockingBytecode, amountBase, token }, index) => (
          // Outputs have no key but their index.
          <Row as="li" key={index} isRuled gap="4px 16px" align="baseline" justify="space-between" pad="10px 0">
            {to === null ? (
              <Copyable text={lockingBytecode} shown={shortHash(lockingBytecode)} what={t('script')} />
            ) : (
              <Address address={to} mine={whose(to)} />
            )}
            <Stack as="span" align="end">
              <Amount base={amountBase} of="BCH" />
              {token !== undefined && token.amountBase > 0n && (
                <span>
                  <Amount base={token.amountBase} of={tokenOf(token.category)} /> (
                  <Copyable text={token.category} shown={shortHash(token.category)} what={t('category')} />)
                </span>
              )}
              {token?.nft !== undefined && (
                <span className={styles['note']}>
                  {t('an NFT ({capability})', { capability: token.nft.capability })}
                </span>
              )}
            </Stack>
          </Row>
        ))}
      </ul>
      {kind === 'cancel' && subjects.some(({ type }) => type === 'airdrop') && (
        <p>
          {t(
            'The token is the airdrop’s closing unit. It goes to a contract that can close the airdrop without another signature. The service does this at once, and unclaimed money returns to the treasury.',
          )}
        </p>
      )}
      {subjects.length > 0 && (
        <p>
          {rich('Affected records: {records}.', {
            records: subjects.map(({ id, type, contract }, index) => {
              const of = kindOf({ kind: type, contract });
              return (
                <span key={id}>
                  {index > 0 && ', '}
                  <Link to={PAGES[of]} params={{ id }}>
                    {t(KIND_NAMES[of])}
                  </Link>
                </span>
              );
            }),
          })}
        </p>
      )}
    </Card>
  );
};

const ROWS = 20;

/** Shows the plans, streams, payments and airdrops whose sender is a vault, and what its members can propose about them. */
interface GrantsProps {
  readonly vault: VaultDetail;
  /** Of the vault. */
  readonly address: string;
  readonly connected: ConnectedWallet | undefined;
}

export const Grants = ({ vault, address, connected }: GrantsProps) => {
  const { weir } = useServices();
  const { canPropose } = vaultChoicesOf(vault);
  const isMember = vault.role === 'creator' || vault.isSigner;
  const query = { sender: address, limit: ROWS };
  return (
    <Card title={t('Funded by this treasury')}>
      <p className={styles['note']}>
        {t(
          'Streams, payments, plans and airdrops with this treasury as their sender. Unvested and unclaimed money returns to it.',
        )}
      </p>
      {isMember && connected !== undefined && (
        <GrantedPlans vault={vault} connected={connected} canPropose={canPropose} />
      )}
      <GrantList
        title={t('Streams')}
        kind="stream"
        vault={vault}
        canPropose={canPropose}
        read={async (cursor, options) => {
          const { streams, nextCursor } = await weir.streams.page({ ...query, ...cursor }, options);
          return {
            nextCursor,
            rows: streams.map((stream) => ({
              id: stream.id,
              kind: 'stream',
              status: stream.status,
              recipient: stream.recipient,
              cancelable: stream.cancelable,
              pausable: false,
              name: stream.description ?? stream.stream_id,
              base: stream.total_amount_base,
              of: stream,
            })),
          };
        }}
      />
      <GrantList
        title={t('Payments, by payday')}
        kind="payment"
        vault={vault}
        canPropose={canPropose}
        read={async (cursor, options) => {
          const { payments, nextCursor } = await weir.payments.page({ ...query, ...cursor }, options);
          return {
            nextCursor,
            rows: payments.map((payment) => ({
              id: payment.id,
              kind: 'payment',
              status: payment.status,
              recipient: payment.recipient,
              cancelable: payment.cancelable,
              pausable: payment.pausable,
              name: payment.recipient_name ?? payment.payment_id,
              base: payment.amount_per_period_base,
              of: payment,
            })),
          };
        }}
      />
      <GrantedAirdrops vault={vault} address={address} canPropose={canPropose} />
    </Card>
  );
};
