import { CovenantError } from '@weir/covenants';
import {
  BroadcastRejectedError,
  ChainUnavailableError,
  commandWithArguments,
  describeServers,
  HistoryHiddenError,
  unknownSettings,
} from '@weir/infra/electrum';
import { openChain, type RecoverContext } from '../chain/open-chain.js';
import { RecoverError } from '../recover-error.js';
import type { Answer, Command, Environment, Io, Task } from './command.types.js';
import { build } from './commands/build.js';
import { list } from './commands/list.js';
import { purse } from './commands/purse.js';
import { vault } from './commands/vault.js';
import { parseCommand } from './parse-command.js';

const RECOVER = commandWithArguments('recover');
const USAGE = `What is yours in Weir's contracts, and the transactions that get it out: from an address and an Electrum server alone.
It never asks for a key. Explained step by step in docs/recover.md.

  ${RECOVER} list <address>... [--campaign <contract address>]... [--whitelist <file.csv>] [--blocks <from>..<to>] [--oracle <where>]...
  ${RECOVER} build <contract address | txid | txid:index>... --action <action> [--address <who acts>] [--all]
                           [--to <new address>] [--whitelist <file.csv>] [--recipient <whose row>] [--signature <base64>] [--amount <BCH>]
                           [--oracle <where>]... [--broadcast]
  ${RECOVER} vault --signer <address or key>... --nonce <hex>
  ${RECOVER} vault spend|close --signer ... --nonce <hex> --to <address> [--amount <n>] [--token <category> | --coin <txid:index>] --out <file>
  ${RECOVER} vault cancel|pause|resume <txid | txid:index | airdrop>... [--all] --signer ... --nonce <hex> --out <file>
  ${RECOVER} vault announce|undo <txid | txid:index>... [--to <new address>] [--all] --signer ... --nonce <hex> --out <file>
  ${RECOVER} vault [spend ... | cancel ... | recall ...] --roster <address or txid of the first deposit> ...
  ${RECOVER} vault exchange --roster <address> [--leaves <signer> --joins <address or key>] [--guardian <address> | --no-guardian]
                           [--quiet <blocks>] [--review <blocks>] --out <file>
  ${RECOVER} vault call|veto --roster <address> --address <guardian | signer>
  ${RECOVER} vault finish --roster <address> --address <guardian> --joins <address or key> --joins ... --joins ...
                           [--guardian <address> | --no-guardian] [--quiet <blocks>] [--review <blocks>] --out <file>
  ${RECOVER} vault recall <purse: txid | txid:index>... --signer ... --nonce <hex> --out <file>
  ${RECOVER} purse <txid | txid:index of its opening>
  ${RECOVER} purse home <txid | txid:index>
  ${RECOVER} purse pay <txid | txid:index> --to <payee> --amount <n> [--payee <address>]...
  ${RECOVER} vault join <file> --signed <hex> --signed <hex> [--signed <hex>] [--broadcast]
  ${RECOVER} broadcast <hex>

Actions
  claim      the recipient gets what is due; of an airdrop, the claimer gets their part         a wallet signs
  push       the same without the recipient: complete while a notice runs, or for a sponsored
             list; else --address pays the fee                                                  complete, or a wallet signs
  cancel     the sender ends a stream or payment; the rest returns after the notice             a wallet signs
  pause      the sender pauses a payment; what is due by then is paid                             a wallet signs
  resume     the sender ends a pause whose notice is over                                       a wallet signs
  announce   the recipient names their new address with --to: after the delay streams and locks pay it  a wallet signs
  undo       the recipient keeps the old address after all; then finish                          a wallet signs
  finish     ends an announced move once its delay is over; of streams --address pays the fee    a wallet signs; of locks complete
  refund     the rest of a cancelled one returns to the sender, once the notice is over         complete
  settle     ends the notice of a pause                                                         complete
  sweep      the sender or creator gets back what was sent to the contract by mistake           a wallet signs
  close      the creator ends an airdrop, lane by lane; with --signature all at once            a wallet signs, or complete
  topup      of a payment in a currency: --address adds --amount of BCH at once                a wallet signs
  complete   what is left of a lane that has paid all returns to the creator                    complete

Payments in a currency are paid by push or claim, complete, at the price that their oracle signed for each date: all that is due, deposits
at their address of top-ups included. --oracle says where its messages are: the URL of a relay, a file with a relay's answer, or the txid of
another payment (of anybody) due at that minute; other payments of the same funding are found. close returns the rest once all is paid, and
sweep what was sent to the address of top-ups too late.

Of plans, cancel, pause and resume, announce, undo and finish take several streams, of one plan or more; --all takes every stream of a plan that is
named by the txid of its funding or by its address, and leaves out those it is not possible for. announce, undo and finish take locks, too.

Everywhere
  --network <name>    mainnet (default, or BCH_NETWORK), chipnet, testnet3, testnet4, regtest, devnet
  --server <url>      wss:// or tls:// host:port, more than once if you like; default: ELECTRUM_URLS, else public ones
  --json              one JSON object on standard output
  --out <file>        keeps what a wallet is to sign, or a vault's proposal
  --encoding <form>   of wcTransactions: tagged (what wallets take, default) or plain
  --fee-rate <n>      pays at least so many satoshis for 1,000 bytes (default: what nodes ask, 1000 as a rule); beyond what
                      a contract pays, some 1400, --address pays it and a wallet signs
  --broadcast         sends a transaction that is complete

Exit codes: 0 done, 1 a fault of the program, 2 wrong command line or file, 3 no server that answers or can be believed,
4 nothing there, 5 not possible now, 6 refused by the network, 7 done, but not everything could be read.
`;

