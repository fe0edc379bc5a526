import { createHash } from 'node:crypto';
import type { ContractChange, ContractEvent, Round } from '@weir/infra';

const START = 1_750_000_000;
const TOTAL = 100_000_000n;
/** Bytes of an announcement of a vesting stream. */
const ANNOUNCEMENT = 112;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns a commitment in the form of streams. */
const commitmentAfter = (sequence: number): string => `01000${sequence % 10}78000000000038c2706a00`;

const eventOf = (contract: number, sequence: number, height: number): ContractEvent => {
  const txid = hash(`${contract} ${sequence}`);
  const commitment = commitmentAfter(sequence);
  const held = TOTAL - BigInt(sequence - 1) * 1_000_000n;
  return {
    sequence,
    kind: sequence === 1 ? 'fund' : 'claim',
    status: 'ACTIVE',
    releasedAmount: TOTAL - held,
    commitment,
    state: {
      category: hash(`category ${contract}`),
      lanes: [
        { txid, vout: sequence === 1 ? 1 : 0, satoshis: held.toString(), commitment, companion: null, clock: null },
      ],
    },
    heldSatoshis: held,
    heldTokens: 0n,
    txid,
    height,
    time: START + height * 600,
    locktime: START + height * 600 - 3_600,
    paidToRecipient: sequence === 1 ? 0n : 1_000_000n,
    paidToSender: 0n,
    satoshisChange: sequence === 1 ? TOTAL : -1_000_000n,
    tokensChange: 0n,
  };
};

const contractOf = (number: number, events: readonly ContractEvent[]): ContractChange => {
  const [funding] = events;
  const head = events.at(-1);
  if (funding === undefined || head === undefined) throw new RangeError('A contract has events');
  const locking = hash(`contract ${number}`);
  const terms = {
    txid: funding.txid,
    vout: 1,
    product: 'VESTING_BCH',
    family: 'stream',
    contractAddress: `bchtest:p${locking}`,
    lockingBytecode: `aa20${locking}87`,
    scriptHash: hash(`script ${number}`),
    announcement: `6a0457454952${hash(`announcement ${number}`)
      .repeat(4)
      .slice(0, 2 * ANNOUNCEMENT)}`,
    sender: `76a914${hash(`sender ${number % 1_000}`).slice(0, 40)}88ac`,
    recipient: `76a914${hash(`recipient ${number % 5_000}`).slice(0, 40)}88ac`,
    plan: null,
    tokenCategory: null,
    totalAmount: TOTAL,
    fundedHeight: funding.height,
    fundedTime: funding.time,
  } as const;
  return { id: null, terms, events, head };
};

/** Returns the first round over a chain with many contracts: each funded, then claimed from. */
export const indexerRound = (contracts: number, eventsEach: number): Round => {
  const height = (contract: number, sequence: number): number => Math.floor(contract / 20) + sequence * 10;
  const changes = Array.from({ length: contracts }, (_, i) =>
    contractOf(
      i,
      Array.from({ length: eventsEach }, (__, sequence) => eventOf(i, sequence + 1, height(i, sequence))),
    ),
  );
  const blocks = height(contracts - 1, eventsEach) + 1;
  return {
    version: 0,
    forkHeight: -1,
    blocks: Array.from({ length: blocks }, (_, i) => ({ height: i, hash: hash(`block ${i}`), time: START + i * 600 })),
    announcements: changes.map(({ terms: { txid, product, contractAddress, fundedHeight } }) => ({
      txid,
      vout: 0,
      scriptHash: hash('beacon'),
      height: fundedHeight,
      verdict: 'ACCEPTED',
      product,
      contractAddress,
      problem: null,
    })),
    changes,
    readings: changes.map(({ terms: { scriptHash } }) => ({ scriptHash, status: hash(`status ${scriptHash}`) })),
    dropped: [],
    reorg: null,
  };
};
