import { isSameAddress } from '@weir/client';
import { useInfo } from '../api/info.js';
import { isScriptAddress } from '../format/script-address.js';
import { useWallet } from '../wallet/wallet-store.js';
import type { Reader } from './reader.js';

/** Returns the connected wallet's relation to a record, with the height of the newest block. */
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
