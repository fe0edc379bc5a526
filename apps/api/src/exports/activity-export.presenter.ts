import type { ActivityLine } from '@weir/api-contract';
import { formatBch, type ExportLine } from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { csvRecord } from './csv.js';

const COLUMNS = [
  'time',
  'timestamp',
  'tx_hash',
  'direction',
  'kind',
  'product',
  'record_id',
  'display_id',
  'counterparty',
  'asset',
  'amount',
  'amount_base',
  'running_total',
  'running_total_base',
  'memo',
] as const;

const timeOf = ({ at }: ExportLine): string => new Date(at * 1_000).toISOString().replace('.000Z', 'Z');

const decimals = (base: bigint, tokenCategory: string | null): string => {
  if (tokenCategory !== null) return base.toString();
  return base < 0n ? `-${formatBch(-base)}` : formatBch(base);
};

/** A line as JSON has it. */
export const presentLine = (line: ExportLine): ActivityLine => {
  const tokenType = line.tokenCategory === null ? 'BCH' : 'FUNGIBLE_TOKEN';
  return {
    time: timeOf(line),
    timestamp: line.at,
    txHash: line.txHash,
    direction: line.direction,
    kind: line.kind as ActivityLine['kind'],
    product: line.product,
    recordId: line.recordId,
    displayId: line.displayId,
    counterparty: line.counterparty,
    asset: line.tokenCategory ?? 'BCH',
    amount: presentAmount(line.amount, tokenType),
    amountBase: line.amount.toString(),
    runningTotal: presentAmount(line.runningTotal, tokenType),
    runningTotalBase: line.runningTotal.toString(),
    memo: line.memo,
  };
};

const csvLine = (line: ExportLine): string =>
  csvRecord([
    timeOf(line),
    line.at,
    line.txHash,
    line.direction,
    line.kind,
    line.product,
    line.recordId,
    line.displayId,
    line.counterparty,
    line.tokenCategory ?? 'BCH',
    decimals(line.amount, line.tokenCategory),
    line.amount.toString(),
    decimals(line.runningTotal, line.tokenCategory),
    line.runningTotal.toString(),
    line.memo,
  ]);

/** An export as CSV, some lines at a time. */
export async function* asCsv(lines: AsyncIterable<readonly ExportLine[]>): AsyncGenerator<string> {
  yield csvRecord(COLUMNS);
  for await (const some of lines) yield some.map(csvLine).join('');
}

/** An export as one JSON document, some lines at a time. */
export async function* asJson(address: string, lines: AsyncIterable<readonly ExportLine[]>): AsyncGenerator<string> {
  yield `{"success":true,"address":${JSON.stringify(address)},"lines":[`;
  let count = 0;
  for await (const some of lines) {
    yield `${count === 0 ? '' : ','}${some.map((line) => JSON.stringify(presentLine(line))).join(',')}`;
    count += some.length;
  }
  yield `],"count":${count}}`;
}
