import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { decodeTransactionBch, hexToBin } from '@bitauth/libauth';
import {
  buildPlanStop,
  encodeWcTransaction,
  findPlanFunding,
  mostStopsOf,
  partyAddress,
  planStop,
  type FoundPlan,
  type UnsignedTransaction,
} from '@weir/covenants';
import type { AskedEffect, SigningRequest } from '@weir/verify';
import { median, printFigure } from '../harness/figures.js';
import { buildLargePlan, largePlan, party, senderOfLargePlans, START } from '../seed/large-plans.js';

const rounds = process.env['BENCH_ROUNDS'] ?? '30';
const processes = Number(process.env['BENCH_PROCESSES'] ?? 5);
const STREAMS = 640;
const YEAR = 31_536_000n;
const addressOf = (lockingBytecode: Uint8Array): string => partyAddress(lockingBytecode, 'mainnet') ?? '';
const sender = addressOf(party(0));
const requestOf = ({ wcTransaction }: UnsignedTransaction): SigningRequest =>
  encodeWcTransaction(wcTransaction, 'tagged');

/**
 * Goal: `@weir/verify` checks the funding of 640 streams in 50 ms, the first of a process included. Each transaction is checked
 * once, and then BENCH_ROUNDS times (30), in each of BENCH_PROCESSES processes (5): the medians of the first times, and of the
 * later ones once the process is warm.
 */
export const measure = async (): Promise<void> => {
  const draft = largePlan(STREAMS);
  const funding = requestOf(buildLargePlan(draft));
  const opening: AskedEffect = {
    kind: 'OPENS_STREAMS',
    sender,
    asset: undefined,
    streams: draft.streams.map((stream) => {
      if (stream.kind !== 'VESTING') throw new Error('The streams vest');
      const { recipient, total, start, end, group } = stream;
      return {
        recipient: addressOf(recipient),
        total,
        noticeBlocks: group.noticeBlocks,
        isCancelable: true,
        schedule: { kind: 'VESTING', start, end, cliff: start + group.cliff, step: group.step },
      };
    }),
  };

  const planIn = ({ transaction }: SigningRequest): FoundPlan => {
    const decoded = decodeTransactionBch(hexToBin(transaction));
    const found = typeof decoded === 'string' ? undefined : findPlanFunding('mainnet', '22'.repeat(32), decoded);
    if (found?.ok !== true) throw new Error('The funding is sound');
    return found.plan;
  };
  const plan = planIn(funding);
  const now = START + 2n * YEAR;
  const stopped = plan.streams.slice(0, mostStopsOf('VESTING_BCH'));
  const cancel = requestOf(
    buildPlanStop(
      stopped.map(({ contract, coin, recipient }) => {
        const stop = planStop(contract, coin, 'cancel', now);
        if (stop === undefined) throw new Error('A stream can be cancelled');
        return { contract, coin, recipient, stop };
      }),
      senderOfLargePlans,
    ),
  );
  const cancels = stopped.map(({ coin }): AskedEffect => {
    const { index } = coin.state;
    return { kind: 'MOVES_STREAM', move: 'CANCEL', category: plan.category, index, sender };
  });

  const directory = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  const child = fileURLToPath(new URL('./verify.child.ts', import.meta.url));

  /** Checks a transaction in processes of their own. @returns milliseconds */
  const timesOf = async (name: string, request: SigningRequest, effects: readonly AskedEffect[], time: bigint) => {
    const file = join(directory, name);
    const fundings = request === funding ? [] : [funding.transaction];
    const signer = { network: 'mainnet', own: [party(0)], fundings, height: 900_000, time };
    await writeFile(file, serialize({ request, signer, asked: { effects } }));
    const times = Array.from({ length: processes }, () => {
      const printed = execFileSync(process.execPath, [...process.execArgv, child, file, rounds], { encoding: 'utf8' });
      return JSON.parse(printed) as readonly number[];
    });
    const later = times.flatMap(([, ...others]) => others.slice(Math.floor(others.length / 2)));
    return { first: median(times.map(([first = 0]) => first)), later: median(later) };
  };

  try {
    const opened = await timesOf('funding', funding, [opening], START);
    printFigure(`a funding of ${STREAMS} streams, the first`, opened.first, 'ms', 'at most 50');
    printFigure('  later ones', opened.later, 'ms', 'at most 50');
    const ended = await timesOf('cancel', cancel, cancels, now);
    printFigure(`a cancel of ${stopped.length} streams, the first`, ended.first, 'ms');
    printFigure('  later ones', ended.later, 'ms');
  } finally {
    await rm(directory, { recursive: true });
  }
};
