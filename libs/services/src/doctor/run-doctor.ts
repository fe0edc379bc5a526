import { setTimeout as sleep } from 'node:timers/promises';
import type { DoctorRepository, FinalityRepository, PublishedEventsRepository } from '@weir/infra';
import type { CurrencyContext } from '../currency/currency-context.js';
import type { VaultContext } from '../vaults/vault-context.js';
import { checkCurrency } from './check-currency.js';
import { checkLanes } from './check-lanes.js';
import type { CheckOptions } from './check-records.js';
import { checkVaults } from './check-vaults.js';
import type { Examined, Finding, Repair } from './doctor.types.js';
import { checkStreams } from './streams/check-streams.js';

/** How long services get to record what looks wrong, before it is looked at again, milliseconds. */
const SETTLE_MS = 5_000;

export interface DoctorOptions {
  /** Whether faults are repaired; nothing is written without it. */
  readonly fix?: boolean;
  /** Default 5,000. */
  readonly settleMs?: number;
  /** Waits instead, until services have recorded what they do now. */
  readonly settle?: () => Promise<unknown>;
  /** Called for each fault once it is certain, with the outcome of its repair. */
  readonly onFinding?: (finding: Finding) => void;
  readonly onProgress?: (examined: Readonly<Examined>) => void;
}

export interface DoctorReport {
  readonly examined: Readonly<Examined>;
  readonly findings: readonly Finding[];
}

interface DoctorContext {
  readonly records: VaultContext;
  readonly currency: CurrencyContext;
  readonly doctor: DoctorRepository;
  readonly events: Pick<PublishedEventsRepository, 'publish'>;
  readonly finality: Pick<FinalityRepository, 'settle'>;
}

const checkData = async (
  { doctor, events }: DoctorContext,
  { fix, settle, onFinding }: Pick<CheckOptions, 'fix' | 'settle' | 'onFinding'>,
): Promise<void> => {
  const keyOf = ({ fault, id, name }: { fault: string; id: string; name: string }) => `${fault} ${id} ${name}`;
  const first = await doctor.dataFaults();
  if (first.length === 0) return;
  await settle();
  const before = new Set(first.map(keyOf));
  const certain = (await doctor.dataFaults()).filter((fault) => before.has(keyOf(fault)));
  if (fix)
    for (const fault of new Set(certain.map((each) => each.fault)))
      await (fault === 'dead-outbox' ? events.publish() : doctor.repairData(fault));
  const left = new Set(fix && certain.length > 0 ? (await doctor.dataFaults()).map(keyOf) : []);
  for (const { fault, type, id, name, says } of certain) {
    const isLeft = left.has(keyOf({ fault, id, name }));
    const result: Repair = !fix
      ? { outcome: 'found' }
      : isLeft
        ? { outcome: 'left', why: 'it came back after the repair: something keeps causing it' }
        : { outcome: 'repaired' };
    onFinding({ fault, says, record: { type, id, name }, ...result });
  }
};

/**
 * Compares all records with the chain, and with each other, and repairs what is wrong where it is asked to. Safe beside running services: it
 * reads the chain before it locks a row, as they do, and writes only to rows that are as it read them.
 *
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
export const runDoctor = async (
  context: DoctorContext,
  { fix = false, settleMs = SETTLE_MS, settle = () => sleep(settleMs), onFinding, onProgress }: DoctorOptions = {},
): Promise<DoctorReport> => {
  const examined: Examined = { streams: 0, currency: 0, vaults: 0, lanes: 0 };
  const findings: Finding[] = [];
  const counting = (kind: keyof Examined): CheckOptions => ({
    fix,
    settle,
    onFinding(finding) {
      findings.push(finding);
      onFinding?.(finding);
    },
    onExamined(count) {
      examined[kind] += count;
      onProgress?.(examined);
    },
  });
  // What follows from the records comes after them.
  // Before the streams: locks that it opens again are followed on the chain with them.
  await checkLanes(context.records.airdrops, counting('lanes'));
  await checkStreams(context.records, counting('streams'));
  await checkCurrency(context.currency, counting('currency'));
  await checkVaults(context.records, counting('vaults'));
  await checkData(context, counting('streams'));
  // All records are as the chain has them, also where it replaced final blocks.
  if (findings.every(({ outcome }) => outcome === 'repaired')) await context.finality.settle();
  return { examined, findings };
};
