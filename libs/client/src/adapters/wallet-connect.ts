import type { WcTransaction } from '../shared/amounts.js';
import type { SignedTransaction, Wallet } from '../wallet.js';

/** Methods and events that a session asks for, by wc2-bch-bcr. */
const METHODS = ['bch_getAddresses', 'bch_signTransaction', 'bch_signMessage'];
const EVENTS = ['addressesChanged'];

/** A chain of wc2-bch-bcr. */
export type WalletConnectChain = 'bch:bitcoincash' | 'bch:bchtest' | 'bch:bchreg';

/** A session with a wallet; any session of `@walletconnect/sign-client` fits. */
export interface WalletConnectSession {
  readonly topic: string;
  readonly namespaces: Readonly<
    Record<
      string,
      {
        readonly methods: readonly string[];
        readonly chains?: readonly string[];
        readonly accounts?: readonly string[];
      }
    >
  >;
}

/** The part of `@walletconnect/sign-client` that is used; an instance of its `SignClient` fits. */
export interface WalletConnectClient {
  connect(params: {
    optionalNamespaces: Record<string, { chains: string[]; methods: string[]; events: string[] }>;
  }): Promise<{ uri?: string; approval: () => Promise<WalletConnectSession> }>;
  request<Answer>(params: {
    topic: string;
    chainId: string;
    request: { method: string; params: unknown };
  }): Promise<Answer>;
}

/** A wallet that is reached by WalletConnect. */
export interface WalletConnectWallet extends Wallet {
  readonly topic: string;
}

/** Thrown by `connectWallet` if the wallet does not offer the chain of the page. */
export class WalletNetworkError extends Error {
  override readonly name = 'WalletNetworkError';

  /** @param topic of the session that was approved all the same, to be ended; undefined without one */
  constructor(
    readonly expected: string,
    readonly approved: readonly string[],
    readonly topic: string | undefined,
  ) {
    super(
      approved.length === 0
        ? `The wallet does not offer ${expected}: switch it to that network`
        : `The wallet offers ${approved.join(', ')}, expected ${expected}: switch it to that network`,
    );
  }
}

/** WalletConnect's codes of wallets that do not know a chain, or its namespace. */
const UNSUPPORTED: ReadonlySet<unknown> = new Set([5100, 5104]);

/** Returns the chains of a session, which wallets put into `chains`, into accounts or into the key. */
const chainsOf = ({ namespaces }: Pick<WalletConnectSession, 'namespaces'>): string[] => [
  ...new Set(
    Object.entries(namespaces).flatMap(([key, { chains = [], accounts = [] }]) => [
      ...(key.includes(':') ? [key] : []),
      ...chains,
      ...accounts.map((account) => account.split(':').slice(0, 2).join(':')),
    ]),
  ),
];

/** Returns whether a session is for a chain, as far as it names chains. */
export const isSessionFor = (
  session: Pick<WalletConnectSession, 'namespaces'>,
  chainId: WalletConnectChain,
): boolean => {
  const chains = chainsOf(session);
  return chains.length === 0 || chains.includes(chainId);
};

const isTextList = (answer: unknown): answer is readonly string[] =>
  Array.isArray(answer) && answer.every((one) => typeof one === 'string');

const isSigned = (answer: unknown): answer is SignedTransaction =>
  typeof answer === 'object' &&
  answer !== null &&
  'signedTransaction' in answer &&
  typeof answer.signedTransaction === 'string' &&
  'signedTransactionHash' in answer &&
  typeof answer.signedTransactionHash === 'string';

/**
 * Checks an answer of the wallet.
 *
 * @throws Error, which the client reports as WALLET_FAILED
 */
const expect = <Answer>(method: string, answer: unknown, isIt: (answer: unknown) => answer is Answer): Answer => {
  if (!isIt(answer)) throw new Error(`The wallet answered ${method} with something else`);
  return answer;
};

/** Returns the wallet of an existing session, such as one that was restored. */
export const walletOfSession = (
  client: WalletConnectClient,
  { topic, namespaces }: WalletConnectSession,
  chainId: WalletConnectChain,
): WalletConnectWallet => {
  const ask = (method: string, params: unknown): Promise<unknown> =>
    client.request<unknown>({ topic, chainId, request: { method, params } });
  const getAddresses = async (): Promise<readonly string[]> =>
    expect('bch_getAddresses', await ask('bch_getAddresses', {}), isTextList);
  const signsMessages = Object.values(namespaces).some(({ methods }) => methods.includes('bch_signMessage'));
  return {
    topic,
    getAddresses,
    signTransaction: async (request: WcTransaction) =>
      expect('bch_signTransaction', await ask('bch_signTransaction', request), isSigned),
    ...(signsMessages && {
      async signMessage(message: string): Promise<string> {
        const [account] = await getAddresses();
        const asked = { account, message, userPrompt: message.split('\n')[0] };
        return expect('bch_signMessage', await ask('bch_signMessage', asked), (answer) => typeof answer === 'string');
      },
    }),
  };
};

/**
 * Pairs with a wallet by WalletConnect v2.
 *
 * @param client `await SignClient.init({ projectId })` of `@walletconnect/sign-client`
 * @param showUri receives the URI that the user scans or opens
 * @throws WalletNetworkError if the wallet does not offer the chain; else the pairing's own error: the user refused, or time
 *   ran out
 */
export const connectWallet = async (
  client: WalletConnectClient,
  chainId: WalletConnectChain,
  showUri: (uri: string) => void,
): Promise<WalletConnectWallet> => {
  const optionalNamespaces = { bch: { chains: [chainId], methods: METHODS, events: EVENTS } };
  const { uri, approval } = await client.connect({ optionalNamespaces });
  if (uri !== undefined) showUri(uri);
  const session = await approval().catch((cause: unknown) => {
    const { code } = Object(cause) as { readonly code?: unknown };
    throw UNSUPPORTED.has(code) ? new WalletNetworkError(chainId, [], undefined) : cause;
  });
  if (!isSessionFor(session, chainId)) throw new WalletNetworkError(chainId, chainsOf(session), session.topic);
  return walletOfSession(client, session, chainId);
};
