import { decodeTransaction, hexToBin } from '@bitauth/libauth';
import { findPlanDeployments } from '@weir/covenants';
import type { DevnetControl } from '@weir/devnet';
import type { Wallet } from '@weir/wallet';
import type { Fixture } from './fixture.js';
import { bch } from './narrator.js';

interface PlainCoin {
  readonly tx_hash: string;
  readonly tx_pos: number;
  readonly value: number;
}

/** Returns plain coins of the sender: one of them at input 0 is the sender's consent to a cancel. */
const plainCoins = async (control: DevnetControl, address: string) => {
  const coins = (await control.call(
    'blockchain.address.listunspent',
    address,
    'exclude_tokens',
  )) as readonly PlainCoin[];
  return coins.map(({ tx_hash: txid, tx_pos: vout, value }) => ({ txid, vout, satoshis: BigInt(value) }));
};

/**
 * Does what a dishonest sender would do without the API: rebuilds the contract from its funding on the chain and signs
 * a cancel with a past locktime. The network accepts it, since no script can prove that a time is not older.
 */
export const cancelBackdated = async (
  { weir, control, say }: Fixture,
  thief: Wallet,
  id: string,
  locktime: number,
): Promise<void> => {
  const fundingHash = (await weir.streams.at(id).get()).stream.funding_tx_hash;
  if (fundingHash === null) throw new Error('The stream is not funded');
  const transaction = decodeTransaction(
    hexToBin((await control.call('blockchain.transaction.get', fundingHash)) as string),
  );
  if (typeof transaction === 'string') throw new Error(transaction);
  const found = findPlanDeployments('devnet', fundingHash, transaction);
  const [deployment] = found.ok ? found.deployments : [];
  const cancel = deployment?.stream.at(deployment.state).cancelAt(BigInt(locktime));
  if (cancel === undefined) throw new Error('The stream is not there to be cancelled');
  const built = cancel.build(await plainCoins(control, thief.address));
  const signed = await thief.signTransaction({ ...built.transaction.wcTransaction, broadcast: false });
  await control.submit(signed.signedTransaction);
  say.step('The thief signs a cancel dated back to the start and hands it to a node');
  say.fact('transaction', signed.signedTransactionHash);
  say.fact('claims to be vested', bch(cancel.vested));
  say.fact('takes back', bch(built.amount));
};
