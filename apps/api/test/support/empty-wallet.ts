import type { Wallet } from '@weir/wallet';
import type { Fixture } from './fixture.js';
import { payOutputs } from './pay-outputs.js';

/** A coin as `blockchain.address.listunspent` returns it. */
interface Unspent {
  readonly tx_hash: string;
  readonly tx_pos: number;
  readonly value: number;
}

/** Spends every coin of a wallet, to another one. */
export const emptyWallet = async (fixture: Fixture, wallet: Wallet): Promise<void> => {
  const elsewhere = fixture.wallet();
  const coins = (await fixture.control.call('blockchain.address.listunspent', wallet.address)) as readonly Unspent[];
  for (const { tx_hash: txid, tx_pos: vout, value } of coins) {
    const satoshis = BigInt(value);
    await payOutputs(fixture, wallet, [{ to: elsewhere, satoshis: satoshis > 2_000n ? satoshis - 1_000n : 546n }], {
      spend: { txid, vout, satoshis },
    });
  }
};
