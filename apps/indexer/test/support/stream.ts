import { binToHex, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import {
  buildVestingCancel,
  buildVestingClaim,
  buildVestingFunding,
  createVestingContract,
  findVestingDeployment,
  lockingBytecodeOf,
  readVestingTransition,
  splitVesting,
  vestingPayout,
  type UnsignedTransaction,
  type VestingCoin,
  type VestingContract,
} from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import { createWallet, type Wallet } from '@weir/wallet';

export const DAY = 86_400;

/** A stream made without the API, as any wallet could. */
export interface ChainStream {
  readonly contract: VestingContract;
  readonly sender: Wallet;
  readonly recipient: Wallet;
  readonly fundingTxid: string;
  /** Claims what is due at a locktime and mines it. @returns the txid */
  claim(locktime: bigint): Promise<string>;
  cancel(locktime: bigint): Promise<string>;
}

let streams = 0;

/** Funds a stream of 1 BCH over forty days, twenty of them past, and mines it. */
export const openStream = async (node: ChainNode): Promise<ChainStream> => {
  streams += 1;
  const [sender, recipient] = [
    createWallet({ privateKey: `sender ${streams}` }),
    createWallet({ privateKey: `recipient ${streams}` }),
  ];
  const given = node.fund(binToHex(lockingBytecodeOf(sender.publicKeyHash)), 200_000_000n);
  const start = BigInt(node.tip.medianTimePast - 20 * DAY);
  const parameters = {
    sender: sender.publicKeyHash,
    recipient: recipient.publicKeyHash,
    schedule: { total: 100_000_000n, start, end: start + 40n * BigInt(DAY), cliff: 0n, step: 0n },
    noticeBlocks: 6,
    nonce: new Uint8Array(16).fill(streams),
  };
  const contract = createVestingContract(parameters, 'devnet');
  const send = async (signer: Wallet, { wcTransaction }: UnsignedTransaction) => {
    const { signedTransaction } = await signer.signTransaction({ ...wcTransaction, broadcast: false });
    const txid = node.submit(signedTransaction);
    node.mine();
    const transaction = decodeTransactionCommon(hexToBin(signedTransaction));
    if (typeof transaction === 'string') throw new Error(transaction);
    return { txid, transaction };
  };
  const funding = buildVestingFunding(
    contract,
    { hash: sender.publicKeyHash, coins: [{ txid: given.txid, vout: 0, satoshis: 200_000_000n }] },
    { height: node.tip.height, medianTimePast: 0 },
  );
  if (funding.kind !== 'funding') throw new Error('A coin with index 0 needs no preparation');
  const funded = await send(sender, funding.transaction);
  const found = findVestingDeployment(contract, funded.txid, funded.transaction);
  if (!found.ok) throw new Error(found.problems.join());
  let coin: VestingCoin = found.coin;
  const move = async (signer: Wallet, built: UnsignedTransaction): Promise<string> => {
    const { txid, transaction } = await send(signer, built);
    coin = readVestingTransition(contract, coin, txid, transaction)?.next ?? coin;
    return txid;
  };
  return {
    contract,
    sender,
    recipient,
    fundingTxid: funded.txid,
    claim(locktime) {
      const payout = vestingPayout(parameters.schedule, coin.state, locktime);
      if (payout === undefined) throw new Error('Nothing is due');
      return move(
        recipient,
        buildVestingClaim({ contract, coin, payout }, { hash: recipient.publicKeyHash, coins: [] }),
      );
    },
    cancel(locktime) {
      const split = splitVesting(contract, coin.state, locktime);
      if (split === undefined) throw new Error('Nothing to cancel');
      return move(sender, buildVestingCancel(contract, coin, split, { hash: sender.publicKeyHash, coins: [] }));
    },
  };
};
