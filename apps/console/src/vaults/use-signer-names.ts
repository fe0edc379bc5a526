import { shortAddress } from '../format/identifiers.js';
import { nameAmong, useContacts } from '../names/contacts.js';
import { useRole } from '../wallet/wallet-store.js';
import type { VaultDetail } from './proposal-choices.js';

/** Returns what the wallet's owner calls each signer of a treasury, in their order. */
export const useSignerNames = ({ signers }: Pick<VaultDetail, 'signers'>): readonly string[] => {
  const contacts = useContacts();
  const roleOf = useRole();
  return signers.map((signer) => nameAmong(contacts, signer) ?? roleOf(signer) ?? shortAddress(signer));
};
