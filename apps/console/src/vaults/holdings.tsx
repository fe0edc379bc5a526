import { shortHash } from '../format/short.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount, Copyable } from '../ui/values.js';
import { Receive } from './receive.js';
import { vaultChoicesOf, type VaultDetail } from './vault-choices.js';
import { useVaultState } from './vault-queries.js';
import styles from './vault.module.css';

type Token = NonNullable<NonNullable<ReturnType<typeof useVaultState>['data']>['tokens']>[number];

const Holding = ({ category, amountBase, nft, token }: Token) => (
  <li className={styles['holding']}>
    <span>
      {token?.name ?? 'A token'} <Copyable text={category} shown={shortHash(category)} what="category" />
      {nft !== null && <span className={styles['note']}> with an NFT ({nft.capability})</span>}
    </span>
    {amountBase > 0n && (
      <Amount base={amountBase} of={{ token_type: 'FUNGIBLE_TOKEN', token_category: category, token }} />
    )}
  </li>
);

/** Shows the coins and tokens of a vault, and how to deposit more. */
export const Holdings = ({ vault }: { readonly vault: VaultDetail }) => {
  const { data, error, isFetching, refetch } = useVaultState(vault.id);
  return (
    <Card
      title="What it holds"
      aside={
        <Button small look="quiet" disabled={isFetching} onClick={() => void refetch()}>
          Look again
        </Button>
      }
    >
      {error !== null && <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what="Looking at its address…" />}
      {data !== undefined && (
        <ul>
          <li className={styles['holding']}>
            <span>Bitcoin Cash</span>
            <Amount base={data.currentBalanceBase} of="BCH" />
          </li>
          {data.tokens?.map((token) => (
            <Holding key={token.outpoint} {...token} />
          ))}
        </ul>
      )}
      {data?.tokens === null && <p>Its tokens cannot be read at the moment: no server of the chain answers.</p>}
      {vaultChoicesOf(vault).canReceive && <Receive address={vault.contractAddress} />}
    </Card>
  );
};