/** The exit codes, explained in {@link USAGE}. */
export const EXIT = {
  done: 0,
  fault: 1,
  USAGE: 2,
  unavailable: 3,
  NOT_FOUND: 4,
  NOT_POSSIBLE: 5,
  rejected: 6,
  incomplete: 7,
} as const;

const broadcast = async (hex: string, { chain }: RecoverContext): Promise<Answer> => {
  const txid = await chain.broadcast(hex.trim());
  return { text: `Sent: ${txid}`, json: { sent: [txid] } };
};

const perform = (
  task: Exclude<Task, { name: 'help' }>,
  { settings }: Command,
  context: RecoverContext,
  io: Io,
): Promise<Answer> => {
  switch (task.name) {
    case 'list':
      return list(task, context, io);
    case 'build':
      return build(task, settings, context, io);
    case 'purse':
      return purse(task, settings, context);
    case 'broadcast':
      return broadcast(task.hex, context);
    default:
      return vault(task, settings, context, io);
  }
};

const explain = (error: unknown): { readonly code: number; readonly message: string } => {
  if (error instanceof RecoverError) return { code: EXIT[error.problem], message: error.message };
  if (error instanceof HistoryHiddenError)
    return {
      code: EXIT.unavailable,
      message: `${error.message}: servers list no history beyond their limit. Name others with --server`,
    };
  if (error instanceof ChainUnavailableError)
    return { code: EXIT.unavailable, message: [error.message, ...describeServers(error)].join('\n') };
  if (error instanceof BroadcastRejectedError)
    return { code: EXIT.rejected, message: `${error.message}. If somebody was faster, build it again` };
  if (error instanceof CovenantError) return { code: EXIT.NOT_POSSIBLE, message: error.message };
  if (error instanceof RangeError) return { code: EXIT.NOT_POSSIBLE, message: error.message };
  return { code: EXIT.fault, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
};

/** Removes control characters from a server's words, which could otherwise steer the user's terminal. */
const harmless = (text: string): string => text.replace(/[^\P{C}\n]/gu, '');

/** Returns the chain with a fee rate that is nowhere below the given one. */
const payingAtLeast = (feeRate: bigint | undefined, chain: RecoverContext['chain']): RecoverContext['chain'] => {
  if (feeRate === undefined) return chain;
  const highest = async (): Promise<bigint> => {
    const asked = await chain.feeRate();
    return asked > feeRate ? asked : feeRate;
  };
  return { ...chain, feeRate: highest };
};

const answer = async (command: Command, io: Io): Promise<number> => {
  const { settings, task } = command;
  if (task.name === 'help') {
    io.print(USAGE);
    return EXIT.done;
  }
  const open = await openChain(settings.network, settings.servers);
  try {
    const context: RecoverContext = {
      chain: payingAtLeast(settings.feeRate, open.chain),
      eachHistory: open.eachHistory,
      network: settings.network,
      servers: settings.servers,
      onProgress: (what) => io.complain(what),
    };
    const { json, text, file, incomplete = false } = await perform(task, command, context, io);
    if (settings.out !== undefined && file !== undefined) await io.writeFile(settings.out, file);
    io.print(settings.json ? JSON.stringify(json) : text);
    return incomplete ? EXIT.incomplete : EXIT.done;
  } finally {
    await open.close();
  }
};

/**
 * Runs a command line.
 *
 * @returns the exit code, see {@link EXIT}
 */
export const run = async (args: readonly string[], environment: Environment, io: Io): Promise<number> => {
  for (const line of unknownSettings({ ...environment })) io.complain(line);
  try {
    return await answer(parseCommand(args, environment), io);
  } catch (error) {
    const { code, message } = explain(error);
    io.complain(harmless(message));
    return code;
  }
};
