import { binToHex, encodeLockingBytecodeP2pkh, hexToBin } from '@bitauth/libauth';
import { lockingBytecodeOf, plannedMembers, type PlanProduct, type StreamDraft } from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import { buildFunding, decodeHex, layOutPart, openedBy, sign } from '@weir/simulation';
import { createWallet } from '@weir/wallet';

/** The columns of a stream that its plan determines. */
interface PlanTemplate {
  readonly product: PlanProduct;
  /** Hex, with {@link TEMPLATE_NONCE} in place of the nonce of a row. */
  readonly announcement: string;
  /** Hex. */
  readonly commitment: string;
  /** Satoshis. */
  readonly reserve: bigint;
}

/** Hex. */
export const TEMPLATE_NONCE = 'ab'.repeat(16);
/** Principal of a template's stream: satoshis or base units. */
export const TEMPLATE_TOTAL = 120_000_000n;

const PARTY = encodeLockingBytecodeP2pkh(new Uint8Array(20));
const START = 1_700_000_000n;
const MONTH = 2_592_000n;

const VESTING: StreamDraft = {
  kind: 'VESTING',
  recipient: PARTY,
  total: TEMPLATE_TOTAL,
  start: START,
  end: 1_900_000_000n,
  group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 36 },
};
const RECURRING: StreamDraft = {
  kind: 'RECURRING',
  recipient: PARTY,
  amount: TEMPLATE_TOTAL / 12n,
  periods: 12,
  firstDue: START,
  group: { kind: 'RECURRING', interval: MONTH, noticeBlocks: 36, cancelable: true, pausable: true },
};

/** Lays out a plan with one stream as the service does: 120,000,000 units, vesting or in twelve monthly payments. */
export const planTemplate = (product: PlanProduct): PlanTemplate => {
  const part = layOutPart({
    product,
    sender: PARTY,
    nonce: new Uint8Array(16).fill(0xab),
    streams: [product.startsWith('VESTING') ? VESTING : RECURRING],
  });
  const [member] = plannedMembers(part, product.endsWith('TOKEN') ? '00'.repeat(32) : undefined);
  if (member === undefined) throw new Error(`A plan of ${product} has a stream`);
  return {
    product,
    announcement: binToHex(member.announcement),
    commitment: member.opening.commitment,
    reserve: member.reserve,
  };
};

const DAY = 86_400;
/** Satoshis for each funding: small enough for the node's own coins to pay for tens of thousands. */
const COIN = 15_000_000n;
const TOTAL = 10_000_000n;

export interface ChainStream {
  readonly address: string;
  /** Submits a payment of one more day, which its reserve pays for. @returns its txid */
  pay(): string;
}

const sender = createWallet({ privateKey: 'sender of the bench' });
const recipient = encodeLockingBytecodeP2pkh(new Uint8Array(20).fill(9));

/** Submits the funding of a stream of 0.1 BCH over a hundred days, fifty of them past, to the mempool. @param number makes it unique */
export const openChainStream = async (node: ChainNode, number: number): Promise<ChainStream> => {
  const own = lockingBytecodeOf(sender.publicKeyHash);
  const { txid: coin } = node.fund(binToHex(own), COIN);
  const start = BigInt(node.tip.medianTimePast - 50 * DAY);
  const part = layOutPart({
    product: 'VESTING_BCH',
    sender: own,
    nonce: hexToBin(number.toString(16).padStart(32, '0')),
    streams: [
      {
        kind: 'VESTING',
        recipient,
        total: TOTAL,
        start,
        end: start + 100n * BigInt(DAY),
        group: { kind: 'VESTING', cliff: 0n, step: BigInt(DAY), noticeBlocks: 6 },
      },
    ],
  });
  const coins = [{ txid: coin, vout: 0, satoshis: COIN }];
  const funding = await sign(sender, buildFunding(part, { hash: sender.publicKeyHash, coins }, node.tip));
  const [deployment] = openedBy(node.submit(funding.hex), funding.transaction);
  if (deployment === undefined) throw new Error('The funding opens a stream');
  const { stream } = deployment;
  let { state } = deployment;
  let days = 0n;
  return {
    address: stream.address,
    pay() {
      days += 1n;
      const position = stream.at(state);
      const built = position.payoutAt(start + days * BigInt(DAY))?.buildPush();
      if (built === undefined) throw new Error('The reserve does not pay');
      const next = position.readStep(built.txid, decodeHex(built.hex))?.next;
      if (next === undefined) throw new Error('The stream has ended');
      state = next;
      return node.submit(built.hex);
    },
  };
};
