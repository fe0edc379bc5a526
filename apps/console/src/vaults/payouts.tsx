import { Link } from '@tanstack/react-router';
import { isSameAddress, type Proposal } from '@weir/client';
import type { AssetOfRecord } from '../format/amount.js';
import { shortHash } from '../format/short.js';
import { PAGES } from '../records/pages.js';
import { Card } from '../ui/card.js';
import { Address, Amount, Copyable } from '../ui/values.js';
import { useRole } from '../wallet/use-role.js';
import type { VaultDetail } from './vault-choices.js';
import styles from './vault.module.css';

/** Lists the outputs of a proposal's transaction, which signers agree to. */
export const Payouts = ({ proposal, vault }: { readonly proposal: Proposal; readonly vault: VaultDetail }) => {
  const isMine = useRole();
  const { kind, payouts, subjects } = proposal;
  const whose = (to: string): string | undefined =>
    isSameAddress(to, vault.contractAddress) ? 'back to the vault' : isMine(to);
  /** Returns a token as an asset; only the proposal's own has metadata. */
  const tokenOf = (category: string): AssetOfRecord => ({
    ...{ token_type: 'FUNGIBLE_TOKEN', token_category: category },
    token: category === proposal.tokenCategory ? proposal.token : null,
  });
  return (
    <Card title="What it pays">
      {payouts.length === 0 && <p>Nothing leaves the vault by it.</p>}
      <ul>
        {payouts.map(({ to, lockingBytecode, amountBase, token }, index) => (
          // Outputs have no key but their index.
          <li key={index} className={styles['payout']}>
            {to === null ? (
              <Copyable text={lockingBytecode} shown={shortHash(lockingBytecode)} what="script" />
            ) : (
              <Address address={to} mine={whose(to)} />
            )}
            <span className={styles['amounts']}>
              <Amount base={amountBase} of="BCH" />
              {token !== undefined && token.amountBase > 0n && (
                <span>
                  <Amount base={token.amountBase} of={tokenOf(token.category)} /> (
                  <Copyable text={token.category} shown={shortHash(token.category)} what="category" />)
                </span>
              )}
              {token?.nft !== undefined && <span className={styles['note']}>an NFT ({token.nft.capability})</span>}
            </span>
          </li>
        ))}
      </ul>
      {kind === 'cancel' && subjects.some(({ type }) => type === 'airdrop') && (
        <p>
          The token is the airdrop’s closing unit. It goes to a contract that needs no further signature to close the
          airdrop, which the service does at once: what is not claimed by then returns to the vault.
        </p>
      )}
      {subjects.length > 0 && (
        <p>
          It concerns{' '}
          {subjects.map(({ id, type }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={PAGES[type]} params={{ id }}>
                {type === 'airdrop' ? 'an' : 'a'} {type}
              </Link>
            </span>
          ))}
          .
        </p>
      )}
    </Card>
  );
};
