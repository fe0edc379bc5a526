import { useQuery } from '@tanstack/react-query';
import { shortAddress, shortHash } from '../format/short.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount, Copyable } from '../ui/values.js';
import { vaultChoicesOf, type VaultDetail } from './vault-choices.js';
import { useVaultState } from './vault-queries.js';
import styles from './vault.module.css';

/** Renders the QR code of an address. @returns a data URL */
const read = async (address: string): Promise<string> => {
  const { renderSVG } = await import('uqr');
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(address))}`;
};

/** Shows the vault's address for deposits of coins and tokens from any wallet. */
const Receive = ({ address }: { readonly address: string }) => {
  const { data, refetch, isFetched } = useQuery({
    queryKey: ['receive', address],
    queryFn: () => read(address),
    enabled: false,
    staleTime: Infinity,
  });
  if (!isFetched) return <Button onClick={() => void refetch()}>Pay in coins or tokens</Button>;
  return (
    <div className={styles['receive']}>
      {data !== undefined && <img className={styles['code']} src={data} alt="The vault’s address as a code to scan" />}
      <p>
        Send BCH or tokens to this address from any wallet:{' '}
        <Copyable text={address} shown={shortAddress(address)} what="address of the vault" />
      </p>
      <p className={styles['note']}>What arrives is the vault’s: only two of its signers get it out again.</p>
    </div>
  );
};

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
