import { binsAreEqual, binToHex } from '@bitauth/libauth';
import {
  addressOf,
  decodeMoveNotice,
  encodeWcTransaction,
  type Network,
  outpointKey,
  type Party,
  partyAddress,
  sameOutpoint,
  isRosterContract,
  type TreasuryCoin,
  type WcEncoding,
} from '@weir/covenants';
import { type BuiltTransaction, isKeyless, payeeOf } from '../actions.js';
import type { Rejected } from '../find/instance.js';
import type { ContractReport, RunningNotice } from '../report/report-two-party.js';
import type { RunningMove } from '../report/running-move.js';
import type { FoundVault } from '../vault/read-vault.js';
import { rosterFacts } from '../vault/rosters.js';
import type { Answer } from './command.types.js';

const DECIMALS = 8;

/** Formats a non-negative number of satoshis as BCH: `1.5 BCH`. */
export const formatBch = (satoshis: bigint): string => {
  const digits = satoshis.toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return `${digits.slice(0, -DECIMALS)}${fraction === '' ? '' : `.${fraction}`} BCH`;
};

/** Formats an amount: satoshis as BCH, or base units of a token with its category. */
export const formatAmount = (amount: bigint, tokenCategory: string | null): string =>
  tokenCategory === null ? formatBch(amount) : `${amount.toString()} units of token ${tokenCategory}`;

/** Formats Unix seconds as UTC, to the second. */
export const formatTime = (seconds: bigint): string =>
  new Date(Number(seconds) * 1000).toISOString().replace('.000', '').replace('T', ' ').replace('Z', ' UTC');

/** Formats a party as an address; null if there is none. */
const formatParty = (party: Party | null, network: Network): string | null =>
  party === null ? null : (partyAddress(party, network) ?? null);

export const line = (name: string, value: string): string => `  ${name.padEnd(13)} ${value}`;

type BuiltOutput = BuiltTransaction['outputs'][number];

const OP_RETURN = 0x6a;

/** Formats the tokens of an output: units, an NFT or both, and their category. */
const tokenText = ({ token }: BuiltOutput): string => {
  if (token === undefined) return '';
  const parts = [
    ...(token.amount > 0n ? [`${token.amount.toString()} units`] : []),
    ...(token.nft === undefined ? [] : ['an NFT']),
  ];
  return ` and ${parts.join(' and ')} of token ${token.category}`;
};

const outputLine = (output: BuiltOutput, scripts: readonly Uint8Array[], network: Network): string => {
  if (output.to[0] === OP_RETURN) {
    const movesTo = decodeMoveNotice(output.to);
    return line(
      'says',
      movesTo === undefined ? 'a note on the chain' : `the new address ${payeeOf(movesTo, false, network)}`,
    );
  }
  const what = `${formatBch(output.amount)}${tokenText(output)}`;
  if (scripts.some((script) => binsAreEqual(script, output.to))) return line('stays', `${what} in the contract`);
  return line('pays', `${what} to ${payeeOf(output.to, output.token !== undefined, network)}`);
};

/**
 * Shows a transaction for people to read before they sign or send it.
 *
 * @param scripts locking bytecodes (hex) that hold the contract
 */
export const showTransaction = (
  built: Pick<BuiltTransaction, 'outputs' | 'fee' | 'size'> & { readonly txid?: string },
  scripts: readonly Uint8Array[],
  network: Network,
): string =>
  [
    ...built.outputs.map((output) => outputLine(output, scripts, network)),
    line('fee', `${built.fee.toString()} satoshis for ${built.size} bytes`),
    ...(built.txid === undefined ? [] : [line('txid', built.txid)]),
  ].join('\n');

const outputJson = (output: BuiltOutput, network: Network) => ({
  address: payeeOf(output.to, output.token !== undefined, network),
  satoshis: output.amount.toString(),
  token:
    output.token === undefined
      ? null
      : { category: output.token.category, amount: output.token.amount.toString(), nft: output.token.nft ?? null },
});

/** Shows a transaction for machines: `hex` if it is complete, else `wcTransaction` to sign. */
export const transactionJson = (built: BuiltTransaction, network: Network, encoding: WcEncoding) => ({
  ...(isKeyless(built)
    ? { complete: true, txid: built.txid, hex: built.hex }
    : { complete: false, wcTransaction: encodeWcTransaction(built.wcTransaction, encoding) }),
  fee: built.fee.toString(),
  size: built.size,
  outputs: built.outputs.map((output) => outputJson(output, network)),
});

const noticeText = ({ after, overAtHeight }: RunningNotice): string =>
  overAtHeight === null
    ? `after a ${after} that is not mined yet`
    : `after a ${after}, over from height ${overAtHeight} on`;

const moveText = ({ to, isUndone, finishableAtHeight }: RunningMove, network: Network): string => {
  if (isUndone) return 'back to the old address: finish it';
  const from = finishableAtHeight === null ? 'once it is mined' : `from height ${finishableAtHeight} on`;
  return `to ${formatParty(to, network) ?? ''}, ${from}`;
};

