import { isSameAddress } from '@weir/client';
import { useInfo } from '../api/info.js';
import { isScriptAddress } from '../format/script-address.js';
import { useWallet } from '../wallet/wallet-store.js';
import type { Reader } from './reader.js';

/** Who the connected wallet is to a record, and where the chain stands. */
export const useReader = ({
  sender,
  recipient,
}: {
  readonly sender: string;
  readonly recipient?: string | undefined;
}): Reader => {
  const connected = useWallet();
  const height = useInfo().data?.chain?.height;
  const is = (address: string | undefined): boolean =>
    connected !== undefined && address !== undefined && isSameAddress(connected.address, address);
  return { isSender: is(sender), isRecipient: is(recipient), isSentByScript: isScriptAddress(sender), height };
};
