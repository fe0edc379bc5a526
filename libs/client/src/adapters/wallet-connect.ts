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
    Record<string, { readonly methods: readonly string[]; readonly chains?: readonly string[] }>
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
 * @throws whatever the pairing throws: the user refused, or time ran out
 */
export const connectWallet = async (
  client: WalletConnectClient,
  chainId: WalletConnectChain,
  showUri: (uri: string) => void,
): Promise<WalletConnectWallet> => {
  const optionalNamespaces = { bch: { chains: [chainId], methods: METHODS, events: EVENTS } };
  const { uri, approval } = await client.connect({ optionalNamespaces });
  if (uri !== undefined) showUri(uri);
  return walletOfSession(client, await approval(), chainId);
};
