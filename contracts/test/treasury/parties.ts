import { createParty } from '../support/parties.js';

export { outsider } from '../support/parties.js';
export { SIGNERS, first, second, third } from '../vault/support/vault.js';

/** Takes the seat of a signer in an exchange. */
export const newcomer = createParty('newcomer');
export const [heir, otherHeir, thirdHeir] = [
  createParty('heir'),
  createParty('other heir'),
  createParty('third heir'),
] as const;
export const guardian = createParty('guardian');
/** Pays out of a purse, and does not sign for its treasury. */
export const spender = createParty('spender');
/** Payees of the list. */
export const [shop, landlord, printer] = [
  createParty('shop'),
  createParty('landlord'),
  createParty('printer'),
] as const;
