import {
  Difference,
  networkOf,
  readCampaignFunding,
  readCurrencyFunding,
  readStreamFunding,
  type FundedCampaign,
  type FundedCurrencyPayments,
  type FundedStreams,
} from '@weir/verify';
import type { Connection } from '../connection/connection.js';

/** A network that Weir runs on, as `@weir/verify` names it. */
export type Network = ReturnType<typeof networkOf>;

/** Whether a network's blocks are mined on demand. */
export const isLocal = (network: Network): boolean => network === 'devnet' || network === 'regtest';

/**
 * Returns the network of the service, which must be that of the wallet's address, and the height of its chain.
 *
 * @throws Difference
 */
export const networkAt = async (
  { api, ask }: Connection,
  address: string,
): Promise<{ readonly network: Network; readonly height: number | undefined }> => {
  const { network, chain } = await ask((sent) => api.GET('/api/info', sent));
  return { network: networkOf(network, address), height: chain?.height };
};

/** What a client has read from the chain, and what it has taken names of the service's for. */
interface Memory {
  readonly transactions: Map<string, string>;
  readonly names: Map<string, string>;
  /** Rosters that this client opened: the id of each with its address. */
  readonly opened: Set<string>;
}

/** By what the caller requested, of which each client has one. */
const memories = new WeakMap<Connection['requested'], Memory>();

const memoryOf = ({ requested }: Connection): Memory => {
  const known = memories.get(requested) ?? {
    transactions: new Map<string, string>(),
    names: new Map<string, string>(),
    opened: new Set<string>(),
  };
  memories.set(requested, known);
  return known;
};

/** Reads of the chain's own bytes. */
export interface ChainReads {
  readonly streams: (txid: string) => Promise<FundedStreams>;
  readonly campaign: (txid: string) => Promise<FundedCampaign>;
  readonly currencyPayments: (txid: string) => Promise<FundedCurrencyPayments>;
  /**
   * Notes what a name of the service's stands for, at its first use.
   *
   * @throws Difference where it meant something else before
   */
  readonly pin: (name: string, meaning: string) => void;
  /** Notes the address of a roster that a checked transaction opens. */
  readonly noteOpening: (id: string, address: string) => void;
  /** Whether this client opened a roster at an address: only then it knows whose the address is. */
  readonly hasOpened: (id: string, address: string) => boolean;
  /** Lists the fundings that were read, hex. */
  readonly fundings: () => readonly string[];
  /** Lists the recipients of what was read, by address: the chain has a hash alone of them where a stream is moved. */
  readonly recipients: () => readonly string[];
}

/** Creates the reads of a client. Fundings never change, so each is fetched once. */
export const createChainReads = (connection: Connection, network: Network): ChainReads => {
  const { api, ask } = connection;
  const { transactions, names, opened } = memoryOf(connection);
  const hexOf = async (txHash: string): Promise<string> => {
    const known = transactions.get(txHash);
    if (known !== undefined) return known;
    const { txHex } = await ask((sent) =>
      api.GET('/api/transactions/{txHash}', { ...sent, params: { path: { txHash } } }),
    );
    return txHex;
  };
  const fundings = new Set<string>();
  const read = async <Funded>(txid: string, reader: (hex: string) => Funded) => {
    const hex = await hexOf(txid);
    const funded = reader(hex);
    // Only what has this hash is kept.
    transactions.set(txid, hex);
    fundings.add(hex);
    return funded;
  };
  const recipients = new Set<string>();
  return {
    async streams(txid) {
      const funded = await read(txid, (hex) => readStreamFunding(hex, txid, network));
      for (const { recipient } of funded.streams) recipients.add(recipient);
      return funded;
    },
    noteOpening: (id, address) => void opened.add(`${id} ${address}`),
    hasOpened: (id, address) => opened.has(`${id} ${address}`),
    fundings: () => [...fundings],
    recipients: () => [...recipients],
    campaign: (txid) => read(txid, (hex) => readCampaignFunding(hex, txid, network)),
    async currencyPayments(txid) {
      const funded = await read(txid, (hex) => readCurrencyFunding(hex, txid, network));
      for (const { recipient } of funded.payments) recipients.add(recipient);
      return funded;
    },
    pin(name, meaning) {
      const before = names.get(name) ?? meaning;
      if (before !== meaning) throw new Difference('OTHER_TERMS', `${name} meant ${before}, and now means ${meaning}`);
      names.set(name, meaning);
    },
  };
};
