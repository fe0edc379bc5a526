import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { ChainReader } from '@weir/infra';
import { createTransactionsService } from '../src/index.js';
import { startTestbed, until, useBed } from './support/testbed.js';

const bed = useBed(() => startTestbed(2));
let noted: string[];
let service: ReturnType<typeof createTransactionsService>;
beforeEach(() => {
  noted = [];
  const { chain } = bed.context;
  const note: ChainReader['note'] = (transaction) => {
    noted.push(transaction.txid);
    return chain.note(transaction);
  };
  service = createTransactionsService({ chain: { ...chain, note } });
});

/** How many questions to servers some work takes. */
const tripsOf = async (work: () => Promise<void>): Promise<number> => {
  const before = bed.pool.roundTrips;
  await work();
  return bed.pool.roundTrips - before;
};

const pay = (): string => bed.node.fund(binToHex(lockingBytecodeOf(bed.wallet().publicKeyHash)), 10_000n).txid;

const untilNoted = (txid: string) =>
  until('the note', async () => {
    await service.noteSent([txid]);
    return noted.length > 0 ? noted : undefined;
  });

it('a transaction of the mempool is noted, and asked for once however often it is named', async () => {
  const txid = pay();
  expect(await tripsOf(() => service.noteSent([txid]))).toBeGreaterThan(0);
  expect(noted).toEqual([txid]);
  expect(await tripsOf(() => service.noteSent([txid]))).toBe(0);
});

it('a mined one needs no note', async () => {
  const txid = pay();
  bed.node.mine();
  await service.noteSent([txid]);
  expect(noted).toEqual([]);
});

it('a hash that no server has is asked of each of them, once for all who name it, and not again at once', async () => {
  const unknown = ['cd'.repeat(32)];
  const crowd = () => Promise.all(Array.from({ length: 50 }, () => service.noteSent(unknown)));
  expect(await tripsOf(async () => void (await crowd()))).toBeLessThanOrEqual(2);
  expect(noted).toEqual([]);
});

it('one that reaches the servers later is found when it is named again', async () => {
  const txid = pay();
  const { hex } = bed.node.transaction(txid) ?? { hex: '' };
  bed.node.drop(txid);
  await service.noteSent([txid]);
  expect(noted).toEqual([]);
  bed.node.submit(hex);
  await untilNoted(txid);
  expect(noted).toEqual([txid]);
});

it('servers that are away are no answer: the request itself says what is wrong', async () => {
  const txid = pay();
  for (const control of bed.controls) await control.failCalls({});
  await service.noteSent([txid]);
  for (const control of bed.controls) await control.resetFaults();
  expect(noted).toEqual([]);
  await untilNoted(txid);
  expect(noted).toEqual([txid]);
});
