import type { Network, WcEncoding } from '@weir/covenants';
import type { Action, SenderMove } from '../actions.js';
import type { BlockRange } from '../find/find-by-holder.js';
import type { VaultOrder } from '../vault/propose.js';
import type { VaultTerms } from '../vault/read-vault.js';
import type { EndOrder, ExchangeOrder } from '../vault/rosters.js';

/** What a command uses of the outside world. */
export interface Io {
  /** Writes to standard output: what was asked for. */
  print(text: string): void;
  /** Writes to standard error: progress and refusals. */
  complain(text: string): void;
  /**
   * Reads a file.
   * @throws RecoverError USAGE if it cannot be read
   */
  readFile(path: string): Promise<Uint8Array>;
  /**
   * Writes a file.
   * @throws RecoverError USAGE if it cannot be written
   */
  writeFile(path: string, text: string): Promise<void>;
}

/** Which servers to ask, and how to answer. */
export interface Settings {
  readonly network: Network;
  /** Server URLs in order of preference; empty for the public ones of the network. */
  readonly servers: readonly string[];
  readonly json: boolean;
  readonly encoding: WcEncoding;
  /** The file to write what is to be signed or kept. */
  readonly out: string | undefined;
  /** Satoshis for 1,000 bytes to pay at least; undefined for what nodes ask. */
  readonly feeRate: bigint | undefined;
}

export interface ListTask {
  readonly name: 'list';
  /** One address, or several of the same wallet. */
  readonly addresses: readonly string[];
  /** Contract addresses of campaigns the addresses may claim from. */
  readonly campaigns: readonly string[];
  /** Path of a campaign's list. */
  readonly whitelist: string | undefined;
  /** Search the beacons of these blocks instead of the address's history. */
  readonly blocks: BlockRange | undefined;
  /** Where messages of oracles are: URLs of relays, txids and paths of files. */
  readonly oracles: readonly string[];
}

export interface BuildTask {
  readonly name: 'build';
  /**
   * Each is a contract's address, the txid of a funding, or the outpoint of a state; several are allowed for an
   * action of a plan's sender, and for a step of a move to another address.
   */
  readonly contracts: readonly string[];
  /** Whether to take all streams of the plans that are named by a funding or an address. */
  readonly all: boolean;
  readonly action: Action;
  readonly address: string | undefined;
  readonly recipient: string | undefined;
  /** The address that streams move to. */
  readonly to: string | undefined;
  readonly whitelist: string | undefined;
  readonly signature: string | undefined;
  /** What a top-up adds, BCH. */
  readonly amount: string | undefined;
  /** Where messages of oracles are: URLs of relays, txids and paths of files. */
  readonly oracles: readonly string[];
  readonly broadcast: boolean;
}

export type VaultTask =
  | { readonly name: 'vault'; readonly terms: VaultTerms }
  | { readonly name: 'vault-propose'; readonly terms: VaultTerms; readonly order: VaultOrder }
  | {
      readonly name: 'vault-move';
      readonly terms: VaultTerms;
      readonly move: SenderMove;
      readonly contracts: readonly string[];
      readonly all: boolean;
    }
  | {
      readonly name: 'vault-announce';
      readonly terms: VaultTerms;
      /** The address that streams and locks move to; undefined keeps them at the vault's. */
      readonly to: string | undefined;
      readonly contracts: readonly string[];
      readonly all: boolean;
    }
  | { readonly name: 'vault-exchange'; readonly terms: VaultTerms; readonly order: ExchangeOrder }
  | { readonly name: 'vault-finish'; readonly terms: VaultTerms; readonly order: EndOrder }
  | {
      readonly name: 'vault-step';
      readonly terms: VaultTerms;
      readonly step: 'call' | 'veto';
      readonly address: string;
    }
  | { readonly name: 'vault-recall'; readonly terms: VaultTerms; readonly purses: readonly string[] }
  | {
      readonly name: 'vault-join';
      readonly proposal: string;
      readonly signed: readonly string[];
      readonly broadcast: boolean;
    };

/** A purse is named by the transaction that opened it, or by its first coin. */
export type PurseTask = { readonly name: 'purse'; readonly purse: string } & (
  | { readonly what: 'show' }
  | { readonly what: 'home' }
  | { readonly what: 'pay'; readonly to: string; readonly amount: string; readonly payees: readonly string[] }
);

interface BroadcastTask {
  readonly name: 'broadcast';
  readonly hex: string;
}

export type Task = { readonly name: 'help' } | ListTask | BuildTask | VaultTask | PurseTask | BroadcastTask;

export interface Command {
  readonly settings: Settings;
  readonly task: Task;
}

/** Settings that may come from the environment, under the names the service uses. */
export interface Environment {
  readonly BCH_NETWORK?: string | undefined;
  readonly ELECTRUM_URLS?: string | undefined;
}

export interface Answer {
  /** Printed with `--json`. */
  readonly json: object;
  /** Printed otherwise. */
  readonly text: string;
  /** Written to the file of `--out`. */
  readonly file?: string | undefined;
  /** Whether something could not be read, so that the answer may be incomplete. */
  readonly incomplete?: boolean;
}
