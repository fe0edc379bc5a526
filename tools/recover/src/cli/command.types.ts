import type { Network, WcEncoding } from '@weir/covenants';
import type { Action, SenderMove } from '../build/actions.js';
import type { BlockRange } from '../find/find-by-beacons.js';
import type { VaultOrder } from '../vault/propose.js';
import type { VaultTerms } from '../vault/vault-terms.js';

/** Where to look, and how to answer. */
export interface Settings {
  readonly network: Network;
  /** In order of preference; none for the network's public ones. */
  readonly servers: readonly string[];
  readonly json: boolean;
  readonly encoding: WcEncoding;
  /** File that gets what is to be signed or kept. */
  readonly out: string | undefined;
}

export interface ListTask {
  readonly name: 'list';
  /** One, or several of a wallet. */
  readonly addresses: readonly string[];
  /** Contract addresses of campaigns the address may claim from. */
  readonly campaigns: readonly string[];
  /** File of a campaign's list. */
  readonly whitelist: string | undefined;
  /** Look through the beacons of these blocks, not through the address's history. */
  readonly blocks: BlockRange | undefined;
}

export interface BuildTask {
  readonly name: 'build';
  /** Each by its address, the txid of its funding, or the outpoint of a state; several for a move of a plan's sender. */
  readonly contracts: readonly string[];
  /** Whether all streams that a plan's funding or address names are meant. */
  readonly all: boolean;
  readonly action: Action;
  readonly address: string | undefined;
  readonly recipient: string | undefined;
  readonly whitelist: string | undefined;
  readonly signature: string | undefined;
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
      readonly name: 'vault-join';
      readonly proposal: string;
      readonly signed: readonly string[];
      readonly broadcast: boolean;
    };

export interface BroadcastTask {
  readonly name: 'broadcast';
  readonly hex: string;
}

export type Task = { readonly name: 'help' } | ListTask | BuildTask | VaultTask | BroadcastTask;

/** A command line, read. */
export interface Command {
  readonly settings: Settings;
  readonly task: Task;
}

/** Settings that may come from the environment, named as the service's. */
export interface Environment {
  readonly BCH_NETWORK?: string | undefined;
  readonly ELECTRUM_URLS?: string | undefined;
}

/** What a command answers. */
export interface Answer {
  /** For machines: `--json`. */
  readonly json: object;
  /** For people. */
  readonly text: string;
  /** What `--out` keeps. */
  readonly file?: string | undefined;
  /** Something could not be read: what is shown is not all there may be. */
  readonly incomplete?: boolean;
}
