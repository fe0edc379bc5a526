import { decodeTransaction, hexToBin } from '@bitauth/libauth';
import {
  buildVestingCancel,
  createVestingContract,
  decodeAnnouncement,
  findVestingDeployment,
  splitVesting,
} from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import type { Fixture } from './fixture.js';
import { bch } from './narrator.js';

/**
 * What a dishonest sender would do without our API: rebuild the contract from its announcement on the chain, and sign a
 * cancel whose locktime lies in the past. The network takes it, for no script can prove that a time is not older.
 */
export const cancelBackdated = async (
  { weir, control, say }: Fixture,
  thief: Wallet,
  id: string,
  locktime: number,
): Promise<void> => {
  const fundingHash = (await weir.streams.at(id).status()).stream.funding_tx_hash;
  if (fundingHash === null) throw new Error('The stream is not funded');
  const transaction = decodeTransaction(
    hexToBin((await control.call('blockchain.transaction.get', fundingHash)) as string),
  );
  if (typeof transaction === 'string') throw new Error(transaction);
  const announcement = transaction.outputs
    .map(({ lockingBytecode }) => decodeAnnouncement(lockingBytecode))
    .find((found) => found !== undefined);
  if (announcement === undefined) throw new Error('The funding carries no announcement');

  const contract = createVestingContract(announcement.parameters, 'devnet');
  const found = findVestingDeployment(contract, fundingHash, transaction);
  const split = found.ok ? splitVesting(contract, found.coin.state, BigInt(locktime)) : undefined;
  if (!found.ok || split === undefined) throw new Error('The stream is not there to be cancelled');
  const cancel = buildVestingCancel(contract, found.coin, split, { hash: announcement.parameters.sender, coins: [] });
  const signed = await thief.signTransaction({ ...cancel.wcTransaction, broadcast: false });
  await control.submit(signed.signedTransaction);
  say.step('The thief signs a cancel dated back to the start and hands it to a node');
  say.fact('transaction', signed.signedTransactionHash);
  say.fact('claims to be vested', bch(split.vested));
  say.fact('takes back', bch(split.left));
};
