import { binToHex, utf8ToBin } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { lockingBytecodeOf, type StreamPosition, type UnsignedTransaction } from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import { buildFunding, layOutPart, openedBy, sign } from '@weir/simulation';
import { createWallet, type Wallet } from '@weir/wallet';

export const DAY = 86_400;

/** A stream made without the API, as any wallet could. */
export interface ChainStream {
  readonly address: string;
  /** When it starts, Unix seconds. */
  readonly start: bigint;
  readonly sender: Wallet;
  readonly recipient: Wallet;
  readonly fundingTxid: string;
  /** Claims what is due at a locktime and mines it. @returns the txid */
  claim(locktime: bigint): Promise<string>;
  cancel(locktime: bigint): Promise<string>;
}

let streams = 0;

/** Gives a wallet a coin from nowhere. */
export const given = (node: ChainNode, { publicKeyHash }: Wallet, satoshis: bigint): Utxo => {
  const { txid } = node.fund(binToHex(lockingBytecodeOf(publicKeyHash)), satoshis);
  return { txid, vout: 0, satoshis };
};

/** Has a wallet sign what was built, and mines it. */
export const send = async (node: ChainNode, signer: Wallet, built: UnsignedTransaction) => {
  const signed = await sign(signer, built);
  node.submit(signed.hex);
  node.mine();
  return signed;
};

/** Funds a plan of one stream of 1 BCH over forty days, twenty of them past, and mines it. */
export const openStream = async (node: ChainNode): Promise<ChainStream> => {
  streams += 1;
  const [sender, recipient] = [
    createWallet({ privateKey: `sender ${streams}` }),
    createWallet({ privateKey: `recipient ${streams}` }),
  ];
  const start = BigInt(node.tip.medianTimePast - 20 * DAY);
  const part = layOutPart({
    product: 'VESTING_BCH',
    sender: lockingBytecodeOf(sender.publicKeyHash),
    nonce: utf8ToBin(`stream ${streams}`.padEnd(16)),
    streams: [
      {
        kind: 'VESTING',
        recipient: lockingBytecodeOf(recipient.publicKeyHash),
        total: 100_000_000n,
        start,
        end: start + 40n * BigInt(DAY),
        group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 6 },
      },
    ],
  });
  const funds = { hash: sender.publicKeyHash, coins: [given(node, sender, 200_000_000n)] };
  const tip = { height: node.tip.height, medianTimePast: 0 };
  const funded = await send(node, sender, buildFunding(part, funds, tip));
  const [deployment] = openedBy(funded.txid, funded.transaction);
  if (deployment === undefined) throw new Error('The funding opens no stream');
  const { stream } = deployment;
  let position: StreamPosition = stream.at(deployment.state);
  const move = async (signer: Wallet, built: UnsignedTransaction | undefined): Promise<string> => {
    if (built === undefined) throw new Error('Nothing is due, or nothing to cancel');
    const { txid, transaction: sent } = await send(node, signer, built);
    const next = position.readStep(txid, sent)?.next;
    if (next !== undefined) position = stream.at(next);
    return txid;
  };
  return {
    address: stream.address,
    start,
    sender,
    recipient,
    fundingTxid: funded.txid,
    claim: (locktime) => move(recipient, position.payoutAt(locktime)?.buildClaim([given(node, recipient, 10_000n)])),
    cancel: (locktime) => move(sender, position.cancelAt(locktime)?.build([given(node, sender, 100_000n)]).transaction),
  };
};
