import type { TransactionCommon } from '@bitauth/libauth';
import type { Announced, Deployment, ProductContract } from './product.types.js';

/** The deployment that a transaction makes. */
type Found = { readonly ok: true } & Omit<Deployment, 'contract'>;

/**
 * Builds the announcement of a product that has one contract per announcement.
 *
 * @param find finds the deployment in a transaction, or says why there is none
 */
export const announcedAlone = (
  contract: ProductContract,
  find: (
    txid: string,
    transaction: TransactionCommon,
  ) => Found | { readonly ok: false; readonly problems: readonly string[] },
): Announced => {
  const { terms, address, lockingBytecode } = contract;
  return {
    product: terms.product,
    family: terms.family,
    sender: terms.sender,
    recipient: terms.recipient,
    address,
    lockingBytecodes: [lockingBytecode],
    findDeployments(txid, transaction) {
      const found = find(txid, transaction);
      return found.ok ? { ok: true, deployments: [{ contract, step: found.step, vout: found.vout }] } : found;
    },
    contractOf: () => contract,
  };
};
