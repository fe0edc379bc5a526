import type { Output } from 'cashscript';
import { assemble } from '../../src/transaction/assemble.js';
import type { Party } from './party.js';

/** An ordinary payment out of a party's wallet, change last; the txid. */
export const pay = (from: Party, ...outputs: (Output & { to: Uint8Array })[]): Promise<string> =>
  from.send(
    assemble({
      network: 'devnet',
      contractInputs: [],
      outputs,
      locktime: 0n,
      wallet: from.funds(),
      change: 'last',
      userPrompt: 'Pay',
    }),
  );
