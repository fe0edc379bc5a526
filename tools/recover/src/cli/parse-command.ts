import { parseArgs } from 'node:util';
import { isNativeError } from 'node:util/types';
import { NETWORKS, type Network } from '@weir/covenants';
import { type Action, ACTIONS, isAction, isSenderMove, SENDER_MOVES } from '../actions.js';
import type { BlockRange } from '../find/find-by-holder.js';
import { RecoverError, usage } from '../recover-error.js';
import type { VaultTerms } from '../vault/read-vault.js';
import type { Command, Environment, PurseTask, Settings, Task, VaultTask } from './command.types.js';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean', default: false } as const;

const OPTIONS = {
  network: text,
  server: texts,
  json: flag,
  encoding: text,
  out: text,
  'fee-rate': text,
  help: { ...flag, short: 'h' },
  campaign: texts,
  whitelist: text,
  blocks: text,
  action: text,
  address: text,
  recipient: text,
  signature: text,
  broadcast: flag,
  all: flag,
  signer: texts,
  nonce: text,
  to: text,
  amount: text,
  token: text,
  coin: text,
  signed: texts,
  payee: texts,
  roster: text,
  leaves: text,
  joins: texts,
  guardian: text,
  'no-guardian': flag,
  quiet: text,
  review: text,
  oracle: texts,
} as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new RecoverError('USAGE', isNativeError(error) ? error.message : String(error), { cause: error });
  }
};

type Values = ReturnType<typeof parse>['values'];

const needed = (value: string | undefined, what: string): string => {
  if (value === undefined || value === '') throw usage(`${what} is missing: see --help`);
  return value;
};

const atLeastOne = (values: readonly string[], what: string): readonly string[] => [
  needed(values[0], what),
  ...values.slice(1),
];

const networkOf = (named: string): Network => {
  const network = NETWORKS.find((each) => each === named);
  if (network === undefined) throw usage(`--network is one of ${NETWORKS.join(', ')}, not ${named}`);
  return network;
};

const feeRateOf = (text: string | undefined): bigint | undefined => {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{3,6}$/.test(text)) return BigInt(text);
  throw usage('--fee-rate is a number of satoshis for 1,000 bytes, 1000 to 9999999');
};

const settingsOf = (
  { network, server = [], json, encoding = 'tagged', out, 'fee-rate': feeRate }: Values,
  environment: Environment,
): Settings => {
  if (encoding !== 'tagged' && encoding !== 'plain') throw usage('--encoding is tagged (for wallets) or plain');
  const listed = (environment.ELECTRUM_URLS ?? '').split(',').map((url) => url.trim());
  const servers = server.length > 0 ? server : listed.filter((url) => url !== '');
  return {
    network: networkOf(network ?? environment.BCH_NETWORK ?? 'mainnet'),
    servers,
    json,
    encoding,
    out,
    feeRate: feeRateOf(feeRate),
  };
};

const blocksOf = (range: string | undefined): BlockRange | undefined => {
  if (range === undefined) return undefined;
  const [, from, to] = /^(\d{1,9})\.\.(\d{1,9})?$/.exec(range) ?? [];
  if (from === undefined) throw usage('--blocks is a range of heights: 800000..810000, or 800000.. up to the tip');
  return { from: Number(from), to: to === undefined ? Number.MAX_SAFE_INTEGER : Number(to) };
};

const actionOf = (action: string): Action => {
  if (isAction(action)) return action;
  throw usage(`--action is one of ${ACTIONS.join(', ')}, not ${action}`);
};

const termsOf = ({ roster, signer = [], nonce }: Values): VaultTerms =>
  roster === undefined ? { signers: signer, nonce: needed(nonce, '--nonce, or --roster,') } : { roster };

const vaultTask = ([what, ...named]: readonly string[], values: Values): VaultTask => {
  const { signed = [], broadcast, to, amount, token, coin, all } = values;
  if (what === 'join')
    return { name: 'vault-join', proposal: needed(named[0], "The proposal's file"), signed, broadcast };
  const terms = termsOf(values);
  if (what === undefined) return { name: 'vault', terms };
  if (isAction(what) && isSenderMove(what))
    return { name: 'vault-move', terms, move: what, contracts: atLeastOne(named, 'The stream'), all };
  if (what === 'announce' || what === 'undo') {
    if (what === 'undo' && to !== undefined) throw usage('--to is for an announcement, not for an undo');
    const contracts = atLeastOne(named, 'The stream or lock');
    return { name: 'vault-announce', terms, to: what === 'undo' ? to : needed(to, '--to'), contracts, all };
  }
  if (what === 'call' || what === 'veto')
    return { name: 'vault-step', terms, step: what, address: needed(values.address, '--address') };
  if (what === 'exchange' || what === 'finish') {
    const { leaves, joins = [], guardian, 'no-guardian': noGuardian, quiet, review } = values;
    const policy = { guardian, noGuardian, quiet, review };
    if (what === 'finish')
      return { name: 'vault-finish', terms, order: { address: needed(values.address, '--address'), joins, ...policy } };
    if (joins.length > 1) throw usage('An exchange gives one place to another key: give --joins once');
    return { name: 'vault-exchange', terms, order: { leaves, joins: joins[0], ...policy } };
  }
  if (what === 'recall') return { name: 'vault-recall', terms, purses: atLeastOne(named, 'The purse') };
  if (what !== 'spend' && what !== 'close')
    throw usage(
      `A vault knows spend, close, ${SENDER_MOVES.join(', ')}, announce, undo, recall, exchange, call, veto, finish and join, not ${what}`,
    );
  return { name: 'vault-propose', terms, order: { kind: what, to: needed(to, '--to'), amount, token, coin } };
};

const purseTask = ([first, second]: readonly string[], { to, amount, payee = [] }: Values): PurseTask => {
  const named = (purse: string | undefined) => ({ name: 'purse', purse: needed(purse, 'The purse') }) as const;
  switch (first) {
    case 'pay':
      return {
        ...named(second),
        what: first,
        to: needed(to, '--to'),
        amount: needed(amount, '--amount'),
        payees: payee,
      };
    case 'home':
      return { ...named(second), what: first };
    default:
      return { ...named(first), what: 'show' };
  }
};

const taskOf = ([name, ...rest]: readonly string[], values: Values): Task => {
  const { address, whitelist, recipient, to, signature, amount, broadcast, all, campaign = [], oracle = [] } = values;
  switch (name) {
    case undefined:
    case 'help':
      return { name: 'help' };
    case 'list':
      return {
        name,
        addresses: atLeastOne(rest, 'The address'),
        campaigns: campaign,
        whitelist,
        blocks: blocksOf(values.blocks),
        oracles: oracle,
      };
    case 'build':
      return {
        name,
        contracts: atLeastOne(rest, 'The contract'),
        all,
        action: actionOf(needed(values.action, '--action')),
        address,
        recipient,
        to,
        whitelist,
        signature,
        amount,
        oracles: oracle,
        broadcast,
      };
    case 'vault':
      return vaultTask(rest, values);
    case 'purse':
      return purseTask(rest, values);
    case 'broadcast':
      return { name, hex: needed(rest[0], 'The transaction, hex,') };
    default:
      throw usage(`There is no command ${name}: see --help`);
  }
};

/**
 * Parses a command line.
 *
 * @throws RecoverError USAGE
 */
export const parseCommand = (args: readonly string[], environment: Environment): Command => {
  const { values, positionals } = parse(args);
  return {
    settings: settingsOf(values, environment),
    task: values.help ? { name: 'help' } : taskOf(positionals, values),
  };
};
