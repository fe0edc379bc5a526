import { partyAddress, type UnsignedTransaction, type WalletCoins } from '@weir/covenants';
import type { Asked, AskedEffect, Signer, SigningRequest } from '../../src/index.js';
import { lockOf, NOW, requestOf, TIP, transactionOf } from './coins.js';

export const NETWORK = 'mainnet';

/** A transaction as the service builds it, who signs it, and what they asked for. */
export interface Flow {
  readonly name: string;
  readonly request: SigningRequest;
  readonly signer: Signer;
  readonly asked: Asked;
}

export const addressAt = (lockingBytecode: Uint8Array): string => partyAddress(lockingBytecode, NETWORK) ?? '';

export const flowOf = (
  name: string,
  built: Pick<UnsignedTransaction, 'wcTransaction'>,
  wallet: Pick<WalletCoins, 'hash'>,
  effects: readonly AskedEffect[],
  fundings: readonly string[] = [],
): Flow => {
  const request = requestOf(built);
  const { locktime } = transactionOf(request);
  // It is signed when it is built.
  const time = locktime === 0 ? NOW : BigInt(locktime);
  return {
    name,
    request,
    asked: { effects },
    signer: { network: NETWORK, own: [lockOf(wallet)], fundings, height: TIP.height, time },
  };
};