const actionText = (
  { action, signed, amount }: ContractReport['actions'][number],
  tokenCategory: string | null,
): string =>
  `${action} (${signed ? 'a wallet signs' : 'complete, nobody signs'})${amount === null ? '' : `: ${formatAmount(amount, tokenCategory)}`}`;

/** Whether what is due goes to a party other than the reader. */
const isOthers = ({ due, recipient, roles }: ContractReport): boolean =>
  due > 0n && recipient !== null && !roles.includes('recipient');

export const showReport = (report: ContractReport, network: Network): string => {
  const { tokenCategory, nextDue, notice, move, strays, states } = report;
  const amount = (value: bigint): string => formatAmount(value, tokenCategory);
  const ended = report.ended ? ', ended' : '';
  return [
    `${report.product} ${report.contractAddress}`,
    line('you are', report.roles.length === 0 ? 'no party' : report.roles.join(' and ')),
    line('status', `${report.status}${ended}${report.confirmations === 0 ? ', its last step is not mined yet' : ''}`),
    line('sender', formatParty(report.sender, network) ?? ''),
    ...(report.recipient === null ? [] : [line('recipient', formatParty(report.recipient, network) ?? '')]),
    ...(move === null ? [] : [line('moves', moveText(move, network))]),
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
  move: report.move && { ...report.move, to: formatParty(report.move.to, network) },
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

const nameOf = ({ outpoint }: TreasuryCoin): string => outpointKey(outpoint);

/** Coins with tokens that a spend may pay out. */
const tokensOf = ({ state, coins, otherStates }: FoundVault) => {
  const states = state === undefined ? otherStates : [...otherStates, state];
  return coins.flatMap((coin) => {
    const { txid, vout, token, satoshis } = coin;
    if (token === undefined || states.some(({ outpoint }) => sameOutpoint(outpoint, coin))) return [];
    return [
      {
        coin: `${txid}:${vout}`,
        category: token.category,
        amount: token.amount.toString(),
        nft: token.nft ?? null,
        satoshis: satoshis.toString(),
      },
    ];
  });
};

const stateText = ({ state, spends }: FoundVault): string => {
  if (state !== undefined) return `${nameOf(state)}, ${state.state.spends} spends`;
  return spends > 0 ? 'closed' : 'none: no first deposit';
};

/** Says who may recover a roster, and from which block on the next step of a recovery is possible. */
const rosterLines = (roster: NonNullable<ReturnType<typeof rosterFacts>>): readonly string[] => {
  const { guardianHash, quietBlocks, reviewBlocks, phase, nextStepHeight } = roster;
  if (guardianHash === null) return [line('guardian', 'none: nobody can recover it')];
  return [
    line('guardian', `the holder of the lock with the hash ${guardianHash}`),
    line('silence', `${quietBlocks} blocks before a call, ${reviewBlocks} more before its end`),
    ...(nextStepHeight === null
      ? []
      : [
          phase === 'active'
            ? line('recovery', `can be called from block ${nextStepHeight} on`)
            : line(
                'RECOVERY',
                `is called, and can end from block ${nextStepHeight} on: one signer stops it by vault veto`,
              ),
        ]),
  ];
};

/** Shows a vault, both for people and for machines. */
export const showVault = (found: FoundVault) => {
  const { contract, state, spends, coins, otherStates } = found;
  const roster = rosterFacts(found);
  const terms = isRosterContract(contract) ? undefined : contract.parameters;
  const signers = roster?.signers ?? terms?.signers.map((hash) => addressOf(hash, contract.network)) ?? [];
  const nonce = terms === undefined ? null : binToHex(terms.nonce);
  const satoshis = coins.reduce((sum, coin) => sum + coin.satoshis, 0n);
  const tokens = tokensOf(found);
  const text = [
    `VAULT ${contract.address}`,
    ...signers.map((signer) => line('signer', signer)),
    ...(nonce === null ? [] : [line('nonce', nonce)]),
    ...(roster === undefined ? [] : rosterLines(roster)),
    line('holds', `${formatBch(satoshis)} in ${coins.length} coins`),
    line('state', stateText(found)),
    ...tokens.map(({ coin, category, amount, nft }) =>
      line('token', `${amount} units${nft === null ? '' : ' and an NFT'} of ${category} in ${coin}`),
    ),
    ...otherStates.map((other) =>
      line('note', `${nameOf(other)} looks like a state, but not of this vault: no spend touches it`),
    ),
  ].join('\n');
  const json = {
    contractAddress: contract.address,
    signers,
    nonce,
    roster: roster ?? null,
    satoshis: satoshis.toString(),
    coins: coins.length,
    state: state === undefined ? null : nameOf(state),
    spends,
    tokens,
    otherStates: otherStates.map(nameOf),
  };
  return { text, json } satisfies Answer;
};
