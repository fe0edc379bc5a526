import type { Network } from '@weir/covenants';
import type { Rejected } from '../find/instance.js';
import type { ContractReport, RunningNotice } from '../report/contract-report.js';
import { formatAmount, formatBch, formatParty, formatTime, line } from './format.js';

const noticeText = ({ after, overAtHeight }: RunningNotice): string =>
  overAtHeight === null
    ? `after a ${after} that is not mined yet`
    : `after a ${after}, over from height ${overAtHeight} on`;

const actionText = (
  { action, signed, amount }: ContractReport['actions'][number],
  tokenCategory: string | null,
): string =>
  `${action} (${signed ? 'a wallet signs' : 'complete, nobody signs'})${amount === null ? '' : `: ${formatAmount(amount, tokenCategory)}`}`;

/** Whether what is due goes to a party other than the reader. */
const isOthers = ({ due, recipient, roles }: ContractReport): boolean =>
  due > 0n && recipient !== null && !roles.includes('recipient');

/** Shows a contract for people to read. */
export const showReport = (report: ContractReport, network: Network): string => {
  const { tokenCategory, nextDue, notice, strays, states } = report;
  const amount = (value: bigint): string => formatAmount(value, tokenCategory);
  const ended = report.ended ? ', ended' : '';
  return [
    `${report.product} ${report.contractAddress}`,
    line('you are', report.roles.length === 0 ? 'no party' : report.roles.join(' and ')),
    line('status', `${report.status}${ended}${report.confirmations === 0 ? ', its last step is not mined yet' : ''}`),
    line('sender', formatParty(report.sender, network) ?? ''),
    ...(report.recipient === null ? [] : [line('recipient', formatParty(report.recipient, network) ?? '')]),
    line('funded', amount(report.funded)),
    line('paid', amount(report.paid)),
    ...(report.ended ? [] : [line('due now', `${amount(report.due)}${isOthers(report) ? ', to the recipient' : ''}`)]),
    ...(nextDue === null
      ? []
      : [line('next', `${formatTime(nextDue)} by the chain's clock, about an hour later by yours`)]),
    ...(notice === null ? [] : [line('notice', noticeText(notice))]),
    ...(strays.coins === 0
      ? []
      : [line('strays', `${strays.coins} coins with ${formatBch(strays.satoshis)} sent there by mistake`)]),
    line('funding', report.funding),
    ...states.slice(0, 4).map((state) => line('state', state)),
    ...(states.length > 4 ? [line('', `and ${states.length - 4} more`)] : []),
    ...report.actions.map((action) => line('possible', actionText(action, tokenCategory))),
    ...report.remarks.map((remark) => line('note', remark)),
  ].join('\n');
};

/**
 * Shows a report for machines: amounts as decimal text in base units, times in Unix seconds, addresses with their
 * prefix.
 */
export const reportJson = (report: ContractReport, network: Network) => ({
  ...report,
  sender: formatParty(report.sender, network),
  recipient: formatParty(report.recipient, network),
  funded: report.funded.toString(),
  paid: report.paid.toString(),
  due: report.due.toString(),
  nextDue: report.nextDue === null ? null : Number(report.nextDue),
  strays: { coins: report.strays.coins, satoshis: report.strays.satoshis.toString() },
  actions: report.actions.map((each) => ({ ...each, amount: each.amount?.toString() ?? null })),
});

/** Shows an output that only looks like a contract, and why it is none. */
export const showRejected = ({ txid, vout, verdict, contractAddress, problem }: Rejected): string =>
  [
    `REJECTED (${verdict}) ${contractAddress ?? 'an announcement that announces nothing'}`,
    line('announced', `${txid}:${vout}`),
    line('why', problem),
  ].join('\n');
