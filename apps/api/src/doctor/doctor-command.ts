import { parseArgs } from 'node:util';
import { ConfigError, createLogger } from '@weir/http';
import { describeServers } from '@weir/infra';
import type { Examined, Finding } from '@weir/services';
import { loadConfig } from '../config/load-config.js';
import { openDoctor } from './open-doctor.js';

export const DOCTOR_USAGE = `doctor [--fix] [--json]
Compares every record with the chain and with the others. Changes nothing without --fix. Safe beside running services.
  --fix    repairs what it finds
  --json   prints the report as one JSON object
Settings as for the API: DATABASE_URL, BCH_NETWORK, ELECTRUM_URLS.
Exit code: 0 nothing is wrong, or all of it is repaired; 1 something is wrong; 2 the check failed.`;

/** Where a command writes to. */
export interface CommandIo {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

const CLEAN = 0;
const FAULTS = 1;
const FAILED = 2;

const textOf = (finding: Finding): string => {
  const { fault, record, says, outcome } = finding;
  const became = outcome === 'found' ? '' : outcome === 'repaired' ? ' (repaired)' : ` (left: ${finding.why})`;
  return `${fault}  ${record.name}: ${says}${became}`;
};

const countOf = ({ streams, currency, vaults, lanes }: Readonly<Examined>): string =>
  `${streams} streams and payments, ${currency} payments in a currency, ${vaults} vaults, ${lanes} lanes`;

const examine = async (options: { fix: boolean; json: boolean }, env: NodeJS.ProcessEnv, io: CommandIo) => {
  const { fix, json } = options;
  const config = loadConfig(env);
  for (const line of config.unknownSettings) io.complain(line);
  const doctor = await openDoctor(config, createLogger('silent'));
  const since = performance.now();
  try {
    const { examined, findings } = await doctor.run({
      fix,
      ...(!json && {
        onFinding: (finding) => io.print(textOf(finding)),
        onProgress: (count) => io.complain(`${countOf(count)} …`),
      }),
    });
    const seconds = Math.round(performance.now() - since) / 1_000;
    const wrong = findings.filter(({ outcome }) => outcome !== 'repaired').length;
    if (json) io.print(JSON.stringify({ examined, findings, seconds }));
    else
      io.print(
        `${countOf(examined)} in ${seconds} s: ${findings.length} faults, ${findings.length - wrong} of them repaired`,
      );
    return wrong === 0 ? CLEAN : FAULTS;
  } finally {
    await doctor.close();
  }
};

/** The command of the doctor. Never throws. @returns the exit code of {@link DOCTOR_USAGE} */
export const doctorCommand = async (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  io: CommandIo,
): Promise<number> => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        fix: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (!values.help) return await examine(values, env, io);
    io.print(DOCTOR_USAGE);
    return CLEAN;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isUsage = code?.startsWith('ERR_PARSE_ARGS') === true;
    const text = error instanceof ConfigError || isUsage ? message : `Check failed: ${message}`;
    io.complain([text, ...describeServers(error)].join('\n'));
    if (isUsage) io.complain(DOCTOR_USAGE);
    return FAILED;
  }
};
