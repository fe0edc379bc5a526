import { Link } from '@tanstack/react-router';
import { isSameAddress, type Proposal } from '@weir/client';
import type { AssetOfRecord } from '../format/amount.js';
import { shortHash } from '../format/identifiers.js';
import { KIND_NAMES, kindOf, PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { Card } from '../ui/card.js';
import { Row, Stack } from '../ui/layout.js';
import { Address, Amount, Copyable } from '../ui/values.js';
import { useRole } from '../wallet/wallet-store.js';
import type { VaultDetail } from './proposal-choices.js';
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
