import { msg } from '../language/text.js';

/** What a payment of the ledger is. */
export const MOVE_WORDS = {
  funding: msg('Locked'),
  claim: msg('Claimed'),
  push: msg('Paid'),
  refund: msg('Returned'),
  deposit: msg('Deposited'),
  payout: msg('Paid out'),
} as const;

/** Which way it goes. */
export const DIRECTION_WORDS = { in: msg('Received'), out: msg('Sent') } as const;
