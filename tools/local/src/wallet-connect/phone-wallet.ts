import { SignClient } from '@walletconnect/sign-client';
import type { Wallet } from '@weir/client';

type Client = Awaited<ReturnType<typeof SignClient.init>>;

let clients = 0;

/** Starts a client of WalletConnect that keeps nothing. @param name shown to the other end */
export const startSignClient = async (name: string, relayUrl: string): Promise<Client> => {
  const client = await SignClient.init({
    relayUrl,
    projectId: '0'.repeat(32),
    metadata: { name, description: name, url: 'https://app.example', icons: [] },
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: `${name} ${(clients += 1)}`,
    storageOptions: { database: ':memory:' },
  });
  ignoreUpdatesOfEndedSessions(client);
  return client;
};

/**
 * Makes a client ignore an update of a session that the other end has ended. WalletConnect's client marks a session as acknowledged
 * when the other end's answer arrives. Where the end of the session overtakes that answer, the client throws outside of every
 * promise that a caller could catch, which ends the process.
 */
const ignoreUpdatesOfEndedSessions = ({ session }: Client): void => {
  const update = session.update.bind(session);
  session.update = async (topic, change) => {
    if (session.keys.includes(topic)) await update(topic, change);
  };
};

/** Closes a client's connection, and ends its timers. */
export const stopSignClient = async ({ core }: Client): Promise<void> => {
  core.heartbeat.stop();
  await core.relayer.transportClose();
};

/** A wallet on a phone, which reaches pages through a relay. */
export interface PhoneWallet {
  /** Methods it was asked for, in their order. */
  readonly asked: readonly string[];
  /** Scans a page's code, and approves the session. Resolves once the page knows. */
  pair(uri: string): Promise<void>;
  /** Returns how many sessions it has. */
  sessions(): number;
  /** Ends its sessions, as its user may at any time. */
  endSessions(): Promise<void>;
  stop(): Promise<void>;
}

export interface PhoneWalletOptions {
  readonly relayUrl: string;
  readonly wallet: Wallet;
  /** For example `bch:bchtest`. */
  readonly chain: string;
  /** Methods that it grants pages. */
  readonly methods?: readonly string[];
}

const ALL_METHODS = ['bch_getAddresses', 'bch_signTransaction', 'bch_signMessage'];

/**
 * Starts a wallet behind the real client of WalletConnect. It answers by wc2-bch-bcr, and signs all that it is asked to.
 */
export const startPhoneWallet = async ({
  relayUrl,
  wallet,
  chain,
  methods = ALL_METHODS,
}: PhoneWalletOptions): Promise<PhoneWallet> => {
  const client = await startSignClient('Phone', relayUrl);
  const asked: string[] = [];
  const answer = async (method: string, params: unknown): Promise<unknown> => {
    asked.push(method);
    if (method === 'bch_getAddresses') return wallet.getAddresses();
    if (method === 'bch_signTransaction') return wallet.signTransaction(params as never);
    return wallet.signMessage?.((params as { readonly message: string }).message);
  };
  client.on('session_request', ({ topic, id, params: { request } }) => {
    void answer(request.method, request.params)
      .then((result) => ({ result: JSON.parse(JSON.stringify(result)) as unknown }))
      .catch((error: unknown) => ({ error: { code: 5_000, message: String(error) } }))
      .then((body) => client.respond({ topic, response: { id, jsonrpc: '2.0', ...body } }));
  });
  const approve = async (id: number): Promise<void> => {
    const accounts = (await wallet.getAddresses()).map((address) => `${chain}:${address.split(':').pop() ?? ''}`);
    const bch = { chains: [chain], methods: [...methods], events: ['addressesChanged'], accounts };
    const { acknowledged } = await client.approve({ id, namespaces: { bch } });
    await acknowledged();
  };
  return {
    asked,
    async pair(uri) {
      const approved = new Promise<void>((resolve, reject) =>
        client.once('session_proposal', ({ id }) => void approve(id).then(resolve, reject)),
      );
      await client.pair({ uri });
      await approved;
    },
    sessions: () => client.session.getAll().length,
    async endSessions() {
      const reason = { code: 6_000, message: 'The user ended it' };
      for (const { topic } of client.session.getAll()) await client.disconnect({ topic, reason });
    },
    stop: () => stopSignClient(client),
  };
};
