import { useQuery } from '@tanstack/react-query';
import { shortAddress } from '../format/short.js';
import { Button } from '../ui/button.js';
import { Copyable } from '../ui/values.js';
import styles from './vault.module.css';

/** Renders the QR code of an address. @returns a data URL */
const read = async (address: string): Promise<string> => {
  const { renderSVG } = await import('uqr');
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(address))}`;
};

/** Shows the vault's address for deposits of coins and tokens from any wallet. */
export const Receive = ({ address }: { readonly address: string }) => {
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
