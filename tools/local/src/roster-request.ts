import { hexToBin } from '@bitauth/libauth';
import type { WcTransaction } from '@weir/client';
import {
  createRosterContract,
  encodeWcTransaction,
  initialRosterState,
  proposeRosterExchange,
  readVaultSignature,
  vaultSigningRequest,
} from '@weir/covenants';

/** What a roster has one of its signers sign, and what reads the signature in a wallet's answer. */
export interface RosterRequest {
  /** As pages give it to wallets. */
  readonly request: WcTransaction;
  /** Whether a wallet's answer, hex, has the signer's valid signature. */
  readonly isSigned: (signedTransaction: string) => boolean;
}

const hash = (byte: string): Uint8Array => hexToBin(byte.repeat(20));

/**
 * Makes the request by which a roster gives the seat of its third signer to another key. The state that it spends, and the one that it
 * makes, have commitments of 90 bytes: the longest that a wallet is asked to sign. Its coins are on no chain.
 *
 * @param signer hash160 of the wallet's key
 */
export const rosterRequest = (signer: Uint8Array): RosterRequest => {
  const members = {
    signers: [signer, hash('22'), hash('33')],
    guardian: hash('44'),
    quiet: 26_000,
    review: 4_320,
  } as const;
  const state = {
    outpoint: { txid: 'fa'.repeat(32), vout: 0 },
    satoshis: 900_000n,
    state: initialRosterState(members),
  };
  const coins = [{ txid: 'fc'.repeat(32), vout: 1, satoshis: 70_000n }];
  const contract = createRosterContract('fb'.repeat(32), 'devnet');
  const proposal = proposeRosterExchange(contract, { state, coins }, { seat: { of: 2, to: hash('55') } });
  return {
    request: JSON.parse(
      JSON.stringify(encodeWcTransaction(vaultSigningRequest(proposal, signer), 'tagged')),
    ) as WcTransaction,
    isSigned: (signedTransaction) => readVaultSignature(proposal, signer, signedTransaction).ok,
  };
};
